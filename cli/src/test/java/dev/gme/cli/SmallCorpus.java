package dev.gme.cli;

import java.nio.file.Path;

/** A simulated experiment (seed 3) with two models, small enough to be made by every test class. */
final class SmallCorpus {
  final Path folder;
  final Path train;
  final Path eval;
  final Path labels;
  final Path models;
  final Path trials;
  final Path truth;

  SmallCorpus(Path folder) {
    this.folder = folder;
    GmeRun.ok(
        "simulate {} --speakers 40 --recordings 4:6 --eval-speakers 12 --enrol 2 --test 2 --dim 20 --speaker-dim 5 --seed 3",
        folder);
    train = folder.resolve("train.scp");
    eval = folder.resolve("eval.scp");
    labels = folder.resolve("train.utt2spk");
    models = folder.resolve("enrol.spk2utt");
    trials = folder.resolve("trials");
    truth = folder.resolve("truth.gme");
  }

  Path file(String name) {
    return folder.resolve(name);
  }
}
