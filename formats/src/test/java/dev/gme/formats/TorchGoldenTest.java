package dev.gme.formats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.math.SeededRandom;
import dev.gme.core.model.HtPlda;
import dev.gme.core.model.Pipeline;
import dev.gme.core.model.Preprocessing;
import dev.gme.core.model.PreprocessingStep;
import dev.gme.formats.artefact.Provenance;
import dev.gme.formats.model.ModelFiles;
import dev.gme.formats.model.ModelFormat;
import dev.gme.formats.numpy.Npy;
import dev.gme.formats.numpy.NpyArray;
import dev.gme.testkit.SharedData;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The losses for PyTorch, golden groups f and g, and a model on its way to PyTorch and back (seed
 * 7). Skipped where python3 has no PyTorch.
 */
class TorchGoldenTest {
  private static final Path CONTRIB = Path.of("..", "contrib").toAbsolutePath().normalize();

  @TempDir Path folder;

  private record Run(int code, String out) {}

  private static Run python(Object... words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("python3"));
    for (Object word : words) {
      command.add(word.toString());
    }
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(CONTRIB.toFile()).redirectErrorStream(true);
    builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
    Process process;
    try {
      process = builder.start();
    } catch (IOException e) {
      return new Run(-1, "there is no python3");
    }
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    return new Run(process.exitValue(), out);
  }

  @Test
  void agreesWithGoldenDataAndModelsComeBack() throws Exception {
    Path shared = SharedData.part("reference", "f").getParent().getParent();
    Run torch = python("-c", "import numpy, torch");
    String reason = torch.out().strip();
    assumeTrue(
        torch.code() == 0,
        "python3 has no PyTorch: " + reason.substring(reason.lastIndexOf('\n') + 1));
    SeededRandom random = new SeededRandom(7);
    HtPlda model =
        HtPlda.of(
            random.gaussians(4),
            DoubleMatrix.wrap(4, 2, random.gaussians(8)),
            DoubleMatrix.diagonal(1, 2, 3, 4),
            3);
    Pipeline pipeline =
        Pipeline.of(
            Preprocessing.of(
                List.of(
                    new PreprocessingStep.Centre(random.gaussians(5)),
                    new PreprocessingStep.Linear(
                        "lda 4", DoubleMatrix.wrap(4, 5, random.gaussians(20))),
                    new PreprocessingStep.Length(4))),
            model.extractor());
    Path file = folder.resolve("model.npz");
    ModelFiles.write(file, pipeline, ModelFormat.NPZ, Provenance.NONE);
    DoubleMatrix vectors = DoubleMatrix.wrap(6, 5, random.gaussians(30));
    MetaEmbeddings e = pipeline.extract(vectors);
    Npy.write(folder.resolve("x.npy"), NpyArray.of(vectors));
    Npy.write(folder.resolve("a.npy"), NpyArray.of(e.a()));
    Npy.write(folder.resolve("b.npy"), NpyArray.of(e.b()));
    Path back = folder.resolve("back.npz");
    Run run =
        python(
            "test_gme_torch.py",
            shared.toAbsolutePath(),
            file,
            folder.resolve("x.npy"),
            folder.resolve("a.npy"),
            folder.resolve("b.npy"),
            back);
    assertThat(run.code()).as(run.out()).isZero();
    assertThat(run.out()).contains("ok     minibatch", "ok     " + file).doesNotContain("FAILED");
    MetaEmbeddings again = ModelFiles.open(back).pipeline().extract(vectors);
    assertThat(again.b()).containsExactly(e.b());
    assertThat(again.a()).isEqualTo(e.a());
  }
}
