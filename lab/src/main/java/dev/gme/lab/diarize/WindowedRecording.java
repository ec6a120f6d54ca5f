package dev.gme.lab.diarize;

import dev.gme.core.GmeException;
import dev.gme.formats.turns.Segments;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The windows of a recording in order of time: which rows of a file of vectors they are, and when
 * they start and end.
 *
 * <pre>{@code
 * List<WindowedRecording> recordings =
 *     WindowedRecording.of(vectors.ids(), Segments.read(Path.of("segments")), false);
 * }</pre>
 */
public final class WindowedRecording {
  private final String name;
  private final int[] rows;
  private final double[] starts;
  private final double[] ends;

  private record Window(int row, Segments.Segment segment) {}

  private WindowedRecording(String name, List<Window> windows) {
    this.name = name;
    List<Window> inTime = new ArrayList<>(windows);
    inTime.sort(
        Comparator.<Window>comparingDouble(w -> w.segment.start())
            .thenComparingDouble(w -> w.segment.end()));
    rows = inTime.stream().mapToInt(Window::row).toArray();
    starts = inTime.stream().mapToDouble(w -> w.segment.start()).toArray();
    ends = inTime.stream().mapToDouble(w -> w.segment.end()).toArray();
  }

  /**
   * Sorts vectors by their recordings, in the order in which segments name these first.
   *
   * @param ids of the vectors, which are the ids of segments
   * @param allowMissing whether segments without a vector are passed over; a vector without a
   *     segment never is
   */
  public static List<WindowedRecording> of(
      List<String> ids, List<Segments.Segment> segments, boolean allowMissing) {
    Map<String, Integer> rowOf = new HashMap<>();
    for (int i = 0; i < ids.size(); i++) {
      rowOf.put(ids.get(i), i);
    }
    Map<String, List<Window>> found = new LinkedHashMap<>();
    int used = 0;
    for (Segments.Segment segment : segments) {
      Integer row = rowOf.remove(segment.id());
      if (row == null) {
        if (allowMissing) {
          continue;
        }
        throw new GmeException(
            "the segment '" + segment.id() + "' has no vector",
            "allow missing ones, or check that both files are of the same windows");
      }
      if (segment.end() == Segments.TO_THE_END) {
        throw new GmeException(
            "the segment '" + segment.id() + "' goes to the end of its recording, found no time",
            "give its end in seconds");
      }
      used++;
      found
          .computeIfAbsent(segment.recording(), r -> new ArrayList<>())
          .add(new Window(row, segment));
    }
    if (used < ids.size()) {
      String one = ids.stream().filter(rowOf::containsKey).findFirst().orElseThrow();
      throw new GmeException(
          "the vector '" + one + "' has no segment, so it is not known when it is",
          "add it to the segments");
    }
    List<WindowedRecording> out = new ArrayList<>();
    found.forEach((name, windows) -> out.add(new WindowedRecording(name, windows)));
    return List.copyOf(out);
  }

  public String name() {
    return name;
  }

  /** Number of windows. */
  public int size() {
    return rows.length;
  }

  int[] rows() {
    return rows;
  }

  double[] starts() {
    return starts;
  }

  double[] ends() {
    return ends;
  }
}
