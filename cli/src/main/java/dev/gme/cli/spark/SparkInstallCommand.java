package dev.gme.cli.spark;

import dev.gme.cli.files.TerminalCommand;
import dev.gme.core.GmeException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Fetches Spark's jars and builds the jar of gme's jobs. */
@Command(
    name = "install",
    description = {
      "Fetch Apache Spark's jars by Maven (200 MB) and build the jar of gme's jobs.",
      "Maven's own settings say where from. Nothing is installed outside of one folder, which is"
          + " printed."
    },
    footer = "  gme spark install")
public final class SparkInstallCommand extends TerminalCommand {
  /** Plugins by their full names, since this pom has no parent that fixes versions. */
  private static final String COPY =
      "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies";

  /** Files beside this class: what to fetch, and what Spark shall say. */
  private static final String POM = "jars.xml";

  private static final String LOG = "log4j2.properties";

  @Option(
      names = "--spark-version",
      paramLabel = "VERSION",
      description = "Version of Spark, 4.0 or later.")
  String version = SparkFolder.VERSION;

  @Override
  public Integer call() throws IOException {
    Path sources = SparkFolder.sources();
    Path folder = SparkFolder.fetched(version);
    Files.createDirectories(folder.getParent());
    Path made = Files.createTempDirectory(folder.getParent(), "spark-");
    try {
      copy(POM, made.resolve("pom.xml"));
      copy(LOG, Files.createDirectory(made.resolve("conf")).resolve(LOG));
      terminal.say("Fetching the jars of Spark " + version + " ...");
      maven(
          made,
          "the jars of Spark could not be fetched",
          List.of(
              COPY,
              "-Dgme.spark.version=" + version,
              "-DincludeScope=runtime",
              "-DoutputDirectory=" + made.resolve("jars")));
      terminal.say("Building the jar of gme's jobs ...");
      maven(
          sources,
          "the jar of gme's jobs could not be built",
          List.of(
              "-pl",
              "spark",
              "-am",
              "-Dmaven.test.skip=true",
              "-Dgme.quick=true",
              "-Dspotless.check.skip=true",
              "-Djacoco.skip=true",
              "package"));
      Files.copy(
          sources.resolve("spark").resolve("target").resolve("gme-spark.jar"),
          made.resolve("gme-spark.jar"),
          StandardCopyOption.REPLACE_EXISTING);
      delete(folder);
      Files.move(made, folder);
    } catch (IOException | RuntimeException e) {
      delete(made);
      throw e;
    }
    terminal.out().println(folder);
    return 0;
  }

  private static void copy(String resource, Path file) throws IOException {
    try (InputStream in = SparkInstallCommand.class.getResourceAsStream(resource)) {
      Files.copy(in, file);
    }
  }

  private static void maven(Path folder, String failure, List<String> goals) throws IOException {
    List<String> words = new ArrayList<>(List.of("mvn", "-B", "-ntp", "-q"));
    words.addAll(goals);
    Path log = Files.createTempFile("gme-spark-install", ".log");
    ProcessBuilder builder =
        new ProcessBuilder(words)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    int code;
    try {
      code = SparkFolder.waitFor(builder.start());
    } catch (IOException e) {
      throw new GmeException(
          "there is no mvn on PATH", "install Maven 3.8 or newer (only this command needs it)");
    }
    if (code != 0) {
      String first =
          Files.readString(log, StandardCharsets.UTF_8)
              .lines()
              .filter(l -> l.startsWith("[ERROR]"))
              .findFirst()
              .map(l -> ": " + l.substring("[ERROR]".length()).strip())
              .orElse("");
      throw new GmeException(failure + first, "mend what that names; all of it is in " + log);
    }
    Files.delete(log);
  }

  private static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path dir, IOException e) throws IOException {
            Files.delete(dir);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
