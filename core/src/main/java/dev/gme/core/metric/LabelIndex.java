package dev.gme.core.metric;

import java.util.Arrays;
import java.util.stream.IntStream;

/** Labels that a caller chose, as numbers from 0 in ascending order of label. */
final class LabelIndex {
  private final int[] labels;
  private final int[] numbers;

  private LabelIndex(int[] labels, int[] numbers) {
    this.labels = labels;
    this.numbers = numbers;
  }

  /** The label of place p is {@code label[order(p)]}, for as many places as there are labels. */
  static LabelIndex of(int[] label, SortedScores order) {
    return of(distinct(label), label, order);
  }

  /** The numbers of labels among {@code distinct}, which may have others too. */
  static LabelIndex of(int[] distinct, int[] label, SortedScores order) {
    int[] numbers = new int[label.length];
    for (int p = 0; p < numbers.length; p++) {
      numbers[p] = Arrays.binarySearch(distinct, label[order.trial(p)]);
    }
    return new LabelIndex(distinct, numbers);
  }

  /** The labels of some places, in their order; all labels keep their numbers. */
  LabelIndex at(int[] places) {
    return new LabelIndex(labels, IntStream.of(places).map(p -> numbers[p]).toArray());
  }

  /** The labels that occur in any of these arrays, ascending. */
  static int[] distinct(int[]... labels) {
    int[] all = Arrays.stream(labels).flatMapToInt(IntStream::of).toArray();
    Arrays.sort(all);
    int size = 0;
    for (int label : all) {
      if (size == 0 || label != all[size - 1]) {
        all[size++] = label;
      }
    }
    return Arrays.copyOf(all, size);
  }

  /** How many distinct labels there are. */
  int count() {
    return labels.length;
  }

  /** The number at a place. */
  int number(int place) {
    return numbers[place];
  }

  /** What the caller calls a number. */
  int label(int number) {
    return labels[number];
  }
}
