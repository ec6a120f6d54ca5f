package dev.gme.spark;

import dev.gme.core.GmeException;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.lists.SpeakerLabels;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.broadcast.Broadcast;

/** The speakers of recordings by a list such as utt2spk, on their way to tasks. */
final class SpeakerList implements Serializable {
  private static final long serialVersionUID = 1L;

  /**
   * What a job wants to know.
   *
   * @param needed whether it needs speakers at all
   * @param labels the list, where one was given
   */
  record Wanted(boolean needed, Optional<String> labels) {}

  private final String source;

  /** Null where nobody needs speakers. */
  private final Broadcast<Map<String, String>> speakerOf;

  private SpeakerList(String source, Broadcast<Map<String, String>> speakerOf) {
    this.source = source;
    this.speakerOf = speakerOf;
  }

  /** Speakers by what a file with vectors says itself. */
  static SpeakerList of(Cluster cluster, String source, List<String> ids, List<String> speakers) {
    Map<String, String> map = new HashMap<>();
    for (int i = 0; i < ids.size(); i++) {
      map.put(ids.get(i), speakers.get(i));
    }
    return new SpeakerList(source, cluster.context().broadcast(map));
  }

  /**
   * Reads the list.
   *
   * @param source what messages call the vectors
   * @param ids all ids, of which those in the first line of the list are looked for
   */
  static SpeakerList of(Cluster cluster, Wanted wanted, String source, JavaRDD<String> ids) {
    if (!wanted.needed) {
      return new SpeakerList(source, null);
    }
    String list =
        wanted.labels.orElseThrow(
            () ->
                new GmeException(
                    source + " does not say which speaker a vector is of",
                    "give the speakers with --labels FILE, for example an utt2spk"));
    try (InputFile file = InputFile.of(list, cluster.files().open(list))) {
      SpeakerLabels labels = SpeakerLabels.of(file);
      Set<String> words = new HashSet<>(labels.firstLine());
      Set<String> known = new HashSet<>(ids.filter(words::contains).distinct().collect());
      return new SpeakerList(
          source, cluster.context().broadcast(new HashMap<>(labels.of(known::contains))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** In a task: who speaks in a recording; null where nobody needs to know. */
  UnaryOperator<String> open() {
    if (speakerOf == null) {
      return id -> null;
    }
    Map<String, String> map = speakerOf.value();
    return id -> {
      String speaker = map.get(id);
      if (speaker == null) {
        throw new GmeException(
            source + ": there is no speaker for the vector " + BadFile.quoted(id),
            "add it to the list of speakers, or give the list that belongs to these vectors");
      }
      return speaker;
    };
  }
}
