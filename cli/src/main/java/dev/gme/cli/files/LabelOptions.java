package dev.gme.cli.files;

import dev.gme.core.GmeException;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.lists.IdList;
import dev.gme.formats.lists.SpeakerLabels;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Reads vectors with their speakers; a mixin with the options {@code --labels}, {@code --only} and
 * those of {@link VectorOptions}.
 *
 * <pre>{@code
 * @Mixin LabelOptions labels;
 * ...
 * LabelledVectors train = labels.readLabelled(file);
 * TrainSet set = new TrainSet(train);
 * }</pre>
 */
public final class LabelOptions {
  @Mixin VectorOptions vectors;

  @Option(
      names = "--labels",
      paramLabel = "FILE",
      description =
          "The speaker of each recording: utt2spk, spk2utt, or a table with a column speaker.")
  Path labels;

  @Option(
      names = "--only",
      paramLabel = "LIST",
      description = "Use only the recordings that this list names, one id per line.")
  Path only;

  /** Whether an option was given that only makes sense for vectors. */
  public boolean isAboutVectors() {
    return labels != null || only != null || vectors.isForced();
  }

  /** The vectors that are wanted, with speakers where these are known. */
  public LabelledVectors read(Path file) throws IOException {
    return InputFile.read(file, this::read);
  }

  /** The vectors that are wanted of a file that is open. */
  public LabelledVectors read(InputFile file) throws IOException {
    LabelledVectors all = vectors.read(file);
    LabelledVectors wanted = only == null ? all : all.only(IdList.read(only));
    return labels == null
        ? wanted
        : wanted.withSpeakers(SpeakerLabels.read(labels, id -> all.row(id) >= 0));
  }

  /** The vectors that are wanted; refuses a file whose speakers are not known. */
  public LabelledVectors readLabelled(Path file) throws IOException {
    LabelledVectors set = read(file);
    if (set.speakers().isEmpty()) {
      throw new GmeException(
          file + " does not say which speaker a vector is of",
          "give the speakers with --labels FILE, for example an utt2spk");
    }
    return set;
  }
}
