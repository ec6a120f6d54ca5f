package dev.gme.core.train.data;

import dev.gme.core.Progress;
import dev.gme.core.linalg.DoubleMatrix;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * What training data are like, and what training would say about them: {@link #findings} that are
 * refusals are those that training throws. Two passes over the data.
 *
 * <pre>{@code
 * DataReport report = DataReport.of(data);
 * if (report.isRefused()) {
 *   System.err.println(report);
 * }
 * }</pre>
 *
 * @param speakers how many have a recording that counts
 * @param recordings how many count
 * @param leftOut how many do not, since their weight is 0
 * @param dimension the dimension of the vectors
 * @param perSpeaker recordings per speaker
 * @param norms lengths of the vectors
 * @param within covariance within speakers
 * @param between covariance between speakers' means
 * @param duplicates vectors that occur more than once
 * @param unusable where vectors that training refuses are first NaN, infinite or too large
 * @param constantColumns columns, from 0, that are the same in all recordings
 * @param nearConstantColumns columns whose standard deviation is below 1e-6 of their mean
 * @param findings what to know, the worst first
 */
public record DataReport(
    int speakers,
    long recordings,
    long leftOut,
    int dimension,
    PerSpeaker perSpeaker,
    Norms norms,
    Spectrum within,
    Spectrum between,
    Duplicates duplicates,
    List<Place> unusable,
    List<Integer> constantColumns,
    List<Integer> nearConstantColumns,
    List<Finding> findings) {

  /** Such a share of the mean is four bits of a float. */
  private static final double NEARLY = 1e-6;

  /** How grave a finding is. */
  public enum Severity {
    /** Training refuses such data. */
    REFUSAL,
    /** Training goes on, but something is probably wrong. */
    WARNING,
    /** The data are fine; the user may want to know. */
    NOTE
  }

  /** One sentence, and the remedy. */
  public record Finding(Severity severity, String message, String help) {}

  /** An element of a vector; both count from 0. */
  public record Place(int recording, int position, double value) {}

  /** Two recordings, from 0. */
  public record Pair(int first, int second) {}

  /**
   * How many recordings speakers have.
   *
   * @param median the lower one of two
   * @param single how many speakers have one recording
   * @param histogram how many speakers have 1, 2, 3 to 4, 5 to 8, … recordings: those of class k
   *     have at most 2^k
   */
  public record PerSpeaker(int min, int median, int max, int single, List<Integer> histogram) {
    static PerSpeaker of(int[] counts) {
      int[] sorted = counts.clone();
      Arrays.sort(sorted);
      int max = sorted[sorted.length - 1];
      int[] classes = new int[classOf(max) + 1];
      for (int count : sorted) {
        classes[classOf(count)]++;
      }
      return new PerSpeaker(
          sorted[0],
          sorted[(sorted.length - 1) / 2],
          max,
          classes[0],
          Arrays.stream(classes).boxed().toList());
    }

    private static int classOf(int count) {
      return 32 - Integer.numberOfLeadingZeros(count - 1);
    }
  }

  /**
   * Lengths of the vectors; NaN where none is usable.
   *
   * @param median the lower one of two
   * @param zero how many are 0
   * @param outliers recordings, from 0, whose length is far from the median
   */
  public record Norms(double min, double median, double max, int zero, List<Integer> outliers) {
    /** A length is suspicious if it is off by this factor … */
    private static final double FACTOR = 2;

    /** … and, in logarithms, by so many median deviations: more than t-noise of ν = 2 gives. */
    private static final double DEVIATIONS = 40;

    static Norms of(DataPart scan, int[] usable) {
      if (usable.length == 0) {
        return new Norms(Double.NaN, Double.NaN, Double.NaN, 0, List.of());
      }
      double[] sorted = Arrays.stream(usable).mapToDouble(scan::norm).sorted().toArray();
      double median = sorted[(sorted.length - 1) / 2];
      double[] deviations =
          Arrays.stream(sorted).map(norm -> distance(norm, median)).sorted().toArray();
      double typical = deviations[(deviations.length - 1) / 2];
      double limit = Math.max(Math.log(FACTOR), DEVIATIONS * typical);
      return new Norms(
          sorted[0],
          median,
          sorted[sorted.length - 1],
          (int) Arrays.stream(sorted).filter(norm -> norm == 0).count(),
          Arrays.stream(usable)
              .filter(j -> scan.norm(j) > 0 && distance(scan.norm(j), median) > limit)
              .boxed()
              .toList());
    }

    private static double distance(double norm, double median) {
      return Math.abs(Math.log(norm / median));
    }
  }

  /**
   * A covariance in units of the columns' total variances, so that the scale of a column does not
   * matter.
   *
   * @param rank eigenvalues above 1e-12
   * @param condition largest over smallest of those
   */
  public record Spectrum(int rank, double condition) {
    static final Spectrum NONE = new Spectrum(0, Double.NaN);

    static Spectrum of(SpeakerScatter scatter, DoubleMatrix covariance) {
      double[] eigenvalues = scatter.relativeEigenvalues(covariance);
      int rank = NoiseEstimate.above(NoiseEstimate.ZERO, eigenvalues);
      return new Spectrum(rank, rank == 0 ? Double.NaN : eigenvalues[0] / eigenvalues[rank - 1]);
    }
  }

  /**
   * Vectors that occur more than once, zeros not counted.
   *
   * @param within recordings that repeat an earlier one of their speaker
   * @param across recordings that repeat another speaker's, and none of their own
   * @param examplesWithin the first few of the former, each with the one that it repeats
   * @param examplesAcross the first few of the latter
   */
  public record Duplicates(
      int within, int across, List<Pair> examplesWithin, List<Pair> examplesAcross) {}

  public DataReport {
    unusable = List.copyOf(unusable);
    constantColumns = List.copyOf(constantColumns);
    nearConstantColumns = List.copyOf(nearConstantColumns);
    findings = List.copyOf(findings);
  }

  /** Examines the data without telling how far it is. */
  public static DataReport of(TrainingData data) {
    return of(data, Progress.NONE);
  }

  /** Examines the data with a listener. */
  public static DataReport of(TrainingData data, Progress progress) {
    return of(data, List.of(), progress);
  }

  /**
   * Examines the data with a listener.
   *
   * @param ids of the recordings, by which findings name them; empty where they have none
   */
  public static DataReport of(TrainingData data, List<String> ids, Progress progress) {
    if (!ids.isEmpty() && ids.size() != data.size()) {
      throw new IllegalArgumentException(ids.size() + " ids of " + data.size() + " recordings");
    }
    DataPart scan = DataPart.of(data, progress);
    boolean isEmpty = IntStream.range(0, data.size()).noneMatch(scan::isUsable);
    Optional<SpeakerScatter> scatter =
        isEmpty
            ? Optional.empty()
            : Optional.of(SpeakerScatter.of(data.only(scan::isUsable), progress));
    return of(scan, scatter, j -> data.vectors().doubles(j, j + 1).array(), ids);
  }

  static DataReport of(
      DataPart scan,
      Optional<SpeakerScatter> scatter,
      IntFunction<double[]> vector,
      List<String> ids) {
    int[] usable = IntStream.range(0, scan.recordings()).filter(scan::isUsable).toArray();
    int[] perSpeaker = new int[scan.speakers()];
    for (int j = 0; j < scan.recordings(); j++) {
      if (scan.speaker(j) >= 0) {
        perSpeaker[scan.speaker(j)]++;
      }
    }
    long recordings = Arrays.stream(perSpeaker).asLongStream().sum();
    DataReport facts =
        new DataReport(
            scan.speakers(),
            recordings,
            scan.recordings() - recordings,
            scan.dimension(),
            PerSpeaker.of(perSpeaker),
            Norms.of(scan, usable),
            scatter.map(s -> Spectrum.of(s, s.within())).orElse(Spectrum.NONE),
            scatter.map(s -> Spectrum.of(s, s.between())).orElse(Spectrum.NONE),
            DuplicateRows.find(scan, vector),
            scan.unusable(),
            scatter.map(SpeakerScatter::constantColumns).orElse(List.of()),
            scatter.map(s -> s.nearConstantColumns(NEARLY)).orElse(List.of()),
            List.of());
    return facts.with(DataFindings.of(facts, scatter, ids));
  }

  private DataReport with(List<Finding> found) {
    return new DataReport(
        speakers,
        recordings,
        leftOut,
        dimension,
        perSpeaker,
        norms,
        within,
        between,
        duplicates,
        unusable,
        constantColumns,
        nearConstantColumns,
        found);
  }

  /** Whether training refuses these data, whatever the speaker dimension. */
  public boolean isRefused() {
    return findings.stream().anyMatch(f -> f.severity() == Severity.REFUSAL);
  }

  /** The most directions that training can give the speaker variable: those that means vary in. */
  public int largestSpeakerDimension() {
    return Math.min(Math.min(dimension, speakers - 1), between.rank());
  }

  /** Twelve lines of figures, then the findings with their remedies. */
  @Override
  public String toString() {
    return DataReportText.of(this);
  }
}
