package dev.gme.lab.system;

import dev.gme.formats.artefact.Provenance;
import dev.gme.lab.data.TrainSet;
import java.util.ArrayList;
import java.util.List;

/**
 * How a model came about, as far as it matters to whoever has to make it again without some of the
 * speakers.
 *
 * @param kind what is known
 * @param steps the steps that made it, where they are known
 */
public record Origin(Kind kind, List<Step> steps) {
  /** What is known. */
  public enum Kind {
    /** The steps, and that they were trained on the data at hand. */
    THESE_DATA,
    /** That it was trained on other data, whose speakers are not held out. */
    OTHER_DATA,
    /** Nothing, as of files of other programs. */
    UNKNOWN
  }

  /** Before the first step. */
  static final Origin BEGINNING = new Origin(Kind.THESE_DATA, List.of());

  public Origin {
    steps = List.copyOf(steps);
  }

  /** What a file says of its model, before it is trained further on some data. */
  public static Origin of(Provenance file, TrainSet data) {
    List<Step> steps = StepReader.readChain(file.parameters().get("chain"));
    if (steps.stream().noneMatch(s -> s.place() == Step.Place.MODEL)) {
      return new Origin(Kind.UNKNOWN, List.of());
    }
    boolean these = file.data().startsWith("sha256:" + data.digest());
    return new Origin(these ? Kind.THESE_DATA : Kind.OTHER_DATA, steps);
  }

  /** Before a head was trained, which is the last of the steps that make a model. */
  public Origin withoutHead() {
    return new Origin(kind, steps.stream().filter(s -> s.place() != Step.Place.HEAD).toList());
  }

  /** After further steps. */
  Origin then(List<Step> further) {
    if (kind == Kind.UNKNOWN) {
      return this;
    }
    List<Step> more = new ArrayList<>(steps);
    more.addAll(further);
    return new Origin(kind, more);
  }
}
