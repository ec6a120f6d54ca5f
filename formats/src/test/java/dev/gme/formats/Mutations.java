package dev.gme.formats;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.gme.core.GmeException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;

/**
 * Damages a good file in many ways and gives each to a reader, which may read it all the same or
 * refuse it with a sentence, but must not fail otherwise nor take much memory.
 */
public final class Mutations {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** Far more than reading the small files of these tests takes, far less than a huge array. */
  private static final long MEMORY = 64 << 20;

  private static final long[] SIZES = {
    -1,
    Integer.MIN_VALUE,
    Integer.MAX_VALUE,
    Integer.MAX_VALUE - 8,
    1 << 30,
    Long.MAX_VALUE,
    1L << 40
  };

  /** What reads a file. */
  @FunctionalInterface
  public interface Reader {
    void read(Path file) throws IOException;
  }

  private Mutations() {}

  /** Tries {@code count} mutations of the file with the given seed. */
  public static void test(Path good, int count, long seed, Reader reader) throws IOException {
    byte[] bytes = Files.readAllBytes(good);
    Path bad = good.resolveSibling("damaged-" + good.getFileName());
    Random random = new Random(seed);
    for (int i = 0; i < count; i++) {
      Files.write(bad, mutate(bytes, random));
      long before = THREADS.getCurrentThreadAllocatedBytes();
      try {
        reader.read(bad);
      } catch (GmeException e) {
        assertThat(e.getMessage()).contains(bad.getParent().toString()).doesNotContain("\n");
        assertThat(e.help()).isNotBlank();
      } catch (IOException | RuntimeException | Error e) {
        throw new AssertionError("mutation " + i + " of seed " + seed + " of " + good, e);
      }
      assertThat(THREADS.getCurrentThreadAllocatedBytes() - before)
          .as("memory for mutation " + i + " of seed " + seed)
          .isLessThan(MEMORY);
    }
    Files.delete(bad);
  }

  private static byte[] mutate(byte[] good, Random random) {
    byte[] bytes = good.clone();
    // Headers are where damage does most: half of the places are near the start.
    int range = random.nextBoolean() ? Math.min(bytes.length, 160) : bytes.length;
    int at = random.nextInt(range);
    switch (random.nextInt(5)) {
      case 0 -> {
        return Arrays.copyOf(bytes, at);
      }
      case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
      case 2 -> {
        for (int k = 0; k < 4; k++) {
          bytes[random.nextInt(range)] = (byte) random.nextInt(256);
        }
      }
      case 3 -> {
        ByteBuffer size = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
        size.putLong(0, SIZES[random.nextInt(SIZES.length)]);
        int n = Math.min(random.nextBoolean() ? 4 : 8, bytes.length - at);
        System.arraycopy(size.array(), 0, bytes, at, n);
      }
      default -> {
        // Digits in text headers and lists.
        int n = Math.min(1 + random.nextInt(12), bytes.length - at);
        Arrays.fill(bytes, at, at + n, (byte) '9');
      }
    }
    return bytes;
  }
}
