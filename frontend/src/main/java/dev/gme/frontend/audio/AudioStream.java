package dev.gme.frontend.audio;

import dev.gme.core.GmeException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * The samples of a recording from its first to its last, block by block: what is needed to go
 * through a recording of any length. The format is told from the first bytes of the file, not from
 * its name.
 *
 * <pre>{@code
 * try (AudioStream in = AudioStream.open(file)) {
 *   double[] block = new double[4096 * in.format().channels()];
 *   for (int n = in.read(block); n > 0; n = in.read(block)) {
 *     use(block, n);                    // n samples of every channel, interleaved
 *   }
 * }
 * }</pre>
 */
public abstract class AudioStream implements AutoCloseable {
  private final AudioBytes in;

  AudioStream(AudioBytes in) {
    this.in = in;
  }

  /** Opens a WAV, FLAC, NIST SPHERE, AU or AIFF file. */
  public static AudioStream open(Path file) {
    return open(bytes(file));
  }

  /** Opens a file without header. */
  public static AudioStream openRaw(Path file, RawFormat raw) {
    return raw(bytes(file), raw);
  }

  private static AudioBytes bytes(Path file) {
    try {
      return new AudioBytes(file.toString(), Files.size(file), Files.newInputStream(file));
    } catch (NoSuchFileException e) {
      throw new GmeException(file + " does not exist", "check the path");
    } catch (AccessDeniedException e) {
      throw new GmeException(file + " may not be read", "check the permissions of the file");
    } catch (IOException e) {
      throw new GmeException(
          file + " cannot be opened: " + e.getMessage(), "check that it is a file");
    }
  }

  /** Opens a recording that is in memory. */
  static AudioStream open(String name, byte[] bytes) {
    return open(new AudioBytes(name, bytes.length, new ByteArrayInputStream(bytes)));
  }

  static AudioStream openRaw(String name, byte[] bytes, RawFormat raw) {
    return raw(new AudioBytes(name, bytes.length, new ByteArrayInputStream(bytes)), raw);
  }

  private static AudioStream open(AudioBytes in) {
    try {
      String magic = in.text(4);
      return switch (magic) {
        case "RIFF", "RF64", "BW64" -> WavHeader.open(in, ByteOrder.LITTLE_ENDIAN);
        case "RIFX" -> WavHeader.open(in, ByteOrder.BIG_ENDIAN);
        case "fLaC" -> FlacStream.open(in);
        case "NIST" -> SphereHeader.open(in);
        case ".snd" -> AuHeader.open(in);
        case "FORM" -> AiffHeader.open(in);
        default -> throw in.unsupported("other than WAV, FLAC, NIST SPHERE, AU or AIFF audio");
      };
    } catch (RuntimeException e) {
      in.close();
      throw e;
    }
  }

  private static AudioStream raw(AudioBytes in, RawFormat raw) {
    try {
      AudioFormat format =
          new AudioFormat("raw", raw.encoding(), raw.rate(), raw.channels(), -1).checked(in);
      if (in.remaining() % format.frameBytes() != 0) {
        throw in.damaged(
            "a multiple of " + format.frameBytes() + " bytes", in.remaining() + " bytes");
      }
      return new PcmStream(in, format, raw.order(), in.remaining());
    } catch (RuntimeException e) {
      in.close();
      throw e;
    }
  }

  /**
   * What a file without header holds.
   *
   * @param encoding of a sample
   * @param order of the bytes of a sample
   * @param rate in Hz
   * @param channels interleaved
   */
  public record RawFormat(Encoding encoding, ByteOrder order, int rate, int channels) {
    public RawFormat {
      if (encoding == Encoding.FLAC) {
        throw new IllegalArgumentException("FLAC has a header");
      }
    }
  }

  public abstract AudioFormat format();

  /**
   * Reads on, as many samples of every channel as fit into the block, interleaved, in units of a
   * 16-bit sample.
   *
   * @return how many samples of each channel were read, 0 at the end
   */
  public abstract int read(double[] block);

  @Override
  public void close() {
    in.close();
  }
}
