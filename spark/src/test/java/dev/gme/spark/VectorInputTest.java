package dev.gme.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.FloatMatrix;
import dev.gme.core.simulate.SimulatedDatabase;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.artefact.Artefact;
import dev.gme.formats.artefact.ArtefactKind;
import dev.gme.formats.vectors.VectorFiles;
import dev.gme.formats.vectors.VectorFormat;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of Kaldi and NumPy give the same blocks and models as the same vectors in a table. */
class VectorInputTest {
  @TempDir Path folder;

  private final SimulatedDatabase data = SmallCluster.recordings(40, 5);
  private final int n = data.vectors().rows();
  private final List<String> ids = IntStream.range(0, n).mapToObj(SmallCluster::id).toList();
  private final List<String> speakers =
      IntStream.of(data.speakers()).mapToObj(s -> "s" + s).toList();

  @BeforeEach
  void writeFiles() throws IOException {
    // Two archives in folders of their own, and a script that goes back and forth between them.
    LabelledVectors all = labelled(ids, SmallCluster.vectors(data));
    List<String> script = new ArrayList<>();
    for (int part = 0; part < 2; part++) {
      Path ark = Files.createDirectories(folder.resolve("ark" + part)).resolve("x.ark");
      int half = part;
      List<String> some = ids.stream().filter(id -> SmallCluster.row(id) % 2 == half).toList();
      VectorFiles.write(ark, all.only(some), VectorFormat.KALDI);
      for (String line : Files.readAllLines(folder.resolve("ark" + part + "/x.scp"))) {
        String offset = line.substring(line.lastIndexOf(':'));
        script.add(line.split(" ", 2)[0] + " ark" + part + "/x.ark" + offset);
      }
    }
    script.sort(null);
    Files.write(folder.resolve("x.scp"), script);
    VectorFiles.write(folder.resolve("x.npy"), all, VectorFormat.NPY);
    VectorFiles.write(folder.resolve("x.npz"), all, VectorFormat.NPZ);
    List<String> labels = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      labels.add(ids.get(i) + " " + speakers.get(i));
    }
    Files.write(folder.resolve("utt2spk"), labels);
  }

  private LabelledVectors labelled(List<String> names, DoubleMatrix x) {
    float[] single = new float[x.array().length];
    for (int i = 0; i < single.length; i++) {
      single[i] = (float) x.array()[i];
    }
    return LabelledVectors.of("test", names, FloatMatrix.wrap(x.rows(), x.cols(), single))
        .withSpeakers(
            IntStream.range(0, n)
                .boxed()
                .collect(java.util.stream.Collectors.toMap(ids::get, speakers::get)));
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  private void extract(String vectors, String out, String... more) {
    List<String> words =
        new ArrayList<>(
            List.of(
                "--model=" + SmallCluster.modelFile(folder),
                "--vectors=" + vectors,
                "--block=50",
                "--out=" + path(out)));
    words.addAll(List.of(more));
    JobArguments arguments = JobArguments.parse(words.toArray(new String[0]));
    Job job = ExtractJob.of(arguments);
    arguments.requireAllKnown("extract");
    job.run(SmallCluster.get());
  }

  private Object blocks(String out) {
    return EmbeddingFolder.open(SmallCluster.get().files(), path(out)).manifest().blocks();
  }

  private double[] train(String vectors, String out, String... more) throws IOException {
    List<String> words =
        new ArrayList<>(
            List.of(
                "--vectors=" + vectors,
                "--out=" + path(out),
                "--iterations=1",
                "--speaker-dim=3",
                "--raw"));
    words.addAll(List.of(more));
    JobArguments arguments = JobArguments.parse(words.toArray(new String[0]));
    Job job = TrainJob.plda(arguments);
    arguments.requireAllKnown("train");
    job.run(SmallCluster.get());
    return Artefact.read(Path.of(path(out)), ArtefactKind.EXTRACTOR)
        .value()
        .extractor()
        .p()
        .array();
  }

  @Test
  void blocksAreThoseOfATable() throws IOException {
    extract(SmallCluster.table(folder, SmallCluster.rows(data), 2), "table");
    extract(path("x.scp"), "scp");
    extract(path("x.npy"), "npy");
    extract(path("x.npz"), "npz");
    stored("x.npz", "stored.npz");
    extract(path("stored.npz"), "stored");
    Files.move(folder.resolve("x.ids"), folder.resolve("names"));
    extract("file:" + path("x.npy"), "list", "--ids=" + path("names"));
    for (String out : List.of("scp", "npy", "npz", "stored", "list")) {
      assertThat(blocks(out)).as(out).isEqualTo(blocks("table"));
    }
  }

  @Test
  void modelsAreThoseOfATable() throws IOException {
    double[] p = train(SmallCluster.table(folder, SmallCluster.rows(data), 2), "table.gme");
    String labels = "--labels=" + path("utt2spk");
    assertThat(train(path("x.scp"), "scp.gme", labels)).isEqualTo(p);
    assertThat(train(path("x.npy"), "npy.gme", labels)).isEqualTo(p);
    // An .npz file says itself who speaks.
    assertThat(train(path("x.npz"), "npz.gme")).isEqualTo(p);
  }

  private String refused(Runnable work) {
    try {
      work.run();
    } catch (Exception e) { // Spark's own are checked ones that nothing declares
      JobFailure failure = JobFailure.of(e);
      assertThat(failure.help()).isNotEmpty();
      return failure.sentence().replace(folder.toString() + "/", "");
    }
    throw new AssertionError("it was not refused");
  }

  private String refusedTraining(String vectors, String... more) {
    return refused(
        () -> {
          try {
            train(path(vectors), "refused.gme", more);
          } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
          }
        });
  }

  @Test
  void scriptsAreCheckedLineByLine() throws IOException {
    List<String> lines = new ArrayList<>(Files.readAllLines(folder.resolve("x.scp")));
    lines.set(6, "odd gone/x.ark:5");
    Files.write(folder.resolve("gone.scp"), lines);
    assertThat(refused(() -> extract(path("gone.scp"), "emb")))
        .isEqualTo("gone.scp, line 7: the file 'gone/x.ark' of key 'odd' is not there");
    lines.set(6, lines.get(6).replace("gone", "ark0").replace(":5", ":9"));
    Files.write(folder.resolve("place.scp"), lines);
    assertThat(refused(() -> extract(path("place.scp"), "emb"))).contains("x.ark").contains("odd");
    lines.set(6, "");
    Files.write(folder.resolve("blank.scp"), lines);
    assertThat(refused(() -> extract(path("blank.scp"), "emb")))
        .isEqualTo("blank.scp, line 7: expected words, found a blank line");
    lines.set(6, lines.get(5));
    Files.write(folder.resolve("twice.scp"), lines);
    assertThat(refused(() -> extract(path("twice.scp"), "emb")))
        .isEqualTo("twice.scp: the id 'r00005' comes 2 times");
    assertThat(refused(() -> extract(path("ark0/x.ark"), "emb")))
        .isEqualTo("ark0/x.ark: expected a script file, found an archive");
    assertThat(refused(() -> extract(path("x.scp"), "emb", "--ids=" + path("x.ids"))))
        .isEqualTo("--ids is for .npy files, and x.scp is none");
  }

  @Test
  void vectorsAreCheckedWithTheirIds() throws IOException {
    DoubleMatrix x = SmallCluster.vectors(data);
    x.array()[7 * SmallCluster.DIMENSION + 2] = Double.NaN;
    VectorFiles.write(folder.resolve("nan.ark"), labelled(ids, x), VectorFormat.KALDI);
    assertThat(refused(() -> extract(path("nan.scp"), "emb")))
        .isEqualTo("nan.scp, key 'r00007': expected finite numbers, found NaN at number 3");
    VectorFiles.write(folder.resolve("nan.npy"), labelled(ids, x), VectorFormat.NPY);
    assertThat(refused(() -> extract(path("nan.npy"), "emb")))
        .isEqualTo("nan.npy, row 7, id 'r00007': expected finite numbers, found NaN at number 3");
    Files.write(folder.resolve("x.ids"), ids.subList(1, n));
    assertThat(refused(() -> extract(path("x.npy"), "emb")))
        .isEqualTo(
            String.format("x.npy: expected %d ids for %d rows, found %d in x.ids", n, n, n - 1));
    Files.delete(folder.resolve("x.ids"));
    assertThat(refused(() -> extract(path("x.npy"), "emb")))
        .isEqualTo("x.npy: expected a list of ids beside it, found no x.ids");
    Files.write(folder.resolve("cut.npz"), new byte[] {'P', 'K', 3, 4, 0, 0});
    assertThat(refused(() -> extract(path("cut.npz"), "emb"))).contains("expected an .npz file");
    Files.writeString(folder.resolve("x.csv"), "id,a,b\nr1,1,2\n");
    assertThat(refused(() -> extract(path("x.csv"), "emb")))
        .startsWith("x.csv: expected a table of Spark, a script file of Kaldi, .npy or .npz");
  }

  /** As numpy.savez writes it. */
  private void stored(String from, String to) throws IOException {
    try (ZipInputStream in = new ZipInputStream(Files.newInputStream(folder.resolve(from)));
        OutputStream file = Files.newOutputStream(folder.resolve(to));
        ZipOutputStream out = new ZipOutputStream(file)) {
      for (ZipEntry e = in.getNextEntry(); e != null; e = in.getNextEntry()) {
        byte[] bytes = in.readAllBytes();
        CRC32 crc = new CRC32();
        crc.update(bytes);
        ZipEntry entry = new ZipEntry(e.getName());
        entry.setMethod(ZipEntry.STORED);
        entry.setSize(bytes.length);
        entry.setCrc(crc.getValue());
        out.putNextEntry(entry);
        out.write(bytes);
      }
    }
  }

  @Test
  void trainingWantsTheSpeakerOfEachRecording() throws IOException {
    assertThat(refusedTraining("x.scp"))
        .isEqualTo("x.scp does not say which speaker a vector is of");
    List<String> labels = Files.readAllLines(folder.resolve("utt2spk"));
    Files.write(folder.resolve("few"), labels.subList(0, n - 1));
    assertThat(refusedTraining("x.scp", "--labels=" + path("few")))
        .isEqualTo("x.scp: there is no speaker for the vector '" + ids.get(n - 1) + "'");
    String table = SmallCluster.table(folder, SmallCluster.rows(data), 1);
    assertThat(
            refusedTraining(
                folder.relativize(Path.of(table)).toString(), "--labels=" + path("utt2spk")))
        .isEqualTo("--labels is for files of Kaldi and NumPy, and table-1 is a table");
  }
}
