package dev.gme.formats;

import dev.gme.core.GmeException;
import dev.gme.formats.artefact.EmbeddingManifest;
import dev.gme.formats.hdf5.Hdf5File;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.InputFile;
import dev.gme.formats.lists.ClusterRounds;
import dev.gme.formats.lists.SideInformation;
import dev.gme.formats.model.ModelFiles;
import dev.gme.formats.onnx.OnnxModel;
import dev.gme.formats.table.ListRecognizer;
import dev.gme.formats.table.ScoreMatrixFiles;
import dev.gme.formats.table.SearchAnswers;
import dev.gme.formats.turns.TimeLists;
import dev.gme.formats.vectors.VectorFiles;
import dev.gme.formats.vectors.VectorFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What a file holds. It is told by content; the first rule that holds wins:
 *
 * <ol>
 *   <li>an artefact of gme, arrays of a model, a PLDA of Kaldi, WeSpeaker or pyannote: a model
 *   <li>HDF5 with {@code mean1}, {@code lda} and {@code mean2}: preprocessing of VBx; .npz with the
 *       same: that of pyannote
 *   <li>the version of its format and a graph behind it, as ONNX begins: a neural network
 *   <li>JSON that begins with the format of a folder of meta-embeddings: its manifest
 *   <li>HDF5 with a mask or scores of rows and columns, .npz with {@code enrol_ids}, {@code
 *       test_ids} and {@code scores}: a list of trials or scores
 *   <li>.npy with {@code .rows} beside it: a matrix of scores
 *   <li>other binary files, and text with a bracket after the first word: vectors
 *   <li>text whose first line is a {@code SPEAKER} line or another of an RTTM file: turns
 *   <li>text whose first line is {@code id} and names of columns, one of them {@code speech},
 *       {@code snr} or another word for the quality of recordings: side information
 *   <li>text called {@code .uem}: regions (a line of one looks like a vector)
 *   <li>text of ids that are all different, recordings that are no numbers, starts and later ends:
 *       segments
 *   <li>text whose first line is a word and numbers: vectors, unless it is two or three words
 *       between blanks, which are trials or scores of ids in digits
 *   <li>text of a word and a file that is there, a place in a file or a command: vectors (a script
 *       file)
 *   <li>text in a layout of trials or scores: a list
 * </ol>
 */
public enum FileKind {
  /** A model, or another artefact of gme. */
  MODEL,
  /** What VBx does before its model. */
  VBX_TRANSFORM,
  /** What pyannote does before its model. */
  PYANNOTE_TRANSFORM,
  /** Vectors of recordings, each with its id. */
  VECTORS,
  /** Trials, keys or scores. */
  LIST,
  /** Scores of all pairs, with lists of ids beside them. */
  SCORE_MATRIX,
  /** Who speaks when (RTTM). */
  TURNS,
  /** What is scored (UEM). */
  REGIONS,
  /** Parts of recordings (Kaldi's segments). */
  SEGMENTS,
  /** Answers of searches for speakers. */
  SEARCHES,
  /** How far a clustering has come (a checkpoint of gme cluster). */
  CLUSTER_ROUNDS,
  /** Numbers that tell how good recordings are. */
  SIDE_INFORMATION,

  /** What lies in a folder of meta-embeddings. */
  EMBEDDING_MANIFEST,

  /** A neural network (ONNX). */
  NETWORK;

  private static final Pattern NUMBER =
      Pattern.compile("[-+]?[0-9.]+([eE][-+]?[0-9]+)?|(?i)[-+]?(nan|inf|infinity)");

  private static final Pattern PLACE = Pattern.compile(".*:[0-9]+(\\[[0-9:,]*\\])?");

  private static final List<String> MATRIX_PARTS = List.of("scores", "trial_mask", "score_mask");

