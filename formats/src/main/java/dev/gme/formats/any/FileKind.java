package dev.gme.formats.any;

import dev.gme.core.GmeException;
import dev.gme.formats.hdf5.Hdf5File;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.model.ModelFiles;
import dev.gme.formats.table.ListRecognizer;
import dev.gme.formats.table.ScoreMatrixFiles;
import dev.gme.formats.vectors.VectorFiles;
import dev.gme.formats.vectors.VectorFormat;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.zip.ZipException;

/**
 * What a file holds. It is told by content; the first rule that holds wins:
 *
 * <ol>
 *   <li>an artefact of gme, arrays of a model, Kaldi's or WeSpeaker's PLDA: a model
 *   <li>HDF5 with {@code mean1}, {@code lda} and {@code mean2}: preprocessing of VBx
 *   <li>HDF5 with a mask or scores of rows and columns: a list of trials or scores
 *   <li>.npy with {@code .rows} beside it: a matrix of scores
 *   <li>other binary files, and text with a bracket after the first word: vectors
 *   <li>text whose first line is a word and numbers: vectors
 *   <li>text of two words, the second one a file that is there: vectors (a script file)
 *   <li>text in a layout of trials or scores: a list
 * </ol>
 */
public enum FileKind {
  /** A model, or another artefact of gme. */
  MODEL,
  /** What VBx does before its model. */
  VBX_TRANSFORM,
  /** Vectors with ids. */
  VECTORS,
  /** Trials, keys or scores. */
  LIST,
  /** Scores of all pairs, with lists of ids beside them. */
  SCORE_MATRIX;

  private static final List<String> MATRIX_PARTS = List.of("scores", "trial_mask", "score_mask");

  /** The name in options and messages. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public static FileKind of(Path file) throws IOException {
    if (ModelFiles.recognize(file).isPresent()) {
      return MODEL;
    }
    if (ModelFiles.isVbxTransform(file)) {
      return VBX_TRANSFORM;
    }
    byte[] start;
    try (InputStream in = InputFile.open(file)) {
      start = in.readNBytes(1 << 14);
    } catch (EOFException | ZipException e) {
      throw BadFile.at(file, "expected gzipped data, found damaged one", "make or copy it again");
    }
    if (start.length == 0) {
      throw BadFile.at(file, "the file is empty", "check how it was made");
    }
    if (Hdf5File.isHdf5(start)) {
      try (Hdf5File hdf5 = Hdf5File.open(file)) {
        return hdf5.firstOf(MATRIX_PARTS).isPresent() ? LIST : VECTORS;
      }
    }
    VectorFormat format = VectorFiles.recognize(file);
    if (format == VectorFormat.NPY) {
      return Files.exists(ScoreMatrixFiles.beside(file, ".rows")) ? SCORE_MATRIX : VECTORS;
    }
    String text = new String(start, StandardCharsets.ISO_8859_1);
    boolean binary = text.chars().limit(1024).anyMatch(c -> c == 0);
    return binary || format == VectorFormat.NPZ ? VECTORS : ofText(file, text);
  }

  private static FileKind ofText(Path file, String text) throws IOException {
    String[] words = text.lines().findFirst().orElse("").strip().split("[ \t,]+", -1);
    if (words.length > 1 && words[1].startsWith("[")) {
      return VECTORS;
    }
    boolean numbers = words.length > 1;
    for (int i = 1; i < words.length; i++) {
      numbers &= words[i].matches("[-+]?[0-9.]+([eE][-+]?[0-9]+)?|[-+]?(nan|inf|NaN|Infinity)");
    }
    if (numbers || (words.length == 2 && isScript(file, words[1]))) {
      return VECTORS;
    }
    try {
      ListRecognizer.recognize(file);
      return LIST;
    } catch (GmeException e) {
      if (VectorFiles.recognize(file) == VectorFormat.TABLE && hasNumbersBelow(text)) {
        return VECTORS;
      }
      throw e;
    }
  }

  /** A table whose first line names the columns. */
  private static boolean hasNumbersBelow(String text) {
    return text.lines().skip(1).findFirst().orElse("").matches("[^ \t,]+[ \t,]+[-+.0-9].*");
  }

  private static boolean isScript(Path file, String word) {
    String path = word.replaceFirst("\\[[0-9:,]*\\]$", "").replaceFirst(":[0-9]+$", "");
    Path folder = file.toAbsolutePath().getParent();
    Path above = folder.getParent() == null ? folder : folder.getParent();
    return word.endsWith("|")
        || word.matches(".*:[0-9]+(\\[.*\\])?")
        || Files.isRegularFile(folder.resolve(path))
        || Files.isRegularFile(above.resolve(path))
        || Files.isRegularFile(Path.of(path));
  }
}
