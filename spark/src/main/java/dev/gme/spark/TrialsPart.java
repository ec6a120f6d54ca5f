package dev.gme.spark;

import dev.gme.core.score.sink.ScoreBins;
import dev.gme.core.score.sink.ScoreHistogram;
import dev.gme.core.score.sink.StreamedScores;
import dev.gme.core.score.sink.StreamedTrials;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** What an evaluation has gathered, as bytes. */
final class TrialsPart {
  private TrialsPart() {}

  static byte[] of(StreamedTrials trials) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      write(trials.targets(), out);
      write(trials.nontargets(), out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static void write(StreamedScores scores, DataOutputStream out) throws IOException {
    out.writeBoolean(scores.isExact());
    if (scores.isExact()) {
      float[] all = scores.scores().orElseThrow();
      out.writeInt(all.length);
      for (float s : all) {
        out.writeFloat(s);
      }
      return;
    }
    int[] bins = scores.histogram().usedBins();
    long[] counts = scores.histogram().usedCounts();
    out.writeInt(bins.length);
    for (int i = 0; i < bins.length; i++) {
      out.writeInt(bins[i]);
      out.writeLong(counts[i]);
    }
  }

  static StreamedTrials read(byte[] bytes) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      return new StreamedTrials(scores(in), scores(in));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static StreamedScores scores(DataInputStream in) throws IOException {
    boolean isExact = in.readBoolean();
    int n = in.readInt();
    if (isExact) {
      float[] all = new float[n];
      for (int i = 0; i < n; i++) {
        all[i] = in.readFloat();
      }
      return StreamedScores.of(all);
    }
    int[] bins = new int[n];
    long[] counts = new long[n];
    for (int i = 0; i < n; i++) {
      bins[i] = in.readInt();
      counts[i] = in.readLong();
    }
    return StreamedScores.of(ScoreHistogram.of(ScoreBins.fine(), bins, counts));
  }
}
