package dev.gme.cli.files;

import dev.gme.lab.cache.Store;
import picocli.CommandLine.Option;

/** Whether what an earlier run has left is used; a mixin with {@code --fresh}. */
public final class FreshOption {
  @Option(names = "--fresh", description = "Make everything again, whatever the folder has.")
  boolean fresh;

  public Store.Reuse reuse() {
    return fresh ? Store.Reuse.NOTHING : Store.Reuse.ALL;
  }
}
