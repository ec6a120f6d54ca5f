package dev.gme.core.calibrate;

import java.util.Locale;

/** A weighted sum as people write it, to six digits. */
final class Formula {
  private final StringBuilder text = new StringBuilder("llr =");
  private boolean empty = true;

  Formula add(double factor, String of) {
    return term(factor, " * " + of);
  }

  Formula add(double constant) {
    return term(constant, "");
  }

  private Formula term(double factor, String of) {
    boolean negative = factor < 0;
    text.append(empty ? (negative ? " -" : " ") : (negative ? " - " : " + "));
    text.append(String.format(Locale.ROOT, "%.6g", Math.abs(factor))).append(of);
    empty = false;
    return this;
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
