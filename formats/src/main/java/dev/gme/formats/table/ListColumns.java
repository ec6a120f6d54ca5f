package dev.gme.formats.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What each field of a line means, which is all that layouts differ in.
 *
 * @param separator a comma, a tab, or a blank for any number of blanks and tabs
 * @param header whether the first line names the columns
 */
record ListColumns(List<Role> roles, List<String> names, char separator, boolean header) {
  enum Role {
    ENROL,
    TEST,
    LABEL,
    SCORE,
    WEIGHT,
    CONDITION
  }

  ListColumns {
    roles = List.copyOf(roles);
    names = List.copyOf(names);
  }

  /** What a condition of a list without header is called, before its number. */
  private static final String NUMBERED = "condition";

  /** Whether a condition has only a number, because nothing has named it. */
  static boolean isNumbered(String condition) {
    return condition.matches(NUMBERED + "[0-9]+");
  }

  boolean has(Role role) {
    return roles.contains(role);
  }

  /** The names of the conditions, in the order of their columns. */
  List<String> conditions() {
    List<String> out = new ArrayList<>();
    for (int c = 0; c < roles.size(); c++) {
      if (roles.get(c) == Role.CONDITION) {
        out.add(names.get(c));
      }
    }
    return out;
  }

  /** The columns of a layout without header whose lines have this many fields. */
  static ListColumns of(ListLayout layout, int fields, boolean labelled) {
    Builder columns = new Builder();
    switch (layout) {
      case VOXCELEB ->
          columns.add(Role.LABEL, "label").add(Role.ENROL, "enrol").add(Role.TEST, "test");
      case SRE10 -> {
        columns.pair().add(Role.CONDITION, "channel");
        if (fields > 3) {
          columns.add(Role.LABEL, "label");
        }
      }
      case SCORES -> columns.pair().add(Role.SCORE, "score");
      case WESPEAKER -> columns.pair().add(Role.SCORE, "score").add(Role.LABEL, "label");
      default -> {
        columns.pair();
        if (labelled) {
          columns.add(Role.LABEL, "label");
        }
      }
    }
    for (int n = 1; columns.roles.size() < fields; n++) {
      columns.add(Role.CONDITION, NUMBERED + n);
    }
    return new ListColumns(columns.roles, columns.names, ' ', false);
  }

  /**
   * Columns by their names in a header.
   *
   * @param called what some columns are called here, by their usual names
   */
  static ListColumns ofHeader(List<String> names, char separator, Map<String, String> called) {
    Builder columns = new Builder();
    for (String name : names) {
      // A column that has a usual name while another one is said to be it, is a condition.
      Role role = called.containsKey(name) ? Role.CONDITION : role(name);
      for (Map.Entry<String, String> e : called.entrySet()) {
        role = e.getValue().equals(name) ? role(e.getKey()) : role;
      }
      columns.add(role, name);
    }
    return new ListColumns(columns.roles, columns.names, separator, true);
  }

  /** Whether a header names both sides of a trial. */
  boolean hasPair() {
    return has(Role.ENROL) && has(Role.TEST);
  }

  /** The names that columns of a table usually have, which others may be said to stand for. */
  static final List<String> USUAL = List.of("enrol", "test", "label", "score", "weight");

  private static Role role(String name) {
    return switch (name) {
      case "enrol", "modelid" -> Role.ENROL;
      case "test", "segmentid" -> Role.TEST;
      case "label", "targettype" -> Role.LABEL;
      case "score", "LLR" -> Role.SCORE;
      case "weight" -> Role.WEIGHT;
      default -> Role.CONDITION;
    };
  }

  private static final class Builder {
    final List<Role> roles = new ArrayList<>();
    final List<String> names = new ArrayList<>();

    Builder add(Role role, String name) {
      roles.add(role);
      names.add(name);
      return this;
    }

    Builder pair() {
      return add(Role.ENROL, "enrol").add(Role.TEST, "test");
    }
  }
}
