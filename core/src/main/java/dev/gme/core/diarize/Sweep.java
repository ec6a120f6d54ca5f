package dev.gme.core.diarize;

import java.util.Arrays;

/**
 * Goes through the time of a recording from boundary to boundary. Between two neighbouring
 * boundaries of turns, regions and collars nothing changes.
 */
final class Sweep {
  /** Hears of each stretch of time in the region, with who speaks in it. */
  interface Visitor {
    void interval(double length, boolean inCollar, ActiveSpeakers ref, ActiveSpeakers out);
  }

  private enum Kind {
    REFERENCE,
    OUTPUT,
    REGION,
    COLLAR
  }

  /** At a time a turn, region or collar begins (by = 1) or ends (by = −1). */
  private record Event(double time, Kind kind, int speaker, int by) {}

  private final int referenceSpeakers;
  private final int outputSpeakers;
  private final Event[] events;
  private int filled;

  Sweep(SpeakerTurns reference, SpeakerTurns output, TimeRegions region, double collar) {
    referenceSpeakers = reference.names().size();
    outputSpeakers = output.names().size();
    boolean hasCollar = collar > 0;
    events =
        new Event[(hasCollar ? 6 : 2) * reference.size() + 2 * output.size() + 2 * region.size()];
    for (int i = 0; i < reference.size(); i++) {
      add(reference.start(i), reference.end(i), Kind.REFERENCE, reference.speaker(i));
      if (hasCollar) {
        add(reference.start(i) - collar, reference.start(i) + collar, Kind.COLLAR, 0);
        add(reference.end(i) - collar, reference.end(i) + collar, Kind.COLLAR, 0);
      }
    }
    for (int i = 0; i < output.size(); i++) {
      add(output.start(i), output.end(i), Kind.OUTPUT, output.speaker(i));
    }
    for (int i = 0; i < region.size(); i++) {
      add(region.start(i), region.end(i), Kind.REGION, 0);
    }
    // Stable: the order of events of one time does not depend on anything but the input.
    Arrays.sort(events, (x, y) -> Double.compare(x.time, y.time));
  }

  private void add(double start, double end, Kind kind, int speaker) {
    events[filled++] = new Event(start, kind, speaker, 1);
    events[filled++] = new Event(end, kind, speaker, -1);
  }

  void run(Visitor visitor) {
    ActiveSpeakers reference = new ActiveSpeakers(referenceSpeakers);
    ActiveSpeakers output = new ActiveSpeakers(outputSpeakers);
    int regions = 0;
    int collars = 0;
    for (int i = 0; i < events.length; i++) {
      Event event = events[i];
      switch (event.kind) {
        case REFERENCE -> reference.change(event.speaker, event.by);
        case OUTPUT -> output.change(event.speaker, event.by);
        case REGION -> regions += event.by;
        default -> collars += event.by;
      }
      if (regions > 0 && i + 1 < events.length && events[i + 1].time > event.time) {
        visitor.interval(events[i + 1].time - event.time, collars > 0, reference, output);
      }
    }
  }
}
