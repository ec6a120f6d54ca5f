package dev.gme.core.train.discriminative;

import dev.gme.core.Checkpoint;
import dev.gme.core.Internal;
import dev.gme.core.linalg.DoubleMatrix;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Map;

/**
 * Limited-memory BFGS (Nocedal and Wright, "Numerical Optimization", 2006, algorithm 7.4) with a
 * backtracking line search that ends where Armijo's condition holds. For smooth functions of all
 * the data; minibatches are too noisy for it.
 */
@Internal
public final class Lbfgs {
  private static final int HISTORY = 10;
  private static final double ARMIJO = 1e-4;
  private static final int MAX_HALVINGS = 25;

  /** A function and its gradient. */
  public interface Function {
    /** The value at x; the gradient is written to {@code gradient}. */
    double evaluate(double[] x, double[] gradient);
  }

  /** A step s, the change y of the gradient over it, and 1/(s'y). */
  private static final class Pair {
    final double[] s;
    final double[] y;
    final double rho;

    Pair(double[] s, double[] y) {
      this.s = s;
      this.y = y;
      rho = 1 / dot(s, y);
    }
  }

  private final Function function;
  private final double firstStep;
  private final Deque<Pair> history = new ArrayDeque<>();
  private double[] x;

  /** At x; null as long as nobody asked. */
  private double[] gradient;

  private double value;

  /**
   * Starts at a point.
   *
   * @param firstStep length of the first step tried, before anything is known of the curvature
   */
  public Lbfgs(Function function, double[] start, double firstStep) {
    this.function = function;
    this.firstStep = firstStep;
    x = start.clone();
  }

  /** Where it stands; a copy. */
  public double[] point() {
    return x.clone();
  }

  /** The function where it stands. */
  public double value() {
    evaluate();
    return value;
  }

  private void evaluate() {
    if (gradient == null) {
      gradient = new double[x.length];
      value = function.evaluate(x, gradient);
    }
  }

  /** Adds all it remembers to the state of a checkpoint. */
  void save(Map<String, DoubleMatrix> state) {
    evaluate();
    state.put("free", DoubleMatrix.wrap(1, x.length, x.clone()));
    state.put("gradient", DoubleMatrix.wrap(1, x.length, gradient.clone()));
    state.put("value", DoubleMatrix.wrap(1, 1, new double[] {value}));
    state.put("moves", DoubleMatrix.of(history.stream().map(p -> p.s).toArray(double[][]::new)));
    state.put("changes", DoubleMatrix.of(history.stream().map(p -> p.y).toArray(double[][]::new)));
  }

  void restore(Checkpoint checkpoint) {
    x = checkpoint.get("free").row(0);
    gradient = checkpoint.get("gradient").row(0);
    value = checkpoint.number("value");
    DoubleMatrix moves = checkpoint.get("moves");
    history.clear();
    for (int i = 0; i < moves.rows(); i++) {
      history.addLast(new Pair(moves.row(i), checkpoint.get("changes").row(i)));
    }
  }

  /** Takes one step; false if none that lowers the function was found. */
  public boolean step() {
    evaluate();
    double[] direction = direction();
    double slope = dot(direction, gradient);
    if (!(slope < 0)) {
      // The history does not fit the function here: begin anew along the gradient.
      history.clear();
      direction = direction();
      slope = dot(direction, gradient);
    }
    double t = 1;
    for (int i = 0; i < MAX_HALVINGS && slope < 0; i++, t /= 2) {
      double[] to = x.clone();
      for (int k = 0; k < to.length; k++) {
        to[k] += t * direction[k];
      }
      double[] newGradient = new double[x.length];
      double newValue = function.evaluate(to, newGradient);
      if (newValue <= value + ARMIJO * t * slope) {
        remember(to, newGradient);
        x = to;
        gradient = newGradient;
        value = newValue;
        return true;
      }
    }
    return false;
  }

  private void remember(double[] to, double[] newGradient) {
    double[] s = new double[x.length];
    double[] y = new double[x.length];
    for (int k = 0; k < s.length; k++) {
      s[k] = to[k] - x[k];
      y[k] = newGradient[k] - gradient[k];
    }
    double sy = dot(s, y);
    // Without positive curvature along the step the pair would spoil the approximation.
    if (sy > 1e-12 * Math.sqrt(dot(s, s) * dot(y, y))) {
      history.addLast(new Pair(s, y));
      if (history.size() > HISTORY) {
        history.removeFirst();
      }
    }
  }

  /** −H gradient by the two-loop recursion. */
  private double[] direction() {
    double[] q = gradient.clone();
    double[] alpha = new double[history.size()];
    int i = alpha.length;
    for (Iterator<Pair> it = history.descendingIterator(); it.hasNext(); ) {
      Pair p = it.next();
      alpha[--i] = p.rho * dot(p.s, q);
      add(q, -alpha[i], p.y);
    }
    double scale;
    if (history.isEmpty()) {
      double norm = Math.sqrt(dot(gradient, gradient));
      scale = norm == 0 ? 0 : firstStep / norm;
    } else {
      Pair last = history.getLast();
      scale = dot(last.s, last.y) / dot(last.y, last.y);
    }
    for (int k = 0; k < q.length; k++) {
      q[k] *= scale;
    }
    for (Pair p : history) {
      double beta = p.rho * dot(p.y, q);
      add(q, alpha[i++] - beta, p.s);
    }
    for (int k = 0; k < q.length; k++) {
      q[k] = -q[k];
    }
    return q;
  }

  private static void add(double[] to, double c, double[] v) {
    for (int k = 0; k < to.length; k++) {
      to[k] += c * v[k];
    }
  }

  private static double dot(double[] x, double[] y) {
    double sum = 0;
    for (int k = 0; k < x.length; k++) {
      sum += x[k] * y[k];
    }
    return sum;
  }
}
