package dev.gme.testkit;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;

/** Looks at the documentation comments of source folders. */
public final class Javadoc {
  private Javadoc() {}

  /** Public types, those within public types too, that have no comment. */
  public static List<String> undocumented(Path sources) throws IOException {
    JavaCompiler compiler = javax.tools.ToolProvider.getSystemJavaCompiler();
    List<String> out = new ArrayList<>();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      var units = files.getJavaFileObjectsFromPaths(javaFiles(sources));
      var task = (JavacTask) compiler.getTask(null, files, null, null, null, units);
      DocTrees docs = DocTrees.instance(task);
      for (CompilationUnitTree unit : task.parse()) {
        new TreePathScanner<Void, Void>() {
          @Override
          public Void visitClass(ClassTree type, Void nothing) {
            if (!type.getModifiers().getFlags().contains(Modifier.PUBLIC)) {
              return null;
            }
            if (docs.getDocComment(getCurrentPath()) == null) {
              out.add(unit.getSourceFile().getName() + ": " + type.getSimpleName());
            }
            return super.visitClass(type, null);
          }
        }.scan(unit, null);
      }
    }
    return out;
  }

  private static List<Path> javaFiles(Path sources) throws IOException {
    try (Stream<Path> files = Files.walk(sources)) {
      return files
          .filter(f -> f.toString().endsWith(".java") && !f.endsWith("module-info.java"))
          .toList();
    }
  }

  /**
   * Builds the pages of a source folder, with every warning an error but that about members without
   * a comment.
   *
   * @return what was wrong; nothing if nothing was
   */
  public static String build(Path sources, Path pages) throws IOException {
    StringWriter said = new StringWriter();
    PrintWriter out = new PrintWriter(said);
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "-quiet",
                "-Werror",
                "-Xdoclint:all,-missing",
                "-encoding",
                "UTF-8",
                "-classpath",
                System.getProperty("java.class.path"),
                "-d",
                pages.toString()));
    javaFiles(sources).forEach(file -> arguments.add(file.toString()));
    int code =
        ToolProvider.findFirst("javadoc")
            .orElseThrow()
            .run(out, out, arguments.toArray(String[]::new));
    out.flush();
    return code == 0 ? "" : said.toString();
  }
}
