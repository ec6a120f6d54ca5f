package dev.gme.lab.data;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gme.formats.artefact.Provenance;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NetworkNoteTest {
  private static final NetworkNote NOTE = new NetworkNote("a.onnx", "1", "11", Map.of());

  @Test
  void aModelKnowsTheNetworkOfItsVectors() {
    Provenance model = Provenance.NONE.with(NOTE.kept());
    assertThat(NetworkNote.of(model)).hasValue(NOTE);
    assertThat(NetworkNote.of(Provenance.NONE)).isEmpty();
    assertThat(NOTE.difference("x.npz", model)).isEmpty();
    assertThat(NOTE.difference("x.npz", Provenance.NONE)).isEmpty();
    assertThat(new NetworkNote("b.onnx", "1", "12", Map.of()).difference("x.npz", model))
        .hasValue(
            "x.npz and the vectors that the model was trained on were made by one network with"
                + " different front ends");
    assertThat(new NetworkNote("b.onnx", "2", "21", Map.of()).difference("x.npz", model))
        .hasValue(
            "x.npz and the vectors that the model was trained on were made by different networks,"
                + " b.onnx and a.onnx");
  }
}
