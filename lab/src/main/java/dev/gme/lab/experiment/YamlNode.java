package dev.gme.lab.experiment;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import dev.gme.core.GmeException;
import dev.gme.formats.io.BadFile;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/**
 * A part of a YAML file that knows its line: a text, a list or a mapping.
 *
 * <pre>{@code
 * YamlNode root = YamlNode.read(path);
 * root.requireKeys(Set.of("train", "systems"));
 * String vectors = root.get("train").get("vectors").text();
 * }</pre>
 */
final class YamlNode {
  /** Far more than any experiment needs; a larger file is something else. */
  private static final long LARGEST = 1 << 20;

  private final Path file;
  private final int line;
  private final String text;
  private final List<YamlNode> list;
  private final Map<String, YamlNode> map;

  private YamlNode(
      Path file, int line, String text, List<YamlNode> list, Map<String, YamlNode> map) {
    this.file = file;
    this.line = line;
    this.text = text;
    this.list = list;
    this.map = map;
  }

  static YamlNode read(Path file) throws IOException {
    BadFile.requireThere(file);
    if (Files.isDirectory(file) || Files.size(file) > LARGEST) {
      throw BadFile.at(file, "expected a YAML file of at most 1 MiB", "check the file's name");
    }
    String content;
    try {
      content = Files.readString(file, StandardCharsets.UTF_8);
    } catch (CharacterCodingException e) {
      throw BadFile.at(file, "expected text in UTF-8", "check the file's name, or convert it");
    }
    try (YAMLParser parser = new YAMLFactory().createParser(content)) {
      if (parser.nextToken() == null) {
        throw BadFile.at(
            file,
            "expected an experiment, found nothing",
            "recipes/README.md has the keys of an experiment");
      }
      YamlNode root = parse(file, parser, 1);
      if (parser.nextToken() != null) {
        throw root.wrong("expected one document, found several", "keep one of them");
      }
      return root;
    } catch (JsonProcessingException e) {
      throw noYaml(file, e);
    }
  }

  private static GmeException noYaml(Path file, JsonProcessingException e) {
    // The place that Jackson names is that of the last thing it understood.
    if (e.getCause() instanceof MarkedYAMLException marked && marked.getProblemMark() != null) {
      return noYaml(file, marked.getProblemMark().getLine() + 1, marked.getProblem());
    }
    int line = e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNr());
    return noYaml(file, line, e.getOriginalMessage().lines().findFirst().orElse("unreadable"));
  }

  private static GmeException noYaml(Path file, int line, String problem) {
    return BadFile.atLine(
        file,
        line,
        "this is no YAML: " + problem,
        "indent with blanks, and write a blank after each colon");
  }

  /**
   * Parses what the parser stands at.
   *
   * @param line where it begins, for complaints: a value belongs to the line of its key
   */
  private static YamlNode parse(Path file, YAMLParser parser, int line) throws IOException {
    JsonToken token = parser.currentToken();
    if (parser.isCurrentAlias()) {
      throw BadFile.atLine(
          file,
          line,
          "expected a value, found the alias *" + parser.getText(),
          "give the value a name under 'set', and write ${name} here");
    }
    if (token == JsonToken.START_ARRAY) {
      List<YamlNode> list = new ArrayList<>();
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        list.add(parse(file, parser, parser.currentTokenLocation().getLineNr()));
      }
      return new YamlNode(file, line, null, list, null);
    }
    if (token == JsonToken.START_OBJECT) {
      Map<String, YamlNode> map = new LinkedHashMap<>();
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        String key = parser.currentName();
        int at = parser.currentTokenLocation().getLineNr();
        parser.nextToken();
        if (map.put(key, parse(file, parser, at)) != null) {
          throw BadFile.atLine(file, at, "'" + key + "' comes twice", "remove one of them");
        }
      }
      return new YamlNode(file, line, null, null, map);
    }
    return new YamlNode(
        file, line, token == JsonToken.VALUE_NULL ? "" : parser.getText(), null, null);
  }

  /** The complaint that something is wrong here. */
  GmeException wrong(String found, String help) {
    return BadFile.atLine(file, line, found, help);
  }

  boolean isMap() {
    return map != null;
  }

  /** A mapping with these keys only. */
  void requireKeys(Set<String> known) {
    if (map == null) {
      throw wrong(
          "expected keys and values, found " + (list == null ? BadFile.quoted(text) : "a list"),
          "write some of: " + String.join(", ", known.stream().sorted().toList()));
    }
    map.forEach(
        (key, value) -> {
          if (!known.contains(key)) {
            throw value.wrong(
                "there is no key '" + key + "' here",
                "the keys are " + String.join(", ", known.stream().sorted().toList()));
          }
        });
  }

  boolean has(String key) {
    return map.containsKey(key);
  }

  Set<String> keys() {
    return map.keySet();
  }

  YamlNode get(String key) {
    YamlNode value = map.get(key);
    if (value == null) {
      throw wrong("the key '" + key + "' is missing here", "add it");
    }
    return value;
  }

  /** The elements of a list; a single text is a list of one. */
  List<YamlNode> list() {
    if (map != null) {
      throw wrong("expected a list, found keys and values", "begin each element with '- '");
    }
    return list == null ? List.of(this) : list;
  }

  String text() {
    if (text == null || text.isEmpty()) {
      throw wrong(
          "expected a word or number, found " + (text == null ? "something nested" : "nothing"),
          "write the value behind the colon");
    }
    return text;
  }

  List<String> texts() {
    return list().stream().map(YamlNode::text).toList();
  }

  int integer(int least, int most) {
    try {
      int value = Integer.parseInt(text());
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw wrong(
        "expected a whole number from "
            + least
            + " to "
            + most
            + ", found "
            + BadFile.quoted(text()),
        "correct it");
  }

  /** A number above the first limit and below or at the second. */
  double number(double above, double most) {
    try {
      double value = Double.parseDouble(text());
      if (value > above && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw wrong(
        "expected a number above "
            + above
            + " and up to "
            + most
            + ", found "
            + BadFile.quoted(text()),
        "correct it");
  }

  /** Whether some text in it has ${name}. */
  boolean mentions(String name) {
    if (text != null) {
      return text.contains("${" + name + "}");
    }
    return (list != null ? list : map.values()).stream().anyMatch(n -> n.mentions(name));
  }

  /** The same with every ${name} replaced; a name without a value is refused. */
  YamlNode with(Map<String, String> values) {
    if (text != null) {
      return new YamlNode(file, line, replaced(values), null, null);
    }
    if (list != null) {
      return new YamlNode(file, line, null, list.stream().map(n -> n.with(values)).toList(), null);
    }
    Map<String, YamlNode> other = new LinkedHashMap<>();
    map.forEach((key, value) -> other.put(key, value.with(values)));
    return new YamlNode(file, line, null, null, other);
  }

  private String replaced(Map<String, String> values) {
    String out = text;
    for (Map.Entry<String, String> v : values.entrySet()) {
      out = out.replace("${" + v.getKey() + "}", v.getValue());
    }
    if (out.contains("${")) {
      throw wrong(
          BadFile.quoted(text) + " names something that has no value",
          "give it a value under 'set', or when the experiment is started");
    }
    return out;
  }
}
