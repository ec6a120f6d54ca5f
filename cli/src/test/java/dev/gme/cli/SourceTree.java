package dev.gme.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What poms and sources say, for tests that hold documents against them. */
final class SourceTree {
  private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");
  private static final Pattern INTERNAL =
      Pattern.compile("(?m)^@(dev\\.gme\\.core\\.)?Internal\\b");
  private static final String PACKAGE_INFO = "package-info.java";

  private SourceTree() {}

  /** Modules of the reactor in its order. */
  static List<String> modules() throws IOException {
    return groups(document("pom.xml"), "<module>(\\w+)</module>");
  }

  /** Modules of gme that a module's pom names outside of the test scope. */
  static List<String> dependencies(String module) throws IOException {
    return groups(document(module + "/pom.xml"), "(?s)<dependency>(.*?)</dependency>").stream()
        .filter(d -> !d.contains("<scope>test</scope>"))
        .flatMap(d -> groups(d, "<artifactId>gme-(\\w+)</artifactId>").stream())
        .toList();
  }

  /**
   * The names of a module's packages that have types, each with the public types of the package.
   */
  static Map<String, List<String>> packages(String module) throws IOException {
    Map<String, List<String>> out = new TreeMap<>();
    for (Path file : sources(module)) {
      String name = file.getFileName().toString();
      if (!name.equals(PACKAGE_INFO)) {
        String text = Files.readString(file);
        List<String> types =
            out.computeIfAbsent(groups(text, PACKAGE.pattern()).get(0), p -> new ArrayList<>());
        if (isPromised(file, text)) {
          types.add(name.replace(".java", ""));
        }
      }
    }
    return out;
  }

  private static boolean isPromised(Path file, String text) throws IOException {
    Path info = file.resolveSibling(PACKAGE_INFO);
    String type = file.getFileName().toString().replace(".java", "");
    return Pattern.compile("(?m)^public [^(={]*\\b" + type + "\\b").matcher(text).find()
        && !INTERNAL.matcher(text).find()
        && !(Files.exists(info) && INTERNAL.matcher(Files.readString(info)).find());
  }

  private static List<Path> sources(String module) throws IOException {
    try (Stream<Path> files = Files.walk(Shell.ROOT.resolve(module).resolve("src/main"))) {
      return files.filter(f -> f.toString().endsWith(".java")).sorted().toList();
    }
  }

  static String document(String path) throws IOException {
    return Files.readString(Shell.ROOT.resolve(path));
  }

  /** The first group of every match. */
  static List<String> groups(String text, String pattern) {
    return Pattern.compile(pattern)
        .matcher(text)
        .results()
        .map((MatchResult m) -> m.group(1))
        .toList();
  }
}
