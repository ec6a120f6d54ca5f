package dev.gme.spark;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * The cells of two sets of blocks, shared out to tasks: a task has a square of cells, whose blocks
 * of rows stay in memory while those of columns come one after the other. Where a set is scored
 * against itself, cells on and above the diagonal are enough.
 *
 * <pre>{@code
 * for (CellGrid.Task task : CellGrid.of(610, 610, true, 100).tasks()) { ... }
 * }</pre>
 *
 * @param rowBlocks blocks of enrolments
 * @param colBlocks blocks of test recordings
 * @param group blocks a side of a task
 * @param isOneSet whether both are the same
 */
record CellGrid(int rowBlocks, int colBlocks, int group, boolean isOneSet) implements Serializable {
  /** A minute of a core, and half a gigabyte of rows, at d = 200. */
  private static final int LARGEST_GROUP = 8;

  /** Fewer would leave cores without work at the end. */
  private static final int TASKS_PER_CORE = 4;

  /**
   * The cells of a task.
   *
   * @param rowTo and {@code colTo} are excluded
   */
  record Task(int number, int rowFrom, int rowTo, int colFrom, int colTo) implements Serializable {}

  /** The grid for a cluster; results do not depend on it, the time does. */
  static CellGrid of(int rowBlocks, int colBlocks, boolean isOneSet, int cores) {
    for (int group = LARGEST_GROUP; group > 1; group--) {
      CellGrid grid = new CellGrid(rowBlocks, colBlocks, group, isOneSet);
      if (grid.tasks().size() >= (long) TASKS_PER_CORE * cores) {
        return grid;
      }
    }
    return new CellGrid(rowBlocks, colBlocks, 1, isOneSet);
  }

  List<Task> tasks() {
    List<Task> out = new ArrayList<>();
    for (int r = 0; r < rowBlocks; r += group) {
      for (int c = isOneSet ? r : 0; c < colBlocks; c += group) {
        int rowTo = Math.min(rowBlocks, r + group);
        int colTo = Math.min(colBlocks, c + group);
        out.add(new Task(out.size(), r, rowTo, c, colTo));
      }
    }
    return out;
  }
}
