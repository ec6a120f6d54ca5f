package dev.gme.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The jar that is submitted has nothing in Spark's way, and names what is in it. */
class SubmittedJarIT {
  static final Path JAR = Path.of("target", "gme-spark.jar").toAbsolutePath();

  /** By what Maven leaves in a jar. */
  private static final Pattern LIBRARY = Pattern.compile("META-INF/maven/([^/]+)/([^/]+)/pom.xml");

  private static final String TEXT = "META-INF/THIRD-PARTY.txt";

  @Test
  void classesOfLibrariesHaveNamesOfTheirOwn() throws IOException {
    Set<String> roots = new TreeSet<>();
    for (String name : names()) {
      if (name.endsWith(".class")) {
        roots.add(
            name.replaceFirst("^META-INF/versions/\\d+/", "")
                .replaceFirst("^([^/]+/[^/]+)/.*", "$1"));
      }
    }
    assertThat(roots).containsExactlyInAnyOrder("dev/gme", "org/bytedeco");
  }

  @Test
  void licencesOfAllLibrariesAreThere() throws IOException {
    try (JarFile jar = new JarFile(JAR.toFile());
        InputStream in = jar.getInputStream(jar.getEntry(TEXT))) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      Set<String> found = new TreeSet<>();
      for (String name : names()) {
        Matcher m = LIBRARY.matcher(name);
        if (m.matches() && !m.group(1).equals("dev.gme")) {
          found.add(m.group(1) + ":" + m.group(2));
        }
      }
      assertThat(found).hasSizeGreaterThan(8).allMatch(text::contains);
      assertThat(names())
          .contains(
              "META-INF/LICENSE",
              "META-INF/NOTICE",
              "META-INF/FastDoubleParser-LICENSE",
              "META-INF/FastDoubleParser-ThirdParty-LICENSE",
              "META-INF/Schubfach-LICENSE",
              "LICENSE");
    }
  }

  private static List<String> names() throws IOException {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      return jar.stream().map(JarEntry::getName).toList();
    }
  }
}
