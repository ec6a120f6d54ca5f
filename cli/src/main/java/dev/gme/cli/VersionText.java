package dev.gme.cli;

import dev.gme.core.linalg.Backend;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints, and what a bug report has to contain. */
final class VersionText implements IVersionProvider {
  @Override
  public String[] getVersion() {
    String version = Main.class.getPackage().getImplementationVersion();
    return new String[] {
      "gme " + (version == null ? "(not packaged)" : version),
      "Java "
          + Runtime.version()
          + ", "
          + System.getProperty("java.vm.name")
          + ", "
          + System.getProperty("os.name")
          + " "
          + System.getProperty("os.arch"),
      Backend.describe()
    };
  }
}
