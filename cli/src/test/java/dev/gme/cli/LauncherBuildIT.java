package dev.gme.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The launcher in a small tree of its own, with a java and a mvn that only do as if: what it builds
 * when, and what it says when a tool is missing.
 */
class LauncherBuildIT {
  private static final String MAVEN =
      """
      if [ "$2" = --version ]; then echo "Apache Maven ${FAKE_MAVEN_VERSION:-3.8.7}"; exit; fi
      echo "$PWD: $*" >> "$TREE/mvn.calls"
      %s
      mkdir -p cli/target
      echo "built $(wc -l < "$TREE/mvn.calls")" > cli/target/gme.jar
      touch cli/target/gme.stamp
      """;

  /** Shows which build is run. */
  private static final String JAVA = "cat \"$TREE/cli/target/gme.jar\"";

  /** All that the launcher may rely on, and what the scripts above need. */
  private static final List<String> TOOLS =
      List.of(
          "bash",
          "cat",
          "env",
          "find",
          "mkdir",
          "mv",
          "readlink",
          "rm",
          "sleep",
          "tail",
          "touch",
          "uname",
          "wc");

  @TempDir Path folder;
  private Path tree;
  private Path tools;
  private Shell shell;

  @BeforeEach
  void makeTree() throws IOException {
    tree = Files.createDirectory(folder.resolve("the tree"));
    Files.copy(Shell.ROOT.resolve("gme"), tree.resolve("gme"));
    Files.createDirectories(tree.resolve("core/src/main"));
    Files.writeString(tree.resolve("pom.xml"), "<project/>");
    Files.writeString(tree.resolve("core/src/main/A.java"), "class A {}");
    tools = Files.createDirectory(folder.resolve("tools"));
    for (String tool : TOOLS) {
      script(tools.resolve(tool), "exec " + which(tool) + " \"$@\"");
    }
    shell =
        new Shell(folder)
            .with("TREE", tree)
            .with("GME", tree.resolve("gme"))
            .with("PATH", tools)
            .without("GME_BUILD")
            .without("JAVA_HOME");
  }

  private static Path which(String tool) {
    for (String entry : System.getenv("PATH").split(":", -1)) {
      Path path = Path.of(entry, tool);
      if (Files.isExecutable(path)) {
        return path;
      }
    }
    throw new AssertionError(tool + " is not on PATH");
  }

  private static void script(Path path, String text) throws IOException {
    Files.createDirectories(path.getParent());
    Files.writeString(path, "#!/bin/sh\n" + text);
    assertThat(path.toFile().setExecutable(true)).isTrue();
  }

  private void jdk(String version) throws IOException {
    Path jdk = folder.resolve("jdk " + version);
    script(jdk.resolve("bin/java"), JAVA);
    script(jdk.resolve("bin/javac"), "");
    Files.writeString(
        jdk.resolve("release"),
        "IMPLEMENTOR=\"A & B\"\nJAVA_VERSION=\"" + version + "\"\nMODULES=\"java.base\"\n");
    Files.createSymbolicLink(tools.resolve("java"), jdk.resolve("bin/java"));
  }

  private void maven(String step) throws IOException {
    script(tools.resolve("mvn"), MAVEN.formatted(step));
  }

  private long builds() throws IOException {
    Path calls = tree.resolve("mvn.calls");
    return Files.exists(calls) ? Files.readAllLines(calls).size() : 0;
  }

  private void assertFails(String sentence, String remedy) throws Exception {
    Shell.Result result = shell.run("\"$GME\" --help");
    assertThat(result.out()).isEmpty();
    assertThat(result.err().lines())
        .satisfiesExactly(
            l -> assertThat(l).startsWith("gme: ").contains(sentence),
            l -> assertThat(l).startsWith("help: ").contains(remedy));
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(builds()).isZero();
  }

  @Test
  void noJava() throws Exception {
    assertFails("there is no java on PATH", "install a JDK, version 17 or newer");
  }

  @Test
  void javaHomeWithoutJava() throws Exception {
    jdk("17.0.1");
    shell.with("JAVA_HOME", "/no such folder");
    assertFails("JAVA_HOME is /no such folder, where there is no bin/java", "install a JDK");
  }

