package dev.gme.benchmarks.suite;

import dev.gme.neural.network.Network;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * A network to measure with where the user brings none: an x-vector network by its sizes, 4.3
 * million weights, which mean nothing. XvectorNetworkTest has it layer by layer.
 */
public final class XvectorNetwork {
  static final String RESOURCE = "xvector.onnx";

  private XvectorNetwork() {}

  /** The network, open; its front end is that of WeSpeaker. */
  public static Network open() throws IOException {
    Path file = Files.createTempFile("xvector", ".onnx");
    try (InputStream in = XvectorNetwork.class.getResourceAsStream(RESOURCE)) {
      Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
      return Network.open(file, "wespeaker", Network.Options.DEFAULT);
    } finally {
      Files.delete(file);
    }
  }
}
