package dev.gme.lab.diarize;

import dev.gme.core.Progress;
import dev.gme.core.diarize.Diarizer;
import dev.gme.core.diarize.DiarizerOptions;
import dev.gme.core.diarize.SpeakerTurns;
import dev.gme.core.diarize.TimeRegions;
import dev.gme.core.diarize.WindowSpeakers;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.formats.artefact.IdentifiedEmbeddings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds who speaks when in recordings that were cut into windows.
 *
 * <pre>{@code
 * Diarization diarization = new Diarization(DiarizerOptions.DEFAULT);
 * List<Diarization.Found> found = diarization.run(windows, recordings, Progress.NONE);
 * }</pre>
 */
public final class Diarization {
  private final DiarizerOptions options;
  private final Optional<IdentifiedEmbeddings> enrolled;
  private final Optional<Map<String, TimeRegions>> speech;
  private final Optional<Map<String, TimeRegions>> overlap;

  public Diarization(DiarizerOptions options) {
    this(options, Optional.empty(), Optional.empty(), Optional.empty());
  }

  /**
   * With what is known beforehand.
   *
   * @param enrolled speakers who may be among the others, a pool each
   * @param speech when anybody speaks, by recording; turns are cut to it
   * @param overlap when two speak at once, by recording; there each window has a second speaker
   */
  public Diarization(
      DiarizerOptions options,
      Optional<IdentifiedEmbeddings> enrolled,
      Optional<Map<String, TimeRegions>> speech,
      Optional<Map<String, TimeRegions>> overlap) {
    this.options = options;
    this.enrolled = enrolled;
    this.speech = speech;
    this.overlap = overlap;
  }

  /**
   * What was found in a recording.
   *
   * @param windows of the recording
   * @param startSets the sets that average linkage left
   * @param speakers heard
   */
  public record Found(
      String recording, SpeakerTurns turns, int windows, int startSets, int speakers) {}

  /** The turns of every recording, in the order given. */
  public List<Found> run(
      IdentifiedEmbeddings windows, List<WindowedRecording> recordings, Progress progress) {
    List<Found> out = new ArrayList<>();
    for (WindowedRecording recording : recordings) {
      progress.step("recordings", out.size(), recordings.size());
      out.add(run(windows.embeddings(), recording, progress));
    }
    progress.step("recordings", out.size(), recordings.size());
    return List.copyOf(out);
  }

  private Found run(MetaEmbeddings all, WindowedRecording recording, Progress progress) {
    int[][] one = new int[recording.size()][];
    for (int t = 0; t < one.length; t++) {
      one[t] = new int[] {recording.rows()[t]};
    }
    MetaEmbeddings windows = all.pool(one);
    MetaEmbeddings known =
        enrolled.map(IdentifiedEmbeddings::embeddings).orElseGet(() -> all.pool(new int[0][]));
    double[] starts = recording.starts();
    double[] ends = recording.ends();
    WindowSpeakers found = new Diarizer(options).speakers(windows, starts, ends, known, progress);
    List<String> names = names(found.numbers());
    SpeakerTurns turns = SpeakerTurns.ofWindows(starts, ends, found.labels(), names);
    if (overlap.isPresent()) {
      SpeakerTurns second = SpeakerTurns.ofWindows(starts, ends, found.secondLabels(), names);
      turns = turns.with(second.within(regions(overlap.get(), recording)));
    }
    if (speech.isPresent()) {
      turns = turns.within(regions(speech.get(), recording));
    }
    return new Found(
        recording.name(), turns, recording.size(), found.startSets(), found.speakers());
  }

  private static TimeRegions regions(
      Map<String, TimeRegions> regions, WindowedRecording recording) {
    return regions.getOrDefault(recording.name(), TimeRegions.NONE);
  }

  /** The enrolled by their names, then speaker1, speaker2, … without names that are taken. */
  private List<String> names(int n) {
    List<String> names = new ArrayList<>(enrolled.map(IdentifiedEmbeddings::ids).orElse(List.of()));
    for (int i = 1; names.size() < n; i++) {
      if (!names.contains("speaker" + i)) {
        names.add("speaker" + i);
      }
    }
    return names;
  }
}
