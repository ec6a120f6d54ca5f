package dev.gme.cli.files;

import dev.gme.lab.system.StepDefaults;
import dev.gme.lab.system.VariationalBayes;
import picocli.CommandLine.Option;

/** What makes Gaussian PLDA heavy-tailed, on this computer or on a cluster; a mixin. */
public final class HeavyTailFlags {
  @Option(names = "--nu", paramLabel = "NU", description = "Degrees of freedom of the noise.")
  double nu = StepDefaults.NU;

  @Option(names = "--vb", description = "Refine the model by variational Bayes after EM.")
  boolean vb;

  @Option(
      names = "--vb-iterations",
      paramLabel = "N",
      description = "Iterations of variational Bayes.")
  int vbIterations = VariationalBayes.DEFAULT.iterations();

  @Option(
      names = "--mean-field",
      paramLabel = "N",
      description =
          "Let variational Bayes estimate scales and speakers jointly, by N alternations; unless"
              + " given, the scale is estimated from each recording alone.")
  Integer meanField;

  public double nu() {
    return nu;
  }

  /** Whether variational Bayes follows. */
  public boolean isVb() {
    return vb;
  }

  /** How variational Bayes goes. */
  public VariationalBayes variationalBayes() {
    VariationalBayes closed = VariationalBayes.DEFAULT.withIterations(vbIterations);
    return meanField == null ? closed : closed.withMeanField(meanField);
  }
}
