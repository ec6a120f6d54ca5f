package dev.gme.spark;

import dev.gme.core.score.sink.ScoreReport;
import java.io.Serializable;
import java.util.Map;

/** What becomes of the scores of cells; travels to tasks. */
interface CellWork extends Serializable {
  /** What options this work has, for the plan that a later run must share. */
  String describe();

  /** Whether the recordings of each block are numbered from 0, and not among all. */
  default boolean countsFromZero() {
    return false;
  }

  /** How much of what it says every recording is taken for. */
  default double scale() {
    return 1;
  }

  /** Whether a task has anything to do. */
  default boolean has(CellGrid.Task task) {
    return true;
  }

  /**
   * Something that gathers the scores of one task.
   *
   * @param isOneSet whether rows and columns are the same recordings
   */
  Feed open(CellGrid.Task task, BlockLayout rows, BlockLayout cols, boolean isOneSet);

  /** Gathers the scores of a task, cell by cell, in one thread. */
  interface Feed {
    /** Whether any score of a cell is wanted; asked before its blocks are read. */
    default boolean wants(int rowBlock, int colBlock) {
      return true;
    }

    /** Scores a cell. */
    ScoreReport score(Cell cell);

    /** What was gathered, by names that no other task uses. */
    Map<String, byte[]> results();
  }
}
