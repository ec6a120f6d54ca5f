package dev.gme.cli.files;

import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The mixture that Kaldi keeps beside its i-vector extractor; a mixin with {@code --ubm}. */
public final class KaldiUbmOption {
  @Option(
      names = "--ubm",
      paramLabel = "FILE",
      description = "The mixture of Kaldi's i-vector extractor, such as final.ubm.")
  Path ubm;

  /** The file, if one was named. */
  public Optional<Path> file() {
    return Optional.ofNullable(ubm);
  }
}
