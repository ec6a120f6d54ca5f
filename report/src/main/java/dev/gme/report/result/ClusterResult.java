package dev.gme.report.result;

import java.util.List;

/**
 * What a page shows of a clustering.
 *
 * @param recordings how many were clustered
 * @param sizes recordings of each set, in any order
 * @param path the objective J along the joins, by the number of sets; empty where there is none
 * @param similarity shades of recordings against recordings, ordered by set
 * @param doubtful recordings whose place is not sure
 * @param nearJoins pairs of sets that would have joined next
 * @param figures how far the clustering agrees with a reference; empty without one
 * @param facts how it was made
 */
public record ClusterResult(
    int recordings,
    List<Integer> sizes,
    List<PathPoint> path,
    Similarity similarity,
    List<Doubt> doubtful,
    List<NearJoin> nearJoins,
    List<Fact> figures,
    List<Fact> facts) {
  public ClusterResult {
    sizes = List.copyOf(sizes);
    path = List.copyOf(path);
    doubtful = List.copyOf(doubtful);
    nearJoins = List.copyOf(nearJoins);
    figures = List.copyOf(figures);
    facts = List.copyOf(facts);
  }

  /** J, minus that of the start, when there were so many sets. */
  public record PathPoint(int sets, double objective) {}

  /**
   * A square of shades.
   *
   * @param recordings on each side, those of the largest sets
   * @param cells on each side; each stands for one recording or several neighbours
   * @param shades from 0 to 1, row by row
   * @param ends where sets end, in cells; empty where there are too many to show
   */
  public record Similarity(int recordings, int cells, List<Double> shades, List<Double> ends) {
    public Similarity {
      shades = List.copyOf(shades);
      ends = List.copyOf(ends);
    }
  }

  /**
   * A recording whose place is not sure.
   *
   * @param rival where it would be next, in words
   */
  public record Doubt(
      String id, String set, double probability, String rival, double rivalProbability) {}

  /** Two sets, and what joining them would change the objective by. */
  public record NearJoin(String first, int firstSize, String second, int secondSize, double gain) {}
}
