package dev.gme.formats.tree;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import dev.gme.core.GmeException;
import dev.gme.core.NearestWord;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.io.InputFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/**
 * A part of a YAML file that knows its line: a text, a list or a mapping.
 *
 * <pre>{@code
 * YamlNode root = YamlNode.read(path, "an experiment", "recipes/README.md has the keys");
 * root.requireKeys(Set.of("train", "systems"));
 * String vectors = root.get("train").get("vectors").text();
 * }</pre>
 */
public final class YamlNode {
  /** Far more than anything that people write needs; a larger file is something else. */
  private static final int LARGEST = 1 << 20;

  /** Where it was read, for complaints. */
  private final String where;

  private final int line;
  private final String text;
  private final List<YamlNode> list;
  private final Map<String, YamlNode> map;

  private YamlNode(
      String where, int line, String text, List<YamlNode> list, Map<String, YamlNode> map) {
    this.where = where;
    this.line = line;
    this.text = text;
    this.list = list;
    this.map = map;
  }

  /**
   * The tree of a file.
   *
   * @param what such as "an experiment", for the complaint about an empty file
   * @param help where its keys are described
   */
  public static YamlNode read(Path file, String what, String help) throws IOException {
    BadFile.requireThere(file);
    byte[] bytes =
        Files.isDirectory(file)
            ? null
            : InputFile.read(file, in -> in.stream().readNBytes(LARGEST + 1));
    if (bytes == null || bytes.length > LARGEST) {
      throw BadFile.at(file, "expected a YAML file of at most 1 MiB", "check the file's name");
    }
    String content;
    try {
      content = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw BadFile.at(file, "expected text in UTF-8", "check the file's name, or convert it");
    }
    return parse(file.toString(), content, what, help);
  }

  /** The tree of a text, as {@link #read}; {@code where} is its place in complaints. */
  public static YamlNode parse(String where, String content, String what, String help) {
    try (YAMLParser parser = new YAMLFactory().createParser(content)) {
      if (parser.nextToken() == null) {
        throw BadFile.at(where, "expected " + what + ", found nothing", help);
      }
      YamlNode root = parse(where, parser, 1);
      if (parser.nextToken() != null) {
        throw root.wrong("expected one document, found several", "keep one of them");
      }
      return root;
    } catch (JsonProcessingException e) {
      throw noYaml(where, e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static GmeException noYaml(String where, JsonProcessingException e) {
    // The place that Jackson names is that of the last thing it understood.
    if (e.getCause() instanceof MarkedYAMLException marked && marked.getProblemMark() != null) {
      return noYaml(where, marked.getProblemMark().getLine() + 1, marked.getProblem());
    }
    int line = e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNr());
    return noYaml(where, line, e.getOriginalMessage().lines().findFirst().orElse("unreadable"));
  }

  private static GmeException noYaml(String where, int line, String problem) {
    return at(
        where,
        line,
        "this is no YAML: " + problem,
        "indent with blanks, and write a blank after each colon");
  }

  /**
   * Parses what the parser stands at.
   *
   * @param line where it begins, for complaints: a value belongs to the line of its key
   */
  private static YamlNode parse(String where, YAMLParser parser, int line) throws IOException {
    JsonToken token = parser.currentToken();
    if (parser.isCurrentAlias()) {
      throw at(
          where,
          line,
          "expected a value, found the alias *" + parser.getText(),
          "give the value a name under 'set', and write ${name} here");
    }
    if (token == JsonToken.START_ARRAY) {
      List<YamlNode> list = new ArrayList<>();
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        list.add(parse(where, parser, parser.currentTokenLocation().getLineNr()));
      }
      return new YamlNode(where, line, null, list, null);
    }
    if (token == JsonToken.START_OBJECT) {
      Map<String, YamlNode> map = new LinkedHashMap<>();
      while (parser.nextToken() != JsonToken.END_OBJECT) {
        String key = parser.currentName();
        int at = parser.currentTokenLocation().getLineNr();
        parser.nextToken();
        if (map.put(key, parse(where, parser, at)) != null) {
          throw at(where, at, "'" + key + "' comes twice", "remove one of them");
        }
      }
      return new YamlNode(where, line, null, null, map);
    }
    return new YamlNode(
        where, line, token == JsonToken.VALUE_NULL ? "" : parser.getText(), null, null);
  }

  private static GmeException at(String where, int line, String found, String help) {
    return BadFile.at(where + ", line " + line, found, help);
  }

  /** The complaint that something is wrong here. */
  public GmeException wrong(String found, String help) {
    return at(where, line, found, help);
  }

  public boolean isMap() {
    return map != null;
  }

  /** A mapping with these keys only. */
  public void requireKeys(Set<String> known) {
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
                nearest(key, known)
                    + "the keys are "
                    + String.join(", ", known.stream().sorted().toList()));
          }
        });
  }

  private static String nearest(String typed, Collection<String> known) {
    return NearestWord.to(typed, known).map(n -> "did you mean '" + n + "'? ").orElse("");
  }

  /** One of some words. */
  public String oneOf(Collection<String> words) {
    if (!words.contains(text())) {
      throw wrong(
          "expected one of " + String.join(", ", words) + ", found " + BadFile.quoted(text()),
          nearest(text(), words) + "correct it");
    }
    return text();
  }

  /** A number within limits, which it may be as well. */
  public double numberWithin(double least, double most) {
    try {
      double value = Double.parseDouble(text());
      if (value >= least && value <= most) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw wrong(
        "expected a number from " + least + " to " + most + ", found " + BadFile.quoted(text()),
        "correct it");
  }

  public boolean has(String key) {
    return map.containsKey(key);
  }

  public Set<String> keys() {
    return map.keySet();
  }

  public YamlNode get(String key) {
    YamlNode value = map.get(key);
    if (value == null) {
      throw wrong("the key '" + key + "' is missing here", "add it");
    }
    return value;
  }

  /** The elements of a list; a single text is a list of one. */
  public List<YamlNode> list() {
    if (map != null) {
      throw wrong("expected a list, found keys and values", "begin each element with '- '");
    }
    return list == null ? List.of(this) : list;
  }

  public String text() {
    if (text == null || text.isEmpty()) {
      throw wrong(
          "expected a word or number, found " + (text == null ? "something nested" : "nothing"),
          "write the value behind the colon");
    }
    return text;
  }

  public List<String> texts() {
    return list().stream().map(YamlNode::text).toList();
  }

  public int integer(int least, int most) {
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
  public double number(double above, double most) {
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
  public boolean mentions(String name) {
    if (text != null) {
      return text.contains("${" + name + "}");
    }
    return (list != null ? list : map.values()).stream().anyMatch(n -> n.mentions(name));
  }

  /** The same with every ${name} replaced; a name without a value is refused. */
  public YamlNode with(Map<String, String> values) {
    if (text != null) {
      return new YamlNode(where, line, replaced(values), null, null);
    }
    if (list != null) {
      return new YamlNode(where, line, null, list.stream().map(n -> n.with(values)).toList(), null);
    }
    Map<String, YamlNode> other = new LinkedHashMap<>();
    map.forEach((key, value) -> other.put(key, value.with(values)));
    return new YamlNode(where, line, null, null, other);
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
