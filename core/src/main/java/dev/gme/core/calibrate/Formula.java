package dev.gme.core.calibrate;

import java.util.Locale;

/** A weighted sum as people write it, to six digits. */
final class Formula {
  private static final String START = "llr =";

  private final StringBuilder text = new StringBuilder(START);

  Formula add(double factor, String of) {
    return term(factor, " * " + of);
  }

  Formula add(double constant) {
    return term(constant, "");
  }

  private Formula term(double factor, String of) {
    boolean first = text.length() == START.length();
    boolean negative = factor < 0;
    text.append(first ? (negative ? " -" : " ") : (negative ? " - " : " + "));
    text.append(String.format(Locale.ROOT, "%.6g", Math.abs(factor))).append(of);
    return this;
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
