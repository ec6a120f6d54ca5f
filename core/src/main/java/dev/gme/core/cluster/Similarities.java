package dev.gme.core.cluster;

/** What joins are chosen by: the similarity of every pair of sets, kept while sets are joined. */
interface Similarities {
  /** The similarity of two sets, i &lt; j; −∞ if they must not come together. */
  double of(int i, int j);

  /**
   * Set j becomes part of set i.
   *
   * @param others the sets that are left, i among them, ascending
   * @param count how many there are
   */
  void join(int i, int j, int[] others, int count);

  /** About how many multiplications a call of {@link #of} takes. */
  int cost();
}
