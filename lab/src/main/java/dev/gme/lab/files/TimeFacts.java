package dev.gme.lab.files;

import dev.gme.core.diarize.SpeakerTurns;
import dev.gme.core.diarize.TimeRegions;
import dev.gme.formats.turns.Segments;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What is said of lists about the time of recordings. */
final class TimeFacts {
  private TimeFacts() {}

  static void turns(Map<String, SpeakerTurns> turns, Map<String, Object> facts) {
    facts.put("kind", "turns of speakers (RTTM)");
    facts.put("recordings", turns.size());
    Set<String> speakers = new HashSet<>();
    long count = 0;
    double spoken = 0;
    double speech = 0;
    for (SpeakerTurns of : turns.values()) {
      speakers.addAll(of.names());
      count += of.size();
      speech += of.speech().total();
      for (int i = 0; i < of.size(); i++) {
        spoken += of.end(i) - of.start(i);
      }
    }
    facts.put("speakers", speakers.size());
    facts.put("turns", count);
    facts.put("seconds with speech", rounded(speech));
    facts.put("seconds of all turns", rounded(spoken));
  }

  static void regions(Map<String, TimeRegions> regions, Map<String, Object> facts) {
    facts.put("kind", "regions (UEM or lab)");
    facts.put("recordings", regions.size());
    facts.put("regions", regions.values().stream().mapToLong(TimeRegions::size).sum());
    facts.put("seconds", rounded(regions.values().stream().mapToDouble(TimeRegions::total).sum()));
  }

  static void segments(List<Segments.Segment> segments, Map<String, Object> facts) {
    facts.put("kind", "segments");
    facts.put("segments", segments.size());
    facts.put("recordings", segments.stream().map(Segments.Segment::recording).distinct().count());
    double[] lengths =
        segments.stream()
            .filter(s -> s.end() != Segments.TO_THE_END)
            .mapToDouble(s -> rounded(s.end() - s.start()))
            .toArray();
    if (lengths.length > 0) {
      facts.put("seconds", Spread.of(lengths));
    }
  }

  /** To the millisecond. */
  private static double rounded(double seconds) {
    return Math.rint(seconds * 1000) / 1000;
  }
}
