package dev.gme.lab.cluster;

import dev.gme.core.cluster.StartingSets;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.partition.Partition;
import dev.gme.formats.io.Sha256;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What is clustered: enrolled speakers, then recordings, scaled, with their links.
 *
 * @param enrolled names of known speakers
 * @param ids of the recordings
 * @param leftOut recordings that a speaker was enrolled with
 * @param start of the clustering
 * @param together rows of recordings of one speaker
 * @param apart pairs of rows of recordings of two
 */
record ClusterItems(
    List<String> enrolled,
    List<String> ids,
    int leftOut,
    StartingSets start,
    List<int[]> together,
    List<int[]> apart) {

  int size() {
    return enrolled.size() + ids.size();
  }

  /** The enrolled pools and the recordings, as they are clustered. */
  MetaEmbeddings embeddings() {
    return start.items();
  }

  /** The recordings without the enrolled speakers. */
  MetaEmbeddings recordings() {
    return enrolled.isEmpty() ? embeddings() : embeddings().range(enrolled.size(), size());
  }

  /** A partition of all, of the recordings alone. */
  Partition recordings(Partition all) {
    int[] labels = all.labels();
    return Partition.of(Arrays.copyOfRange(labels, enrolled.size(), labels.length));
  }

  /**
   * The names of the sets of a partition of all: that of the enrolled speaker in it, or else c1,
   * c2, … in the order of the first recordings, with as many digits as the last one has, and
   * without names that are taken.
   */
  String[] names(Partition all) {
    int e = enrolled.size();
    String[] out = new String[all.sets()];
    Set<String> taken = new HashSet<>(enrolled);
    int digits = Integer.toString(Math.max(1, all.sets() - e)).length();
    int number = 0;
    // Enrolled speakers are never together, so that they have the first labels, in their order.
    for (int set = 0; set < out.length; set++) {
      if (set < e) {
        out[set] = enrolled.get(set);
      } else {
        do {
          out[set] = String.format(Locale.ROOT, "c%0" + digits + "d", ++number);
        } while (taken.contains(out[set]));
      }
    }
    return out;
  }

  /** Adds everything that the clusters depend on to a digest. */
  void addTo(Sha256 digest) {
    MetaEmbeddings e = embeddings();
    byte[] row = new byte[8 * e.dimension()];
    double[] b = e.b();
    for (int i = 0; i < b.length; i++) {
      ByteBuffer.wrap(row).asDoubleBuffer().put(e.a().row(i));
      digest.add(row).add(b[i]);
    }
    digest.add(enrolled.size());
    for (int[] list : together) {
      digest.add(list);
    }
    digest.add(together.size());
    for (int[] pair : apart) {
      digest.add(pair);
    }
  }
}
