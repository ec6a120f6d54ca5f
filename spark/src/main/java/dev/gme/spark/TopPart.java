package dev.gme.spark;

import dev.gme.core.score.sink.TopScores;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Best scores as bytes. */
final class TopPart {
  private TopPart() {}

  static byte[] of(TopScores top) {
    int[] sizes = top.sizes();
    int[] partners = top.partners();
    float[] scores = top.scores();
    var bytes = new ByteArrayOutputStream(12 + 4 * sizes.length + 8 * partners.length);
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(top.k());
      out.writeInt(sizes.length);
      out.writeInt(partners.length);
      for (int size : sizes) {
        out.writeInt(size);
      }
      for (int i = 0; i < partners.length; i++) {
        out.writeInt(partners[i]);
        out.writeFloat(scores[i]);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  static TopScores read(byte[] bytes) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      int k = in.readInt();
      int[] sizes = new int[in.readInt()];
      int[] partners = new int[in.readInt()];
      float[] scores = new float[partners.length];
      for (int i = 0; i < sizes.length; i++) {
        sizes[i] = in.readInt();
      }
      for (int i = 0; i < partners.length; i++) {
        partners[i] = in.readInt();
        scores[i] = in.readFloat();
      }
      return TopScores.of(k, sizes, partners, scores);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
