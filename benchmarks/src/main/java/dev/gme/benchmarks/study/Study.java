package dev.gme.benchmarks.study;

import java.io.IOException;
import java.util.function.Consumer;

/**
 * A question that figures answer; docs/studies has a page for each.
 *
 * <pre>{@code
 * StudyResult result = new WrongModelStudy().run(System.err::println);
 * result.markdown().forEach(System.out::println);
 * }</pre>
 */
public interface Study {
  /**
   * Computes the figures, which takes minutes.
   *
   * @param progress told what is being done
   */
  StudyResult run(Consumer<String> progress) throws IOException;
}
