package dev.gme.lab.identify;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.gme.core.identify.Identification;
import dev.gme.formats.table.SearchAnswers;
import dev.gme.lab.evaluate.ResultJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Answers as lines between tabs (docs/formats.md) and for machines. */
public final class SearchOutput {
  private SearchOutput() {}

  /** A line for each candidate and one for nobody, for every test. */
  public static List<String> lines(List<FoundSpeaker> all) {
    List<String> out = new ArrayList<>(List.of(SearchAnswers.HEADER));
    for (FoundSpeaker f : all) {
      Identification found = f.found();
      for (int i = 0; i < found.size(); i++) {
        boolean named = f.decision().isNamed() && i == 0;
        out.add(
            line(
                f.test(),
                f.candidate(i),
                found.logPosterior(i),
                found.llr(i),
                found.detectionLlr(i),
                named));
      }
      out.add(
          line(
              f.test(),
              FoundSpeaker.NOBODY,
              found.logUnknown(),
              0,
              0 - found.inSetLlr(),
              !f.decision().isNamed()));
    }
    return out;
  }

  private static String line(
      String test,
      String name,
      double logPosterior,
      double llr,
      double detection,
      boolean isAnswer) {
    return String.format(
        Locale.ROOT,
        "%s\t%s\t%.6g\t%.4f\t%.4f\t%s",
        test,
        name,
        Math.exp(logPosterior),
        llr,
        detection,
        isAnswer ? "yes" : "no");
  }

  /** All of it, with what the posteriors depend on. */
  public static ObjectNode json(List<FoundSpeaker> all, SearchOptions options) {
    ObjectNode out = ResultJson.object();
    out.put("enrolled", all.isEmpty() ? 0 : all.get(0).enrolled().size());
    out.put("unknown_prior", options.unknownPrior());
    if (!options.weights().isEmpty()) {
      ObjectNode weights = out.putObject("weights");
      options.weights().forEach(weights::put);
    }
    out.putObject("costs")
        .put("wrong_name", options.costs().wrongName())
        .put("refused", options.costs().refused())
        .put("stranger_named", options.costs().strangerNamed());
    for (FoundSpeaker f : all) {
      out.withArray("searches").add(json(f));
    }
    return out;
  }

  private static ObjectNode json(FoundSpeaker f) {
    Identification found = f.found();
    ObjectNode out = ResultJson.object();
    out.put("test", f.test()).put("answer", f.answer());
    out.put("expected_cost", f.decision().expectedCost());
    out.put("nobody", Math.exp(found.logUnknown()));
    out.put("not_listed", Math.exp(found.logRest()));
    out.put("in_set_llr", found.inSetLlr());
    for (int i = 0; i < found.size(); i++) {
      ObjectNode candidate = ResultJson.object();
      candidate.put("speaker", f.candidate(i));
      candidate.put("posterior", Math.exp(found.logPosterior(i)));
      candidate.put("log_posterior", found.logPosterior(i));
      candidate.put("llr", found.llr(i));
      candidate.put("detection_llr", found.detectionLlr(i));
      out.withArray("candidates").add(candidate);
    }
    return out;
  }
}
