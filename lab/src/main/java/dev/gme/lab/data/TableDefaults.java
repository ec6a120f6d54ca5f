package dev.gme.lab.data;

/** What tables of vectors and scores are taken to be unless users say otherwise. */
public final class TableDefaults {
  /** The format of tables, by Spark's name for it. */
  public static final String FORMAT = "parquet";

  /** The column of ids. */
  public static final String ID = "id";

  /** The column of vectors. */
  public static final String VECTOR = "vector";

  /** The column of speakers. */
  public static final String SPEAKER = "speaker";

  /** Scores that a table may have. */
  public static final double MOST_ROWS = 1e9;

  private TableDefaults() {}
}
