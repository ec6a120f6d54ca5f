package dev.gme.spark;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.kaldi.KaldiArray;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.api.java.JavaRDD;

/** Vectors by a script file of Kaldi. */
final class VectorScript implements VectorSource, Serializable {
  private static final long serialVersionUID = 1L;

  /** Entries that are read at a time: 10 MB at 600 dimensions. */
  private static final int SOME = 4096;

  private final KaldiScript script;
  private final SpeakerList speakers;

  VectorScript(Cluster cluster, String path, SpeakerList.Wanted wanted) {
    script = new KaldiScript(cluster, path, 4 * cluster.cores());
    speakers = SpeakerList.of(cluster, wanted, path, script.lines().map(KaldiScript.Line::key));
  }

  @Override
  public String where() {
    return script.path();
  }

  @Override
  public String whereIds() {
    return script.path();
  }

  @Override
  public int dimension() {
    List<float[]> read = new ArrayList<>();
    script.read(List.of(script.first()), (line, array) -> read.add(vector(line.key(), array, -1)));
    return read.get(0).length;
  }

  @Override
  public JavaRDD<VectorRow> rows(int dimension) {
    return script
        .lines()
        .mapPartitions(
            part -> {
              var speakerOf = speakers.open();
              return new InBatches<KaldiScript.Line, VectorRow>(
                  part,
                  SOME,
                  some -> {
                    List<VectorRow> out = new ArrayList<>(some.size());
                    script.read(
                        some,
                        (line, array) ->
                            out.add(
                                new VectorRow(
                                    line.key(),
                                    speakerOf.apply(line.key()),
                                    vector(line.key(), array, dimension))));
                    return out.iterator();
                  });
            });
  }

  private float[] vector(String id, KaldiArray array, int dimension) {
    DoubleMatrix m = array.values();
    String where = script.path() + ", key " + BadFile.quoted(id);
    if (m.rows() != 1) {
      throw BadFile.at(
          where,
          "expected a vector, found " + m.rows() + " x " + m.cols(),
          "give vectors of one dimension");
    }
    return VectorColumn.checked(where, m.array(), dimension);
  }
}