  @Test
  void javaTooOldByItsReleaseFile() throws Exception {
    jdk("11.0.2");
    assertFails("needs Java 17 or newer, but", "install a JDK, version 17 or newer");
  }

  @Test
  void javaTooOldByWhatItSays() throws Exception {
    script(tools.resolve("java"), "echo 'openjdk version \"1.8.0_432\"' >&2");
    assertFails("is Java 1.8.0_432", "install a JDK, version 17 or newer");
  }

  @Test
  void javaThatIsOnlyAStub() throws Exception {
    script(tools.resolve("java"), "echo 'Unable to locate a Java Runtime.' >&2; exit 1");
    assertFails("does not run: Unable to locate a Java Runtime.", "install a JDK");
  }

  @Test
  void jreWhereABuildIsNeeded() throws Exception {
    jdk("21");
    maven("");
    Files.delete(folder.resolve("jdk 21/bin/javac"));
    assertFails("is a JRE without a compiler", "install a JDK");
  }

  @Test
  void noMaven() throws Exception {
    jdk("17.0.1");
    assertFails("there is no mvn on PATH", "install Maven 3.8 or newer");
  }

  @Test
  void mavenTooOld() throws Exception {
    jdk("17.0.1");
    maven("");
    shell.with("FAKE_MAVEN_VERSION", "3.6.3");
    assertFails("mvn is version 3.6.3", "install Maven 3.8 or newer");
  }

  @Test
  void notBuiltAndNotAllowedTo() throws Exception {
    jdk("17.0.1");
    shell.with("GME_BUILD", "never");
    assertFails("gme is not built", "unset GME_BUILD");
  }

  @Test
  void buildsOnceAndAgainWhenASourceChangesOrGoes() throws Exception {
    jdk("25");
    maven("");
    Shell.Result first = shell.run("\"$GME\" --help");
    assertThat(first.err().lines()).hasSize(1).allMatch(l -> l.contains("building for the first"));
    assertThat(first.out()).isEqualTo("built 1\n");
    assertThat(Files.readString(tree.resolve("mvn.calls")))
        .startsWith(tree.toRealPath() + ": ")
        .contains(" -pl cli -am ")
        .endsWith(" package\n");

    Shell.Result second = shell.run("\"$GME\" --help");
    assertThat(second).isEqualTo(new Shell.Result(0, "built 1\n", ""));

    Path opened = Files.createLink(folder.resolve("opened"), tree.resolve("cli/target/gme.jar"));
    makeOlder(tree.resolve("cli/target/gme.stamp"));
    Shell.Result third = shell.run("\"$GME\" --help");
    assertThat(third.err().lines()).hasSize(1).allMatch(l -> l.contains("sources have changed"));
    assertThat(third.out()).isEqualTo("built 2\n");
    assertThat(opened).as("the jar of a gme that still runs").hasContent("built 1\n");

    Files.delete(tree.resolve("core/src/main/A.java"));
    assertThat(shell.run("\"$GME\" --help").out()).isEqualTo("built 3\n");
  }

  private static void makeOlder(Path file) throws IOException {
    Files.setLastModifiedTime(file, FileTime.from(Instant.parse("2001-01-01T00:00:00Z")));
  }

  @Test
  void aFailedBuildIsShownAndTriedAgain() throws Exception {
    jdk("17.0.1");
    maven("echo what javac said; exit 1");
    for (int run = 1; run <= 2; run++) {
      Shell.Result result = shell.run("\"$GME\" --help");
      assertThat(result.out()).isEmpty();
      assertThat(result.err())
          .contains("what javac said\ngme: the build failed")
          .contains("gme-build.log\nhelp: ");
      assertThat(result.exitCode()).isEqualTo(1);
      assertThat(builds()).isEqualTo(run);
    }
  }

