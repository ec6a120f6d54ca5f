package dev.gme.core.score.sink;

/** The scores of target trials, or of non-target trials: all of them, or how many are in bins. */
final class TrialClassScores {
  private static final ScoreBins BINS = ScoreBins.fine();

  private final boolean partsKeep;
  private final int kept;
  private final CountTables tables = new CountTables(BINS.size());
  private FloatList list = new FloatList();

  /** Null until there are too many to keep. */
  private long[] spilled;

  /**
   * Scores of a kind.
   *
   * @param partsKeep whether scores are few enough to be put into bins, if at all, when bands are
   *     merged
   * @param kept how many are kept one by one
   */
  TrialClassScores(boolean partsKeep, int kept) {
    this.partsKeep = partsKeep;
    this.kept = kept;
  }

  /** The scores of a band. */
  static final class Part {
    private final FloatList list;
    private final long[] table;

    private Part(FloatList list, long[] table) {
      this.list = list;
      this.table = table;
    }

    boolean keeps() {
      return list != null;
    }

    void add(float score) {
      if (list != null) {
        list.add(score);
      } else {
        table[BINS.bin(score)]++;
      }
    }

    void addAll(float[] scores, int off, int n) {
      if (list != null) {
        list.addAll(scores, off, n);
      } else {
        BINS.count(scores, off, n, table);
      }
    }

    /** Takes back a score that was counted. */
    void subtract(float score) {
      table[BINS.bin(score)]--;
    }
  }

  Part open() {
    return partsKeep ? new Part(new FloatList(), null) : new Part(null, tables.take());
  }

  void close(Part part) {
    if (!part.keeps()) {
      tables.giveBack(part.table);
    }
  }

  void merge(Part part) {
    if (!part.keeps()) {
      return;
    }
    if (spilled == null && (long) list.size() + part.list.size() > kept) {
      spilled = new long[BINS.size()];
      spill(list);
      list = new FloatList();
    }
    if (spilled == null) {
      list.addAll(part.list);
    } else {
      spill(part.list);
    }
  }

  private void spill(FloatList from) {
    for (int i = 0; i < from.size(); i++) {
      spilled[BINS.bin(from.get(i))]++;
    }
  }

  /** All of them so far. */
  StreamedScores scores() {
    if (partsKeep && spilled == null) {
      return StreamedScores.of(kept, list.toArray());
    }
    long[] counts = partsKeep ? spilled.clone() : tables.total();
    return StreamedScores.of(kept, new ScoreHistogram(BINS, counts));
  }
}
