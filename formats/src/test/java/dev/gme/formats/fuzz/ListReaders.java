package dev.gme.formats.fuzz;

import dev.gme.formats.FileKind;
import dev.gme.formats.kaldi.KaldiLists;
import dev.gme.formats.lists.ClusterRounds;
import dev.gme.formats.lists.IdList;
import dev.gme.formats.lists.ModelList;
import dev.gme.formats.lists.SpeakerLabels;
import dev.gme.formats.lists.SpeakerWeights;
import dev.gme.formats.table.ListLayout;
import dev.gme.formats.table.ListReader;
import dev.gme.formats.table.ListSummary;
import dev.gme.formats.table.ListWriter;
import dev.gme.formats.table.SearchAnswers;
import dev.gme.formats.table.TrialList;
import dev.gme.formats.turns.Rttm;
import dev.gme.formats.turns.Segments;
import dev.gme.formats.turns.Uem;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Trials, keys and scores in all layouts, by content and by option; lists about recordings. */
final class ListReaders {
  static final List<FuzzedReader> ALL = all();

  private ListReaders() {}

  private static List<FuzzedReader> all() {
    List<FuzzedReader> all = new ArrayList<>();
    for (ListLayout layout : ListLayout.values()) {
      // A channel, which only this layout has, comes from a list in it.
      FuzzedReader.Work write =
          layout == ListLayout.SRE10
              ? f -> Files.writeString(f, "m a x target\nm b a nontarget\n")
              : f -> ListWriter.write(f, trials(), layout);
      all.add(
          new FuzzedReader(
              "list-" + layout.label(), f -> ListSummary.of(ListReader.read(f)), write));
      all.add(new FuzzedReader("forced-" + layout.label(), f -> ListReader.read(f, layout), write));
    }
    all.add(
        new FuzzedReader(
            "list-named.csv",
            f -> ListReader.read(f, Optional.empty(), Map.of("enrol", "m", "test", "s")),
            f -> Files.writeString(f, "m,s,label,place\na,b,target,\"in, or out\"\n")));
    all.add(reader("utt2spk", KaldiLists::readPairs, "u1 a\nu2 b\n"));
    all.add(reader("spk2utt", KaldiLists::readGroups, "a u1 u2\nb u3\n"));
    all.add(reader("ids", IdList::read, "a\nb x\n"));
    all.add(reader("models", ModelList::read, "a u1 u2\nb u3\n"));
    all.add(reader("models-nist", ModelList::read, "modelid\tsegmentid\tside\na\tu\tb\n"));
    all.add(reader("labels", f -> SpeakerLabels.read(f, "u1"::equals), "u1 a\nu2 b\n"));
    all.add(reader("labels.csv", f -> SpeakerLabels.read(f, "u1"::equals), "id,speaker\nu1,a\n"));
    String turn = "SPEAKER m 1 0.5 1.25 <NA> <NA> Ann <NA> <NA>\n";
    all.add(reader("turns.rttm", Rttm::read, ";; by hand\n" + turn + turn.replace("Ann", "Bob")));
    all.add(reader("regions.uem", Uem::read, "m 1 0 10\nm 1 12.5 20\n"));
    all.add(reader("segments", Segments::read, "s1 m 0.5 1.25\ns2 m 2 -1\n"));
    all.add(
        reader(
            "who.tsv",
            SearchAnswers::read,
            SearchAnswers.HEADER + "\nt\ta\t0.75\t2\t1\tyes\nt\tnobody\t0.25\t0\t-1\tno\n"));
    all.add(
        new FuzzedReader(
            "rounds.npz",
            ClusterRounds::read,
            new ClusterRounds(
                    "k", new int[] {0, 0, 1}, new int[] {3, 2}, 1.5, new int[][] {{1}, {0}, {}})
                ::write));
    all.add(reader("weights", SpeakerWeights::read, "anna 0.5\nbert 1e-3\n"));
    all.add(reader("kind.rttm", FileKind::of, turn));
    all.add(reader("kind-segments", FileKind::of, "s1 m 0.5 1.25\ns2 m 2 -1\n"));
    return List.copyOf(all);
  }

  private static FuzzedReader reader(String name, FuzzedReader.Work read, String good) {
    return new FuzzedReader(name, read, f -> Files.writeString(f, good));
  }

  private static TrialList trials() {
    return TrialList.of(List.of("m"), List.of("a", "b"), new int[2], new int[] {0, 1})
        .withLabels(new boolean[] {true, false})
        .withScores(new double[] {1.5, -2});
  }
}