  /** The name in options and messages. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public static FileKind of(Path file) throws IOException {
    return InputFile.read(file, FileKind::of);
  }

  /** What a file that is open holds; only its first bytes and its headers are read. */
  public static FileKind of(InputFile file) throws IOException {
    if (ModelFiles.recognize(file).isPresent()) {
      return MODEL;
    }
    if (ModelFiles.isVbxTransform(file)) {
      return VBX_TRANSFORM;
    }
    if (ModelFiles.isPyannoteTransform(file)) {
      return PYANNOTE_TRANSFORM;
    }
    byte[] start = file.start();
    if (start.length == 0) {
      throw BadFile.at(file.path(), "the file is empty", "check how it was made");
    }
    if (EmbeddingManifest.is(start)) {
      return EMBEDDING_MANIFEST;
    }
    if (OnnxModel.is(start)) {
      return NETWORK;
    }
    if (Hdf5File.isHdf5(file)) {
      try (Hdf5File hdf5 = Hdf5File.of(file)) {
        return hdf5.firstOf(MATRIX_PARTS).isPresent() ? LIST : VECTORS;
      }
    }
    VectorFormat format = VectorFiles.recognize(file);
    if (format == VectorFormat.NPY) {
      return Files.exists(ScoreMatrixFiles.beside(file.path(), ".rows")) ? SCORE_MATRIX : VECTORS;
    }
    String text = new String(start, StandardCharsets.ISO_8859_1);
    boolean binary = text.chars().limit(1024).anyMatch(c -> c == 0);
    if (format == VectorFormat.NPZ) {
      if (ClusterRounds.is(file)) {
        return CLUSTER_ROUNDS;
      }
      return ListRecognizer.isNpz(file) ? LIST : VECTORS;
    }
    // What is binary and no archive of arrays has the mark of Kaldi's binary data.
    if (binary && format != VectorFormat.SAFETENSORS && !text.contains("\0B")) {
      throw BadFile.at(
          file.path(),
          "expected a model, vectors or a list, found binary data of no kind that is known",
          "check how it was made; recordings are turned into vectors first");
    }
    return binary ? VECTORS : ofText(file, text);
  }

  private static FileKind ofText(InputFile file, String text) throws IOException {
    Optional<TimeLists> times = TimeLists.recognize(file.path(), text);
    if (times.isPresent()) {
      return switch (times.get()) {
        case RTTM -> TURNS;
        case UEM, LAB -> REGIONS;
        case SEGMENTS -> SEGMENTS;
      };
    }
    if (SearchAnswers.isHeader(text.lines().findFirst().orElse(""))) {
      return SEARCHES;
    }
    String line = text.lines().findFirst().orElse("").strip();
    if (SideInformation.isTable(line)) {
      return SIDE_INFORMATION;
    }
    List<String> words = List.of(line.split("[ \t,]+", -1));
    if (words.size() > 1 && words.get(1).startsWith("[")) {
      return VECTORS;
    }
    // The last word may be cut in two, if no line ends in what was read.
    boolean cut = line.length() == text.length() && text.length() == InputFile.START;
    List<String> values = words.subList(1, cut ? Math.max(1, words.size() - 1) : words.size());
    boolean numbers =
        !values.isEmpty() && values.stream().allMatch(w -> NUMBER.matcher(w).matches());
    boolean list = words.size() <= 3 && line.indexOf(',') < 0 && line.indexOf('\t') < 0;
    if ((numbers && !list) || (words.size() > 1 && isScript(file.path(), words))) {
      return VECTORS;
    }
    try {
      ListRecognizer.recognize(file);
      return LIST;
    } catch (GmeException e) {
      boolean table = VectorFiles.recognize(file) == VectorFormat.TABLE && hasNumbersBelow(text);
      // Conditions of a list may look like a place, so that a path with blanks comes last.
      if (table || PLACE.matcher(line).matches()) {
        return VECTORS;
      }
      throw e;
    }
  }

  /** A table whose first line names the columns. */
  private static boolean hasNumbersBelow(String text) {
    return text.lines().skip(1).findFirst().orElse("").matches("[^ \t,]+[ \t,]+[-+.0-9].*");
  }

  private static boolean isScript(Path file, List<String> words) {
    String word = words.get(words.size() - 1);
    if (word.endsWith("|") || words.size() > 2) {
      return word.endsWith("|");
    }
    if (PLACE.matcher(word).matches()) {
      return true;
    }
    String path = word.replaceFirst("\\[[0-9:,]*\\]$", "").replaceFirst(":[0-9]+$", "");
    Path folder = file.toAbsolutePath().getParent();
    Path above = folder.getParent() == null ? folder : folder.getParent();
    try {
      return Files.isRegularFile(folder.resolve(path))
          || Files.isRegularFile(above.resolve(path))
          || Files.isRegularFile(Path.of(path));
    } catch (InvalidPathException e) {
      return false;
    }
  }
}
