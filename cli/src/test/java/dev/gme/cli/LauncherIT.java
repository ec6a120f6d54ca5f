package dev.gme.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.atIndex;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The packaged program, started by the real launcher as a process of its own. */
class LauncherIT {
  @TempDir Path folder;
  private Shell shell;

  @BeforeEach
  void makeShell() {
    shell = new Shell(folder);
  }

  @Test
  void helpGoesToStdoutAndNothingToStderr() throws Exception {
    Shell.Result result = shell.run("\"$GME\" --help");
    assertThat(result.err()).isEmpty();
    assertThat(result.out())
        .startsWith("Usage: gme")
        .contains("completion")
        .endsWith("gme help score\n");
    assertThat(result.exitCode()).isZero();
  }

  @Test
  void versionNamesTheJvmAndWhatComputes() throws Exception {
    Shell.Result result = shell.run("\"$GME\" --version");
    assertThat(result.err()).isEmpty();
    assertThat(result.out().lines())
        .hasSize(3)
        .anyMatch(l -> l.matches("gme \\d.*"))
        .anyMatch(l -> l.startsWith("Java " + Runtime.version()))
        .anyMatch(l -> l.contains("OpenBLAS") && l.contains("Vector API"));
    assertThat(result.exitCode()).isZero();
  }

  @Test
  void aWrongOptionIsNamedWithTheNearestRightOne() throws Exception {
    Shell.Result result = shell.run("\"$GME\" --thread=4 completion");
    assertThat(result.out()).isEmpty();
    assertThat(result.err())
        .isEqualTo(
            """
            gme: gme knows no option '--thread'
            help: did you mean '--threads'? gme --help shows what there is
            """);
    assertThat(result.exitCode()).isEqualTo(2);
  }

  /** JUnit would warn that it removes a link to the world outside. */
  private final List<Path> links = new ArrayList<>();

  private void link(Path from, Path to) throws IOException {
    links.add(Files.createSymbolicLink(from, to));
  }

  @AfterEach
  void removeLinks() throws IOException {
    for (Path link : links) {
      Files.delete(link);
    }
  }

  @Test
  void worksThroughAChainOfLinksInFoldersWithBlanks() throws Exception {
    Path bin = Files.createDirectory(folder.resolve("my bin"));
    link(bin.resolve("absolute link"), Shell.ROOT.resolve("gme"));
    link(folder.resolve("gme"), Path.of("my bin/absolute link"));
    Shell.Result result = shell.run("cd 'my bin' && ../gme --help && PATH=..:$PATH gme --help");
    assertThat(result.err()).isEmpty();
    assertThat(result.out()).startsWith("Usage: gme").containsOnlyOnce("\nUsage: gme");
  }

  @Test
  void worksInARepositoryWithBlanksInItsPath() throws Exception {
    Path tree = Files.createDirectories(folder.resolve("a tree with  blanks"));
    Path target = Files.createDirectories(tree.resolve("cli/target"));
    Path built = Shell.ROOT.resolve("cli/target");
    Files.copy(Shell.ROOT.resolve("gme"), tree.resolve("gme"));
    Files.copy(built.resolve("gme.jar"), target.resolve("gme.jar"));
    Files.copy(built.resolve("gme.stamp"), target.resolve("gme.stamp"));
    link(target.resolve("lib"), built.resolve("lib"));
    for (int start = 0; start < 2; start++) { // the first makes the class-data archive
      Shell.Result result = shell.run("bash 'a tree with  blanks/gme' --help");
      assertThat(result.err()).isEmpty();
      assertThat(result.out()).startsWith("Usage: gme");
    }
  }

  /** In the C locale, where Java alone would take arguments for ASCII. */
  @Test
  void argumentsArriveAsTheyWereGiven() throws Exception {
    Shell.Result result = shell.run("\"$GME\" 'two  words *' ; \"$GME\" $'m\\303\\274ller'");
    assertThat(result.err()).contains("'two  words *'").contains("'müller'");
  }

