package dev.gme.lab.cluster;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.cluster.ScaleTraining;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.model.Pipeline;
import dev.gme.core.partition.Partition;
import dev.gme.formats.LabelledVectors;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Learns the scale and the threshold of clusterings from vectors with speakers, best from speakers
 * that the model was not trained on.
 *
 * <pre>{@code
 * ClusterTuning learned = ClusterTuning.of(model, labelled, Progress.NONE);
 * }</pre>
 *
 * @param scale every recording is taken for so much of what it says
 * @param threshold that finds the number of speakers at that scale
 */
public record ClusterTuning(double scale, double threshold) {
  /** Recordings that are clustered together, about: some dozen clusterings take seconds. */
  private static final int PART = 1200;

  /** More parts would say no more that two numbers could be told from. */
  private static final int MOST_PARTS = 6;

  /** Learns from vectors with speakers. */
  public static ClusterTuning of(Pipeline model, LabelledVectors vectors, Progress progress) {
    LabelledVectors known = vectors.requireFinite().requireDimension(model.inputDimension());
    if (known.speakers().isEmpty()) {
      throw new GmeException(
          "the vectors to learn from do not say who speaks in them", "give their speakers");
    }
    ScaleTraining learned =
        ScaleTraining.train(examples(model.extract(known.rows()), known), progress);
    return new ClusterTuning(learned.scale(), learned.threshold());
  }

  /** Parts of whole speakers, in an order that chance gives. */
  private static List<ScaleTraining.Example> examples(MetaEmbeddings all, LabelledVectors vectors) {
    Map<Integer, List<Integer>> bySpeaker = new LinkedHashMap<>();
    int[] speaker = vectors.speakerNumbers();
    for (int i = 0; i < speaker.length; i++) {
      bySpeaker.computeIfAbsent(speaker[i], s -> new ArrayList<>()).add(i);
    }
    List<List<Integer>> speakers = new ArrayList<>(bySpeaker.values());
    SeededRandom random = new SeededRandom(1);
    for (int i = speakers.size() - 1; i > 0; i--) {
      Collections.swap(speakers, i, random.nextInt(i + 1));
    }
    int parts = Math.max(1, (speaker.length + PART / 2) / PART);
    List<ScaleTraining.Example> out = new ArrayList<>();
    for (int p = 0; p < Math.min(parts, MOST_PARTS); p++) {
      List<int[]> rows = new ArrayList<>();
      List<Integer> labels = new ArrayList<>();
      for (int s = p; s < speakers.size(); s += parts) {
        for (int i : speakers.get(s)) {
          rows.add(new int[] {i});
          labels.add(s);
        }
      }
      out.add(
          new ScaleTraining.Example(
              all.pool(rows.toArray(int[][]::new)),
              Partition.of(labels.stream().mapToInt(x -> x).toArray())));
    }
    return out;
  }
}
