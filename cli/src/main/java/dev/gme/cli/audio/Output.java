package dev.gme.cli.audio;

import dev.gme.core.GmeException;
import dev.gme.formats.vectors.VectorFormat;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What the commands of this package read and write alike. */
final class Output {
  private Output() {}

  /** The first word of every line. */
  static List<String> ids(List<Path> lists) throws IOException {
    List<String> out = new ArrayList<>();
    for (Path list : lists) {
      try {
        for (String line : Files.readAllLines(list)) {
          if (!line.isBlank()) {
            out.add(line.strip().split("\\s+", 2)[0]);
          }
        }
      } catch (CharacterCodingException e) {
        throw new GmeException(
            list + " is no text in UTF-8", "give a list with the id of an utterance a line");
      }
    }
    return out.stream().distinct().toList();
  }

  /** By the end of the name. */
  static VectorFormat vectorFormat(Path file) {
    String name = file.getFileName().toString();
    if (name.endsWith(".npz")) {
      return VectorFormat.NPZ;
    }
    if (name.endsWith(".npy")) {
      return VectorFormat.NPY;
    }
    if (name.endsWith(".safetensors")) {
      return VectorFormat.SAFETENSORS;
    }
    if (name.endsWith(".csv") || name.endsWith(".tsv")) {
      return VectorFormat.TABLE;
    }
    if (name.endsWith(".ark")) {
      return VectorFormat.KALDI;
    }
    throw new GmeException(
        file + ": a format for vectors cannot be told from this name",
        "let it end in .npz, .npy, .safetensors, .ark, .csv or .tsv");
  }

  /** Kaldi's name for an archive with a script file beside it. */
  static String archive(Path file) {
    String name = file.toString();
    if (!name.endsWith(".ark")) {
      throw new GmeException(file + ": frames go into a Kaldi archive", "let the name end in .ark");
    }
    return "ark,scp:" + name + "," + name.substring(0, name.length() - 4) + ".scp";
  }
}
