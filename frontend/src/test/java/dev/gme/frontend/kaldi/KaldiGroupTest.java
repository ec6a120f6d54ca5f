package dev.gme.frontend.kaldi;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Runs every case of a folder of shared/kaldi-samples. */
public abstract class KaldiGroupTest {
  private final String group;

  protected KaldiGroupTest(String group) {
    this.group = group;
  }

  @TestFactory
  final List<DynamicTest> cases() throws IOException {
    return KaldiCase.all(group, this::run);
  }

  /** Computes and compares all outputs of a case. */
  protected abstract void run(KaldiCase c);
}