  @Test
  void aFailedBuildKeepsTheLastGoodOne() throws Exception {
    jdk("17.0.1");
    maven("mkdir -p cli/target/lib; echo good > cli/target/lib/a.jar");
    shell.run("\"$GME\"");
    makeOlder(tree.resolve("cli/target/gme.stamp"));
    maven("mkdir -p cli/target/lib; echo half > cli/target/lib/b.jar; exit 1");
    for (int run = 1; run <= 2; run++) {
      Shell.Result result = shell.run("\"$GME\"");
      assertThat(result.exitCode()).isEqualTo(1);
      assertThat(result.err())
          .startsWith("gme: building, because the sources have changed\n")
          .endsWith("GME_BUILD=never runs the last good build\n");
    }
    assertThat(shell.run("GME_BUILD=never \"$GME\"").out()).isEqualTo("built 1\n");
    assertThat(tree.resolve("cli/target/lib/a.jar")).hasContent("good\n");
    assertThat(tree.resolve("cli/target/lib/b.jar")).doesNotExist();
    maven("");
    assertThat(shell.run("\"$GME\"").out()).isEqualTo("built 4\n");
    assertThat(tree.resolve("cli/target/gme.previous")).doesNotExist();
  }

  /** As if the launcher had been killed when the old build was set aside. */
  @Test
  void theBuildThatAKilledGmeSetAsideComesBack() throws Exception {
    jdk("17.0.1");
    Files.createDirectories(tree.resolve("cli/target/gme.previous"));
    Files.writeString(tree.resolve("cli/target/gme.previous/gme.jar"), "old\n");
    maven("exit 1");
    assertThat(shell.run("\"$GME\"").err())
        .startsWith("gme: building, because the sources have changed\n");
    assertThat(shell.run("GME_BUILD=never \"$GME\"").out()).isEqualTo("old\n");
  }

  @Test
  void aBuildThatEndsEarlyIsNotTakenForGood() throws Exception {
    jdk("17.0.1");
    maven("mkdir -p cli/target; echo half > cli/target/gme.jar; exit 0");
    Shell.Result result = shell.run("\"$GME\" --help");
    assertThat(result.out()).isEmpty();
    assertThat(result.exitCode()).isEqualTo(1);
  }

  @Test
  void theLockOfADeadProcessIsTaken() throws Exception {
    jdk("17.0.1");
    maven("");
    Process dead = shell.start("exit");
    dead.waitFor();
    Path lock = Files.createDirectories(tree.resolve("cli/target/gme.lock"));
    shell.run("echo \"$(uname -n) " + dead.pid() + "\" > 'the tree/cli/target/gme.lock/owner'");
    assertThat(shell.run("\"$GME\"").out()).isEqualTo("built 1\n");
    assertThat(lock).doesNotExist();
  }

  @Tag("slow")
  @Test
  void ofTwoAtTheSameTimeOneBuildsAndOneWaits() throws Exception {
    jdk("17.0.1");
    maven("sleep 2");
    Shell.Result result = shell.run("\"$GME\" & sleep 0.5; \"$GME\"; wait");
    assertThat(result.out()).isEqualTo("built 1\nbuilt 1\n");
    assertThat(result.err()).containsOnlyOnce("building for").containsOnlyOnce("waiting for");
    assertThat(builds()).isEqualTo(1);
  }

  @Tag("slow")
  @Test
  void aBuildThatIsKilledLeavesNothingBehind() throws Exception {
    jdk("17.0.1");
    assertThat(killedWhileItBuilds().exitValue()).isEqualTo(143);
    assertThat(tree.resolve("cli/target/gme.lock")).doesNotExist();
    maven("");
    assertThat(shell.run("\"$GME\"").out()).isEqualTo("built 2\n");
    makeOlder(tree.resolve("cli/target/gme.stamp"));
    killedWhileItBuilds();
    assertThat(shell.run("GME_BUILD=never \"$GME\"").out()).isEqualTo("built 2\n");
  }

  /** Starts a build that takes long, and ends it as soon as it has begun. */
  private Process killedWhileItBuilds() throws Exception {
    long before = builds();
    maven("exec sleep 60");
    Process process = shell.start("exec \"$GME\"");
    while (builds() == before) {
      assertThat(process.isAlive()).isTrue();
      Thread.sleep(20);
    }
    process.destroy();
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return process;
  }
}
