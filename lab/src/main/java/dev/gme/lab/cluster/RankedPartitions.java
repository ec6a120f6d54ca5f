package dev.gme.lab.cluster;

import dev.gme.core.partition.PartitionPosterior;
import dev.gme.core.partition.PartitionWords;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The most probable partitions of some recordings, and what is left for the others.
 *
 * @param recordings whose partitions these are
 * @param prior the prior of partitions in words
 * @param inAll how many partitions there are
 * @param best the most probable ones, best first
 * @param restProbability what all others share, so that everything adds up to one
 * @param sameSpeaker the probability that two recordings are of one speaker, a row for each
 */
public record RankedPartitions(
    List<String> recordings,
    String prior,
    int inAll,
    List<Line> best,
    double restProbability,
    List<List<Double>> sameSpeaker) {
  /**
   * One partition of the list.
   *
   * @param partition in words
   * @param logProbability given the recordings
   * @param logLr log-likelihood ratio against the partition in which all speakers differ
   */
  public record Line(String partition, double logProbability, double logLr) {
    public double probability() {
      return Math.exp(logProbability);
    }
  }

  static RankedPartitions of(
      PartitionPosterior posterior, List<String> ids, String prior, int best) {
    double[] logLr = posterior.logLrAgainstFinest();
    double[] logP = posterior.logProbability();
    int[] shown = posterior.best(best);
    List<Line> lines =
        Arrays.stream(shown)
            .mapToObj(
                p ->
                    new Line(
                        PartitionWords.of(posterior.partitions().get(p), ids), logP[p], logLr[p]))
            .toList();
    return new RankedPartitions(
        ids, prior, logP.length, lines, rest(logP, shown), same(posterior, ids.size()));
  }

  private static double rest(double[] logP, int[] shown) {
    Set<Integer> seen = IntStream.of(shown).boxed().collect(Collectors.toSet());
    return IntStream.range(0, logP.length)
        .filter(p -> !seen.contains(p))
        .mapToDouble(p -> Math.exp(logP[p]))
        .sum();
  }

  private static List<List<Double>> same(PartitionPosterior posterior, int n) {
    return IntStream.range(0, n)
        .mapToObj(
            i -> IntStream.range(0, n).mapToObj(j -> posterior.probabilitySame(i, j)).toList())
        .toList();
  }

  /** How many partitions are not among the best. */
  public int others() {
    return inAll - best.size();
  }
}
