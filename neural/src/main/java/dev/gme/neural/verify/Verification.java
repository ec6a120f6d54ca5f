package dev.gme.neural.verify;

import dev.gme.core.GmeException;
import dev.gme.core.calibrate.Decision;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.metric.OperatingPoint;
import dev.gme.core.model.Pipeline;
import dev.gme.core.score.Verifier;
import dev.gme.formats.model.ModelFile;
import dev.gme.frontend.audio.Audio;
import dev.gme.frontend.network.RecordingQuality;
import dev.gme.neural.embed.EmbedFiles;
import dev.gme.neural.embed.EmbeddedPiece;
import dev.gme.neural.embed.RecordingEmbedder;
import dev.gme.neural.network.Network;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Whether two recordings are of one speaker: the log-likelihood ratio, what to do at a prior and
 * costs, and what speaks against trusting it.
 *
 * <pre>{@code
 * Verification v = Verification.of(embedder, network, ModelFiles.open(model), first, second, point);
 * System.out.println(v.llr() + (v.accepted() ? ": one speaker" : ": two speakers"));
 * }</pre>
 *
 * @param llr natural logarithm, of one speaker against two
 * @param calibrated whether the model has a calibration, which was used
 * @param threshold of the decision that costs least
 * @param accepted whether the two are taken for one speaker
 * @param sides the two recordings
 * @param doubts sentences, each a reason not to trust it
 */
public record Verification(
    double llr,
    boolean calibrated,
    double threshold,
    boolean accepted,
    List<Side> sides,
    List<String> doubts) {
  /** Seconds; with less, embeddings vary more with what is said than with who says it. */
  private static final double SHORT_SPEECH = 2;

  /** Half of what a recording of the usual kind has: the model expects 1. */
  private static final double SMALL_PRECISION = 0.5;

  /** Decibels; below this the noise is a fifth of the speech. */
  private static final double LOW_SNR = 7;

  /**
   * A recording.
   *
   * @param name for people
   * @param rate of its file, in Hz
   * @param quality of what was heard
   * @param precision b, by which the model says how much it learned from it
   */
  public record Side(String name, int rate, RecordingQuality quality, double precision) {}

  /** A recording that was read. */
  public record Recording(String name, Audio audio) {}

  public Verification {
    sides = List.copyOf(sides);
    doubts = List.copyOf(doubts);
  }

  /** Embeds two recordings and compares them. */
  public static Verification of(
      RecordingEmbedder embedder,
      Network network,
      ModelFile model,
      Recording first,
      Recording second,
      OperatingPoint point) {
    Pipeline pipeline = model.uncalibrated();
    if (pipeline.inputDimension() != network.dimension()) {
      throw new GmeException(
          "the model takes vectors of dimension "
              + pipeline.inputDimension()
              + ", the network gives "
              + network.dimension(),
          "use a model that was trained on vectors of this network");
    }
    List<Side> sides = new ArrayList<>();
    List<double[]> vectors = new ArrayList<>();
    for (Recording r : List.of(first, second)) {
      EmbeddedPiece piece = embedder.embed(r.name, r.audio).get(0);
      double[] vector = doubles(piece.embedding().vector());
      double b = pipeline.extract(DoubleMatrix.of(new double[][] {vector})).b()[0];
      vectors.add(vector);
      sides.add(new Side(r.name, r.audio.rate(), piece.quality(), b));
    }
    Verifier verifier = new Verifier(model.model());
    double llr = verifier.llr(verifier.enrol(vectors.get(0)), vectors.get(1));
    Decision decision = new Decision(point);
    boolean calibrated = model.calibration().isPresent();
    List<String> doubts = new ArrayList<>();
    if (!calibrated) {
      doubts.add(
          "the model has no calibration, so that the ratio may be far too large or too small");
    }
    if (Arrays.equals(first.audio.samples(), second.audio.samples())) {
      doubts.add("the two recordings are the same, sample by sample");
    }
    EmbedFiles.note(network)
        .difference("these recordings' vectors", model.provenance())
        .ifPresent(doubts::add);
    for (Side side : sides) {
      doubts(side, network.description().rate(), doubts);
    }
    return new Verification(
        llr, calibrated, decision.threshold(), decision.accepts(llr), sides, doubts);
  }

  private static double[] doubles(float[] v) {
    double[] out = new double[v.length];
    for (int k = 0; k < out.length; k++) {
      out[k] = v[k];
    }
    return out;
  }

  private static void doubts(Side side, int rate, List<String> doubts) {
    RecordingQuality q = side.quality();
    if (q.speech() < SHORT_SPEECH) {
      doubts.add(
          String.format(
              Locale.ROOT,
              "%s has %.1f s of speech, less than %.0f s",
              side.name(),
              q.speech(),
              SHORT_SPEECH));
    }
    if (side.rate() < rate) {
      doubts.add(
          side.name() + " has " + side.rate() + " samples a second, the network expects " + rate);
    }
    if (q.snr() < LOW_SNR) {
      doubts.add(
          String.format(
              Locale.ROOT, "%s has a signal-to-noise ratio of %.0f dB", side.name(), q.snr()));
    }
    if (side.precision() < SMALL_PRECISION) {
      doubts.add(
          String.format(
              Locale.ROOT,
              "%s is unlike the recordings that the model was trained on: its precision is %.2f,"
                  + " where 1 is usual",
              side.name(),
              side.precision()));
    }
  }
}