  @Test
  void redirectedStderrIsSharedWithOtherProgrammes() throws Exception {
    shell.run("echo old > log; { echo first >&2; \"$GME\" --x; echo last >&2; } 2>> log");
    assertThat(Files.readAllLines(folder.resolve("log")))
        .satisfiesExactly(
            l -> assertThat(l).isEqualTo("old"),
            l -> assertThat(l).isEqualTo("first"),
            l -> assertThat(l).startsWith("gme: "),
            l -> assertThat(l).startsWith("help: "),
            l -> assertThat(l).isEqualTo("last"));
  }

  @Test
  void stdoutAndStderrMayBeOneFile() throws Exception {
    shell.run("{ \"$GME\" --version; \"$GME\" --x; \"$GME\" --version; } > log 2>&1");
    assertThat(Files.readAllLines(folder.resolve("log")))
        .hasSize(8)
        .satisfies(l -> assertThat(l).startsWith("gme: "), atIndex(3));
  }

  @Test
  void aReaderThatLeavesEndsTheCommandQuietly() throws Exception {
    Shell.Result result = shell.run("{ sleep 0.3; \"$GME\" completion; echo code $? >&2; } | true");
    assertThat(result.err()).isEqualTo("code 141\n");
  }

  @Test
  void aFullDiskIsAnError() throws Exception {
    assumeTrue(Files.exists(Path.of("/dev/full")));
    Shell.Result result = shell.run("\"$GME\" --help > /dev/full");
    assertThat(result.err()).startsWith("gme: standard output cannot be written: ");
    assertThat(result.exitCode()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"--help <&-, 0", "--help >&-, 0", "--x 2>&-, 2"})
  void closedStreamsDoNoHarm(String line, int exitCode) throws Exception {
    assertThat(shell.run("\"$GME\" " + line).exitCode()).isEqualTo(exitCode);
  }

  @Test
  void stdinIsLeftToTheCommand() throws Exception {
    Shell.Result result =
        shell.run("printf 'one\\ntwo\\n' | { \"$GME\" --version > version; cat; }");
    assertThat(result.out()).isEqualTo("one\ntwo\n");
  }

  @Test
  void jvmOptionsAreAddedAndWhatTheJvmSaysIsShown() throws Exception {
    Shell.Result result = shell.with("GME_JAVA_OPTS", "-Dx=*  -Xmx1").run("\"$GME\" --help");
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).contains("Too small maximum heap").doesNotContain("incubator");
    assertThat(result.exitCode()).isEqualTo(1);
  }

  @Test
  void aBrokenClassDataArchiveIsNotNoticed() throws Exception {
    Path broken = Files.writeString(folder.resolve("broken.jsa"), "no archive");
    Shell.Result result =
        shell.with("GME_JAVA_OPTS", "-XX:SharedArchiveFile=" + broken).run("\"$GME\" --help");
    assertThat(result.err()).isEmpty();
    assertThat(result.out()).startsWith("Usage: gme");
  }

  @Test
  void theCompletionScriptIsGoodBash() throws Exception {
    Shell.Result result = shell.run("\"$GME\" completion > c && bash -n c && grep -c gme c");
    assertThat(result.err()).isEmpty();
    assertThat(result.exitCode()).isZero();
  }

  @Tag("slow")
  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143"})
  void signalsReachTheProgramme(String signal, int exitCode) throws Exception {
    if (signal.equals("INT")) {
      Shell.assumeInterruptsWork();
    }
    shell.with("GME_JAVA_OPTS", "-javaagent:" + agentJar());
    Process process = shell.start("exec \"$GME\" --help");
    try (var err = process.errorReader()) {
      assertThat(err.readLine()).isEqualTo(SleepingAgent.READY);
      shell.run("kill -" + signal + " " + process.pid());
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isEqualTo(exitCode);
    } finally {
      process.destroyForcibly();
    }
  }

  private Path agentJar() throws Exception {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().putValue("Premain-Class", SleepingAgent.class.getName());
    String entry = SleepingAgent.class.getName().replace('.', '/') + ".class";
    Path jar = folder.resolve("agent.jar");
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file, manifest);
        var in = LauncherIT.class.getClassLoader().getResourceAsStream(entry)) {
      out.putNextEntry(new JarEntry(entry));
      in.transferTo(out);
    }
    return jar;
  }
}
