package dev.gme.frontend.corpus;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.parallel.Workers;
import dev.gme.formats.kaldi.KaldiArray;
import dev.gme.formats.kaldi.KaldiTable;
import dev.gme.formats.kaldi.KaldiTableWriter;
import dev.gme.frontend.artefact.FeatureSpec;
import dev.gme.frontend.audio.Audio;
import dev.gme.frontend.feature.FeaturePipeline;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Frames of recordings in Kaldi's archives: made by all threads, written in the order of the list,
 * read one recording after the other.
 */
public final class FeatureFiles {
  /** Recordings that are held at a time. */
  private static final int BLOCK = 64;

  private FeatureFiles() {}

  /**
   * What an archive was made of.
   *
   * @param recordings how many
   * @param frames of all of them
   * @param seconds of audio that was read
   * @param resampled how many recordings had another rate
   */
  public record Summary(int recordings, long frames, double seconds, int resampled) {}

  /** What becomes of a recording. */
  public interface Maker {
    /**
     * A vector with an element or a matrix with a row for each frame; without frames to skip it.
     */
    KaldiArray make(Audio audio);
  }

  /** Makes the frames of a recording. */
  public static Maker frames(FeatureSpec spec) {
    FeaturePipeline pipeline = spec.pipeline();
    return audio -> array(pipeline.compute(audio));
  }

  /** Frames as they are written. */
  public static KaldiArray array(FloatMatrix frames) {
    return new KaldiArray(false, true, frames.toDoubles());
  }

  /**
   * Reads recordings, makes something of each and writes it; what fails is skipped.
   *
   * @param specifier Kaldi's name for the archive, such as {@code ark,scp:x.ark,x.scp}
   * @param rate that recordings should have, in Hz
   */
  public static Summary write(
      RecordingList recordings,
      List<String> ids,
      int rate,
      Maker maker,
      String specifier,
      Skipped skipped,
      Progress progress)
      throws IOException {
    int written = 0;
    long frames = 0;
    double seconds = 0;
    int resampled = 0;
    try (KaldiTableWriter out = KaldiTableWriter.create(specifier)) {
      for (int from = 0; from < ids.size(); from += BLOCK) {
        progress.step("features", from, ids.size());
        List<String> block = ids.subList(from, Math.min(ids.size(), from + BLOCK));
        Made[] made = made(recordings, block, maker);
        for (int i = 0; i < made.length; i++) {
          if (made[i].problem != null) {
            skipped.add(block.get(i), made[i].problem);
            continue;
          }
          out.write(block.get(i), made[i].frames);
          written++;
          frames += frames(made[i].frames);
          seconds += made[i].seconds;
          resampled += made[i].rate == rate ? 0 : 1;
        }
      }
      if (written == 0) {
        throw skipped.none(ids.size());
      }
      out.commit();
    }
    return new Summary(written, frames, seconds, resampled);
  }

  /** Makes frames of recordings and hands them on in their order; what fails is skipped. */
  public static void make(
      RecordingList recordings,
      List<String> ids,
      FeaturePipeline pipeline,
      Reader reader,
      Skipped skipped,
      Progress progress)
      throws IOException {
    for (int from = 0; from < ids.size(); from += BLOCK) {
      progress.step("features", from, ids.size());
      List<String> block = ids.subList(from, Math.min(ids.size(), from + BLOCK));
      Made[] made = made(recordings, block, audio -> array(pipeline.compute(audio)));
      for (int i = 0; i < made.length; i++) {
        if (made[i].problem == null) {
          reader.accept(block.get(i), made[i].frames.values());
        } else {
          skipped.add(block.get(i), made[i].problem);
        }
      }
    }
  }

  private static Made[] made(RecordingList recordings, List<String> block, Maker maker) {
    Made[] made = new Made[block.size()];
    Workers.forEach(made.length, i -> made[i] = Made.of(recordings, block.get(i), maker));
    return made;
  }

  private static int frames(KaldiArray a) {
    return a.vector() ? a.values().cols() : a.values().rows();
  }

  /** A recording's frames, or what was wrong with it. */
  private record Made(KaldiArray frames, double seconds, int rate, String problem) {
    static Made of(RecordingList recordings, String id, Maker maker) {
      try {
        Audio audio = recordings.read(id);
        KaldiArray frames = maker.make(audio);
        return FeatureFiles.frames(frames) == 0
            ? failed(id + " has no frames of speech in " + audio.seconds() + " s")
            : new Made(frames, audio.seconds(), audio.rate(), null);
      } catch (GmeException e) {
        return failed(e.getMessage());
      }
    }

    private static Made failed(String problem) {
      return new Made(null, 0, 0, problem);
    }
  }

  /** Takes the frames of a recording; may throw. */
  public interface Reader {
    void accept(String id, DoubleMatrix frames) throws IOException;
  }

  /** Goes through archives or script files, one recording after the other. */
  public static void read(List<Path> archives, Reader reader) throws IOException {
    for (Path archive : archives) {
      try (KaldiTable table = KaldiTable.open(archive)) {
        while (table.next()) {
          DoubleMatrix frames = table.array().values();
          if (!frames.isFinite()) {
            throw new GmeException(
                archive + ": the frames of '" + table.key() + "' hold NaN or infinite numbers",
                "make these features again, or take the recording out");
          }
          reader.accept(table.key(), frames);
        }
      }
    }
  }
}
