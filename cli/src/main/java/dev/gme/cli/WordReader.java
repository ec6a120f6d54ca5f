package dev.gme.cli;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads a word that stands for a constant: {@code kaldi-text} for KALDI_TEXT, in any case.
 * picocli's own reader lists what there is twice, once as Java writes it.
 *
 * @param type the enum
 */
record WordReader<E extends Enum<E>>(Class<E> type) implements ITypeConverter<E> {
  static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** All words of an enum, in its order. */
  static List<String> words(Class<?> type) {
    return Stream.of(type.getEnumConstants()).map(c -> word((Enum<?>) c)).toList();
  }

  @Override
  public E convert(String text) {
    String wanted = text.toLowerCase(Locale.ROOT).replace('_', '-');
    for (E constant : type.getEnumConstants()) {
      if (word(constant).equals(wanted)) {
        return constant;
      }
    }
    throw new TypeConversionException("expected " + choice(words(type)) + ", found '" + text + "'");
  }

  /** For example "linear or pav". */
  private static String choice(List<String> words) {
    int last = words.size() - 1;
    return last == 0
        ? words.get(0)
        : String.join(", ", words.subList(0, last)) + " or " + words.get(last);
  }
}
