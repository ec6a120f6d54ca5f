package dev.gme.formats.artefact;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.gme.formats.io.BadFile;
import java.io.IOException;

/** JSON whose texts may be as long as a header of safetensors, as lists of ids are. */
final class LongJson {
  /** The most bytes of a header, by the format's own rule; Jackson's is 20 million. */
  static final int LONGEST = 100_000_000;

  static final ObjectMapper MAPPER =
      new ObjectMapper(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxStringLength(LONGEST).build())
                  // Names of a hostile header are many and never come again.
                  .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
                  .build())
          .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  /** More than the tensors of any model; a tree of millions would fill the memory. */
  private static final int MOST_NAMES = 500_000;

  private LongJson() {}

  /** The tree of a text; one of too many names is refused before a tree is made of it. */
  static JsonNode tree(String file, String text) throws IOException {
    int names = 0;
    try (JsonParser parser = MAPPER.createParser(text)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        names += token == JsonToken.FIELD_NAME ? 1 : 0;
        if (names > MOST_NAMES) {
          throw BadFile.at(
              file,
              "expected a header of at most " + MOST_NAMES + " names, found more",
              "the file is damaged, or holds a tensor for each recording: write one matrix");
        }
      }
    }
    return MAPPER.readTree(text);
  }
}
