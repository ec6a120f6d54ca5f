package dev.gme.core.train.adapt;

import dev.gme.core.GmeException;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.RowSource;
import dev.gme.core.model.GmeExtractor;
import dev.gme.core.model.TwoCovariance;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Several domains, of which each recording's is known (docs/math.md 11.10): every domain has its
 * own mean, or its own map as in {@link CoralAdaptation}, and all share the speaker variable, so
 * that their meta-embeddings are pooled and scored together.
 *
 * <pre>{@code
 * KnownDomains domains = KnownDomains.of(vectors, domainOf, model, UnlabelledAdaptation.MEAN);
 * MetaEmbeddings e = domains.extract(others, domainOfOthers);
 * }</pre>
 */
public final class KnownDomains {
  private final GmeExtractor source;
  private final List<TargetDomain> domains;
  private final List<GmeExtractor> extractors;

  private KnownDomains(
      GmeExtractor source, List<TargetDomain> domains, List<GmeExtractor> extractors) {
    this.source = source;
    this.domains = List.copyOf(domains);
    this.extractors = List.copyOf(extractors);
  }

  /**
   * Learns every domain from its own vectors.
   *
   * @param domain the domain of each row, from 0; none may be without vectors
   * @param way the mean, or CORAL: others leave no common speaker variable
   */
  public static KnownDomains of(
      RowSource vectors, int[] domain, GmeExtractor source, UnlabelledAdaptation way) {
    if (domain.length != vectors.rows()) {
      throw new IllegalArgumentException(domain.length + " domains of " + vectors.rows());
    }
    if (way != UnlabelledAdaptation.MEAN && !(way instanceof CoralAdaptation)) {
      throw new IllegalArgumentException("domains share a speaker variable by mean or CORAL only");
    }
    int count = Arrays.stream(domain).max().orElse(-1) + 1;
    List<TargetDomain> domains = new ArrayList<>();
    List<GmeExtractor> extractors = new ArrayList<>();
    for (int k = 0; k < count; k++) {
      int[] rows = rows(domain, k);
      if (rows.length < 2) {
        throw new GmeException(
            "domain " + k + " (from 0) has " + rows.length + " vectors, at least 2 are needed",
            "give more vectors of it, or leave the domain out");
      }
      TargetDomain target = TargetDomain.of(vectors.doubles(rows), source);
      domains.add(target);
      extractors.add(way.adapt(source, target));
    }
    return new KnownDomains(source, domains, extractors);
  }

  private static int[] rows(int[] domain, int k) {
    return IntStream.range(0, domain.length).filter(i -> domain[i] == k).toArray();
  }

  /** The extractor of a domain. */
  public GmeExtractor extractor(int domain) {
    return extractors.get(domain);
  }

  /** How many domains there are. */
  public int size() {
    return domains.size();
  }

  /** Meta-embeddings of recordings, each by the extractor of its domain. */
  public MetaEmbeddings extract(RowSource vectors, int[] domain) {
    int n = vectors.rows();
    int d = source.speakerDimension();
    double[] a = new double[Math.multiplyExact(n, d)];
    double[] b = new double[n];
    for (int k = 0; k < size(); k++) {
      int[] rows = rows(domain, k);
      if (rows.length > 0) {
        MetaEmbeddings own = extractors.get(k).extract(vectors.doubles(rows));
        for (int i = 0; i < rows.length; i++) {
          b[rows[i]] = own.b()[i];
          System.arraycopy(own.a().array(), i * d, a, rows[i] * d, d);
        }
      }
    }
    return MetaEmbeddings.of(DoubleMatrix.wrap(n, d, a), b, source.lambda());
  }

  /**
   * One model for recordings whose domain is not known: its mean is that of all vectors, and the
   * covariance of the domains' means joins the noise.
   */
  public GmeExtractor ofUnknown() {
    double total = domains.stream().mapToLong(TargetDomain::vectors).sum();
    int dim = source.inputDimension();
    double[] mean = new double[dim];
    for (TargetDomain t : domains) {
      for (int i = 0; i < dim; i++) {
        mean[i] += t.vectors() / total * t.mean()[i];
      }
    }
    TwoCovariance model = source.model().twoCovariance();
    DoubleMatrix within = model.within();
    for (TargetDomain t : domains) {
      DoubleMatrix shift = DoubleMatrix.wrap(dim, 1, TargetDomain.minus(t.mean(), mean));
      within = within.plus(shift.outerGram().times(t.vectors() / total));
    }
    return ModelChange.extractor(TwoCovariance.of(mean, model.between(), within), source);
  }
}
