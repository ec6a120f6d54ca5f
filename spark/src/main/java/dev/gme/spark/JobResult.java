package dev.gme.spark;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a job says when it is done.
 *
 * @param lines for people
 * @param figures for programs, by name
 */
record JobResult(List<String> lines, Map<String, Object> figures) {
  JobResult {
    lines = List.copyOf(lines);
    figures = new LinkedHashMap<>(figures);
  }
}
