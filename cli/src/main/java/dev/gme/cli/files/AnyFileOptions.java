package dev.gme.cli.files;

import dev.gme.formats.FileKind;
import java.util.Optional;
import picocli.CommandLine.Mixin;

/**
 * How a file of any kind is read; a mixin with the options of vectors and of lists, each of which
 * says what the file is.
 *
 * <pre>{@code
 * @Mixin AnyFileOptions reading;
 * ...
 * FileKind kind = reading.kind().isPresent() ? reading.kind().get() : FileKind.of(file);
 * }</pre>
 */
public final class AnyFileOptions {
  @Mixin LabelOptions labels;
  @Mixin TrialOptions trials;

  /** What the file is, where the options that are given make sense for one kind only. */
  public Optional<FileKind> kind() {
    return labels.isAboutVectors()
        ? Optional.of(FileKind.VECTORS)
        : trials.isForced() ? Optional.of(FileKind.LIST) : Optional.empty();
  }

  public LabelOptions vectors() {
    return labels;
  }

  public TrialOptions lists() {
    return trials;
  }
}
