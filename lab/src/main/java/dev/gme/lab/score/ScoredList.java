package dev.gme.lab.score;

import dev.gme.core.score.sink.ScoreReport;
import dev.gme.formats.table.TrialList;

/**
 * Trials with their scores, all in memory.
 *
 * @param report how scoring went
 */
public record ScoredList(TrialList list, ScoreReport report) {}
