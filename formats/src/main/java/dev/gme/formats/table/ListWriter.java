package dev.gme.formats.table;

import dev.gme.core.parallel.Workers;
import dev.gme.formats.io.TargetFile;
import dev.gme.formats.table.ListColumns.Role;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Writes trials, keys and scores. Lines are formatted by all threads and written in order.
 *
 * <pre>{@code
 * ListWriter.write(path, trials.withScores(scores), ListLayout.SCORES);
 * }</pre>
 *
 * <p>A layout takes of a list what it has room for; table takes all that is there, nist all but
 * weights. What the scores are ({@link TrialList#about}) is written too.
 */
public final class ListWriter {
  /** As many as a float needs to be read back the same. */
  public static final int DIGITS = 9;

  /** Trials that are formatted at a time: some hundred kilobytes of text. */
  private static final int CHUNK = 1 << 14;

  private static final byte[] TARGET = "target".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] NONTARGET = "nontarget".getBytes(StandardCharsets.US_ASCII);

  private static final String SIDE = "side";
  private static final String CHANNEL = "channel";

  private final TrialList trials;
  private final List<Role> roles = new ArrayList<>();
  private final List<String> names = new ArrayList<>();
  private final boolean digitLabels;
  private final char separator;
  private final boolean header;
  private final int digits;
  private final byte[][] enrol;
  private final byte[][] test;
  private final List<byte[][]> words = new ArrayList<>();

  private ListWriter(TrialList given, ListLayout layout, char separator, int digits) {
    this.trials = complete(given, layout);
    this.separator = separator;
    this.digits = digits;
    digitLabels = layout == ListLayout.VOXCELEB;
    header = layout == ListLayout.NIST || layout == ListLayout.TABLE;
    enrol = LineBuffer.encode(trials.enrolIds(), separator, false);
    test = LineBuffer.encode(trials.testIds(), separator, false);
    columns(layout);
    if (roles.contains(Role.CONDITION)) {
      for (TrialList.Condition c : trials.conditions()) {
        words.add(LineBuffer.encode(c.words(), separator, true));
      }
    }
  }

  /** What stands between fields: a table has commas in a file whose name says so, else tabs. */
  static char separator(ListLayout layout, Optional<Path> file) {
    if (layout == ListLayout.TABLE && file.map(ListLayout::isCsv).orElse(false)) {
      return ',';
    }
    return layout == ListLayout.NIST || layout == ListLayout.TABLE ? '\t' : ' ';
  }

  public static void write(Path file, TrialList trials, ListLayout layout) throws IOException {
    write(file, trials, layout, DIGITS);
  }

  /**
   * With scores of another precision.
   *
   * @param digits significant digits, from 1 to 17
   */
  public static void write(Path file, TrialList trials, ListLayout layout, int digits)
      throws IOException {
    if (layout == ListLayout.BOSARIS) {
      BosarisLists.write(file, trials);
      return;
    }
    if (layout == ListLayout.NPZ) {
      require(trials.hasScores(), layout, "scores");
      NpzLists.write(file, trials);
      return;
    }
    ListWriter writer =
        new ListWriter(trials, layout, separator(layout, Optional.of(file)), digits);
    try (TargetFile target = TargetFile.create(file)) {
      writer.write(target.stream());
      target.commit();
    }
    if (writer.roles.contains(Role.SCORE)) {
      ScoreAbout.writeBeside(file, trials.about());
    }
  }

  /** To a stream, which stays open; scores with the usual precision. */
  public static void write(OutputStream out, TrialList trials, ListLayout layout)
      throws IOException {
    new ListWriter(trials, layout, separator(layout, Optional.empty()), DIGITS).write(out);
    out.flush();
  }

  /** Refuses a layout that needs what the trials do not have, or cannot hold them in that file. */
  public static void require(Path file, TrialList trials, ListLayout layout) {
    if (layout == ListLayout.NPZ) {
      require(trials.hasScores(), layout, "scores");
    } else if (layout != ListLayout.BOSARIS) {
      new ListWriter(trials, layout, separator(layout, Optional.of(file)), DIGITS);
    }
  }

  /**
   * NIST's lists have a side always, those of SRE10 a channel, which is the same. Where nothing is
   * known of the side, it is the first.
   */
  private static TrialList complete(TrialList trials, ListLayout layout) {
    boolean nist = layout == ListLayout.NIST;
    if (!nist && layout != ListLayout.SRE10) {
      return trials;
    }
    List<TrialList.Condition> sides = new ArrayList<>();
    List<TrialList.Condition> others = new ArrayList<>();
    for (TrialList.Condition c : trials.conditions()) {
      boolean side = sides.isEmpty() && (c.name().equals(SIDE) || c.name().equals(CHANNEL));
      (side ? sides : others).add(side ? c.renamed(nist ? SIDE : CHANNEL) : c);
    }
    if (!nist) {
      return trials.withConditions(sides);
    }
    if (sides.isEmpty()) {
      return trials.withCondition(SIDE, "a");
    }
    sides.addAll(others);
    return trials.withConditions(sides);
  }

  private void columns(ListLayout layout) {
    if (layout == ListLayout.VOXCELEB) {
      require(trials.hasLabels(), layout, "labels");
      add(Role.LABEL, "label");
    }
    boolean nist = layout == ListLayout.NIST;
    add(Role.ENROL, nist ? "modelid" : "enrol");
    add(Role.TEST, nist ? "segmentid" : "test");
    boolean labelled = trials.hasLabels();
    switch (layout) {
      case VOXCELEB -> {}
      case SCORES, WESPEAKER -> {
        require(trials.hasScores(), layout, "scores");
        add(Role.SCORE, "score");
        if (layout == ListLayout.WESPEAKER) {
          require(labelled, layout, "labels");
          add(Role.LABEL, "label");
        }
      }
      case SRE10 -> {
        require(!trials.conditions().isEmpty(), layout, "channels");
        add(Role.CONDITION, CHANNEL);
        if (labelled) {
          add(Role.LABEL, "label");
        }
      }
      default -> {
        if (nist) {
          conditions();
        }
        if (labelled) {
          add(Role.LABEL, nist ? "targettype" : "label");
        }
        if (header && trials.hasScores()) {
          add(Role.SCORE, nist ? "LLR" : "score");
        }
        if (layout == ListLayout.TABLE && trials.hasWeights()) {
          add(Role.WEIGHT, "weight");
        }
        if (!nist && (labelled || header)) {
          conditions();
        }
      }
    }
  }

  private void conditions() {
    for (TrialList.Condition c : trials.conditions()) {
      add(Role.CONDITION, c.name());
    }
  }

  private void add(Role role, String name) {
    roles.add(role);
    names.add(name);
  }

  private static void require(boolean has, ListLayout layout, String what) {
    if (!has) {
      throw new IllegalArgumentException(
          "layout " + layout.label() + " needs " + what + ", which these trials do not have");
    }
  }

  private void write(OutputStream out) throws IOException {
    if (header) {
      String line = String.join(String.valueOf(separator), names);
      out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    }
    LineBuffer[] buffers = new LineBuffer[2 * Workers.threads()];
    Arrays.setAll(buffers, i -> new LineBuffer());
    int n = trials.size();
    for (int from = 0; from < n; from += CHUNK * buffers.length) {
      int start = from;
      int tasks = Math.min(buffers.length, (n - from + CHUNK - 1) / CHUNK);
      Workers.forEach(
          tasks,
          k -> {
            int first = start + k * CHUNK;
            format(first, Math.min(n, first + CHUNK), buffers[k].clear());
          });
      for (int k = 0; k < tasks; k++) {
        buffers[k].writeTo(out);
      }
    }
  }

  private void format(int from, int to, LineBuffer out) {
    for (int i = from; i < to; i++) {
      int condition = 0;
      for (int c = 0; c < roles.size(); c++) {
        if (c > 0) {
          out.sign(separator);
        }
        switch (roles.get(c)) {
          case ENROL -> out.word(enrol[trials.enrol(i)]);
          case TEST -> out.word(test[trials.test(i)]);
          case SCORE -> out.number(trials.score(i), digits);
          case LABEL -> label(trials.isTarget(i), out);
          case WEIGHT -> out.number(trials.weight(i), digits);
          case CONDITION -> {
            out.word(words.get(condition)[trials.conditions().get(condition).code(i)]);
            condition++;
          }
        }
      }
      out.sign('\n');
    }
  }

  private void label(boolean target, LineBuffer out) {
    if (digitLabels) {
      out.sign(target ? '1' : '0');
    } else {
      out.word(target ? TARGET : NONTARGET);
    }
  }
}
