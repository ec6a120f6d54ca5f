package dev.gme.formats.table;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Numbers ids in the order of their first appearance, without making a String for each one. */
final class IdTable {
  /** Differs from run to run: nobody can write a list whose ids all fall into one place. */
  private static final long SEED = ThreadLocalRandom.current().nextLong();

  /** 2^64 by the golden ratio, made odd; spreads bits well. */
  private static final long ODD = 0x9e3779b97f4a7c15L;

  private int[] slots = new int[256];
  private int[] hashes = new int[128];
  private final List<byte[]> keys = new ArrayList<>();
  private int last = -1;

  IdTable() {
    Arrays.fill(slots, -1);
  }

  /** The number of the id in these bytes. */
  int number(byte[] in, int from, int to) {
    // Lists are often sorted by one side, so that an id comes many times in a row.
    if (last >= 0 && equal(last, in, from, to)) {
      return last;
    }
    long mixed = SEED;
    for (int i = from; i < to; i++) {
      mixed = (mixed ^ in[i]) * ODD;
    }
    int hash = (int) (mixed ^ (mixed >>> 32));
    int slot = hash & (slots.length - 1);
    while (slots[slot] >= 0) {
      int number = slots[slot];
      if (hashes[number] == hash && equal(number, in, from, to)) {
        last = number;
        return number;
      }
      slot = (slot + 1) & (slots.length - 1);
    }
    last = add(hash, slot, Arrays.copyOfRange(in, from, to));
    return last;
  }

  private boolean equal(int number, byte[] in, int from, int to) {
    byte[] key = keys.get(number);
    return Arrays.equals(key, 0, key.length, in, from, to);
  }

  private int add(int hash, int slot, byte[] key) {
    int number = keys.size();
    keys.add(key);
    if (number == hashes.length) {
      hashes = Arrays.copyOf(hashes, 2 * number);
    }
    hashes[number] = hash;
    slots[slot] = number;
    if (2 * keys.size() > slots.length) {
      grow();
    }
    return number;
  }

  private void grow() {
    slots = new int[2 * slots.length];
    Arrays.fill(slots, -1);
    for (int number = 0; number < keys.size(); number++) {
      int slot = hashes[number] & (slots.length - 1);
      while (slots[slot] >= 0) {
        slot = (slot + 1) & (slots.length - 1);
      }
      slots[slot] = number;
    }
  }

  /** For each number of {@code other}, the number here; ids that are new are added. */
  int[] add(IdTable other) {
    int[] numbers = new int[other.keys.size()];
    for (int i = 0; i < numbers.length; i++) {
      byte[] key = other.keys.get(i);
      numbers[i] = number(key, 0, key.length);
    }
    return numbers;
  }

  List<String> ids() {
    return keys.stream().map(k -> new String(k, StandardCharsets.UTF_8)).toList();
  }
}
