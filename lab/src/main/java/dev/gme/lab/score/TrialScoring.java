package dev.gme.lab.score;

import dev.gme.core.GmeException;
import dev.gme.core.Progress;
import dev.gme.core.embedding.GeneralGme;
import dev.gme.core.embedding.MetaEmbeddings;
import dev.gme.core.linalg.DoubleMatrix;
import dev.gme.core.linalg.RowSource;
import dev.gme.core.model.Cosine;
import dev.gme.core.model.Enrolment;
import dev.gme.core.model.Pipeline;
import dev.gme.core.model.PldaScoring;
import dev.gme.core.model.Preprocessing;
import dev.gme.core.model.QuadraticScore;
import dev.gme.core.score.PairScorer;
import dev.gme.core.score.ScoreKind;
import dev.gme.core.score.norm.ScoreNormalization;
import dev.gme.core.score.norm.ScoreNormalizer;
import dev.gme.core.score.norm.ScoredSide;
import dev.gme.formats.LabelledVectors;
import dev.gme.formats.io.BadFile;
import dev.gme.formats.kaldi.KaldiPlda;
import dev.gme.formats.lists.EnrolmentModels;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;

/**
 * How trials are scored: makes the two sides of vectors, and a scorer of the sides. Vectors that
 * both sides share go through the model once.
 *
 * <pre>{@code
 * TrialScoring how = TrialScoring.llr(pipeline, LlrAccuracy.DEFAULT);
 * Side enrol = how.side(vectors, models, Enrolment.POOLED);
 * Side test = how.recordings(vectors);
 * float[] llr = how.scorer(enrol, test).list(trials.enrol(), trials.test()).scores();
 * }</pre>
 */
public abstract class TrialScoring {
  private TrialScoring() {}

  /**
   * Log-likelihood ratios of meta-embeddings.
   *
   * @param accuracy by tiles or exact
   */
  public static TrialScoring llr(Pipeline pipeline, LlrAccuracy accuracy) {
    return new Embeddings(
        accuracy.kind(),
        pipeline::extract,
        (vectors, rows) -> pipeline.extract(Enrolment.means(vectors, rows)));
  }

  /** Log-likelihood ratios of meta-embeddings that were made before; there is no model. */
  public static TrialScoring ofEmbeddings(LlrAccuracy accuracy) {
    OfMeans none =
        (vectors, rows) -> {
          throw new GmeException("vectors need a model to be scored", "give a model");
        };
    return new Embeddings(accuracy.kind(), vectors -> none.extract(vectors, null), none);
  }

  /** Log-likelihood ratios as {@code ivector-plda-scoring} makes them (docs/math.md 3.10). */
  public static TrialScoring kaldi(
      Pipeline pipeline, PldaScoring.Length length, double smoothing, LlrAccuracy accuracy) {
    if (pipeline.head().isPresent()) {
      throw new GmeException(
          "Kaldi's scoring has no precisions that a head could set",
          "use the model without its head, or score without Kaldi's length normalization");
    }
    if (pipeline.extractor().nu() < Double.POSITIVE_INFINITY) {
      throw new GmeException(
          "Kaldi's scoring is of Gaussian models, this one has nu = " + pipeline.extractor().nu(),
          "plug in nu = Infinity, or score without Kaldi's length normalization");
    }
    KaldiPlda plda = KaldiPlda.of(pipeline.extractor().model().twoCovariance().smoothed(smoothing));
    return new Kaldi(
        accuracy.kind(),
        pipeline.preprocessing(),
        PldaScoring.of(plda.mean(), plda.transform(), plda.psi(), length));
  }

  /** Cosines of vectors, or of means of them, that were preprocessed. */
  public static TrialScoring cosine(Preprocessing chain) {
    return new Vectors(ScoreKind.cosine(), preprocessing(chain), Cosine::requireDirections);
  }

  /** Cosines of vectors that were preprocessed and centred as a model does it. */
  public static TrialScoring cosine(Pipeline pipeline) {
    return new Vectors(ScoreKind.cosine(), pipeline::centred, Cosine::requireDirections);
  }

  /**
   * The quadratic form of Gaussian PLDA, for enrolments of one recording or of the mean of several.
   */
  public static TrialScoring quadratic(Pipeline pipeline) {
    return new Vectors(
        ScoreKind.quadratic(QuadraticScore.of(pipeline.extractor())),
        preprocessing(pipeline.preprocessing()),
        (ready, name) -> {});
  }

  /**
   * Log-likelihood ratios of vectors with covariances: of general forms, in double.
   *
   * @param errors the covariances of the recordings of both sides
   */
  public static TrialScoring uncertain(Pipeline pipeline, VectorErrors errors) {
    return new Generals(vectors -> UncertainEmbeddings.of(pipeline, vectors, errors));
  }

  /** Log-likelihood ratios of meta-embeddings by a model with a precision head. */
  public static TrialScoring headed(HeadedExtraction extraction, LlrAccuracy accuracy) {
    return new Embeddings(accuracy.kind(), extraction::extract, "with side information");
  }

  /**
   * The same of the nearest canonical forms, which are scored like any meta-embeddings.
   *
   * @param heard is told how far the forms of each set of vectors are from the general ones
   */
  public static TrialScoring canonical(
      Pipeline pipeline,
      VectorErrors errors,
      LlrAccuracy accuracy,
      Consumer<UncertainEmbeddings.CanonicalError> heard) {
    return new Embeddings(
        accuracy.kind(),
        vectors -> {
          UncertainEmbeddings all = UncertainEmbeddings.of(pipeline, vectors, errors);
          heard.accept(all.error());
          return all.canonical();
        },
        Generals.NAME);
  }

  /** A preprocessing chain as a function of vectors. */
  private static Function<RowSource, DoubleMatrix> preprocessing(Preprocessing chain) {
    return vectors -> chain.view(vectors).doubles(0, vectors.rows());
  }

  /** What a side is made of: each model is a list of rows of the vectors. */
  public abstract Side side(LabelledVectors vectors, EnrolmentModels models, Enrolment enrolment);

  /** Every recording by itself. */
  public Side recordings(LabelledVectors vectors) {
    return side(vectors, EnrolmentModels.ofRecordings(vectors), Enrolment.POOLED);
  }

  /** The scorer of two sides that were made here, or read as meta-embeddings. */
  public abstract PairScorer scorer(Side enrol, Side test);

  /** What normalizes the scores of two sides by those against a cohort. */
  public abstract ScoreNormalizer normalizer(
      ScoreNormalization variant, Side enrol, Side test, Side cohort, Progress progress);

  /** Whether the sides are made of meta-embeddings, so that a file of them is a side as well. */
  public boolean takesEmbeddings() {
    return this instanceof OfEmbeddings;
  }

  private static List<List<String>> recordingsOf(LabelledVectors vectors, EnrolmentModels models) {
    return Arrays.stream(models.rows())
        .map(of -> Arrays.stream(of).distinct().mapToObj(vectors.ids()::get).toList())
        .toList();
  }

  /** Whether every row is a model of its own, in order. */
  private static boolean areRecordings(int[][] rows, int size) {
    if (rows.length != size) {
      return false;
    }
    for (int i = 0; i < size; i++) {
      if (rows[i].length != 1 || rows[i][0] != i) {
        return false;
      }
    }
    return true;
  }

  private static GmeException noMeans(String known) {
    return new GmeException(
        "vectors " + known + " cannot be averaged", "pool their meta-embeddings instead");
  }

  /** Makes what is scored of the means of models. */
  private interface OfMeans {
    MetaEmbeddings extract(RowSource vectors, int[][] rows);
  }

  /** Scores of meta-embeddings or of vectors, whichever a side has. */
  private abstract static class OfKind<T> extends TrialScoring {
    private final ScoreKind<T> kind;
    private final Function<Side, T> scored;
    private final BiFunction<RecordingNumbers, Side, ScoredSide<T>> numbered;

    OfKind(
        ScoreKind<T> kind,
        Function<Side, T> scored,
        BiFunction<RecordingNumbers, Side, ScoredSide<T>> numbered) {
      this.kind = kind;
      this.scored = scored;
      this.numbered = numbered;
    }

    @Override
    public PairScorer scorer(Side enrol, Side test) {
      return kind.scorer(scored.apply(enrol), scored.apply(test));
    }

    @Override
    public ScoreNormalizer normalizer(
        ScoreNormalization variant, Side enrol, Side test, Side cohort, Progress progress) {
      RecordingNumbers numbers = new RecordingNumbers();
      return variant.fit(
          kind,
          numbered.apply(numbers, enrol),
          numbered.apply(numbers, test),
          numbered.apply(numbers, cohort),
          progress);
    }
  }

  private abstract static class OfEmbeddings extends OfKind<MetaEmbeddings> {
    OfEmbeddings(ScoreKind<MetaEmbeddings> kind) {
      super(kind, Side::embeddings, RecordingNumbers::embeddings);
    }
  }

  private static final class Embeddings extends OfEmbeddings {
    private final Function<LabelledVectors, MetaEmbeddings> extractor;
    private final OfMeans ofMeans;
    private LabelledVectors last;
    private MetaEmbeddings ofLast;

    Embeddings(
        ScoreKind<MetaEmbeddings> kind,
        Function<RowSource, MetaEmbeddings> extractor,
        OfMeans ofMeans) {
      super(kind);
      this.extractor = vectors -> extractor.apply(vectors.rows());
      this.ofMeans = ofMeans;
    }

    /** Of vectors that cannot be averaged, since of each more is known, in words. */
    Embeddings(
        ScoreKind<MetaEmbeddings> kind,
        Function<LabelledVectors, MetaEmbeddings> extractor,
        String known) {
      super(kind);
      this.extractor = extractor;
      this.ofMeans =
          (vectors, rows) -> {
            throw noMeans(known);
          };
    }

    @Override
    public Side side(LabelledVectors vectors, EnrolmentModels models, Enrolment enrolment) {
      int[][] rows = models.rows();
      MetaEmbeddings embeddings =
          enrolment == Enrolment.AVERAGED
              ? ofMeans.extract(vectors.rows(), rows)
              : areRecordings(rows, vectors.size()) ? all(vectors) : all(vectors).pool(rows);
      return new Side(models.ids(), recordingsOf(vectors, models), embeddings, null);
    }

    private MetaEmbeddings all(LabelledVectors vectors) {
      if (last != vectors) {
        ofLast = extractor.apply(vectors);
        last = vectors;
      }
      return ofLast;
    }
  }

  /** Meta-embeddings in general form. */
  private static final class Generals extends OfKind<List<GeneralGme>> {
    private static final String NAME = "with covariances";

    private final Function<LabelledVectors, UncertainEmbeddings> extractor;
    private LabelledVectors last;
    private UncertainEmbeddings ofLast;

    Generals(Function<LabelledVectors, UncertainEmbeddings> extractor) {
      super(
          ScoreKind.general(),
          Side::general,
          (numbers, side) -> {
            throw new GmeException(
                "scores of general forms cannot be normalized by a cohort",
                "take the nearest canonical forms instead");
          });
      this.extractor = extractor;
    }

    @Override
    public Side side(LabelledVectors vectors, EnrolmentModels models, Enrolment enrolment) {
      if (enrolment == Enrolment.AVERAGED) {
        throw noMeans(NAME);
      }
      if (last != vectors) {
        ofLast = extractor.apply(vectors);
        last = vectors;
      }
      return new Side(
          models.ids(), recordingsOf(vectors, models), null, null, ofLast.pooled(models.rows()));
    }
  }

  private static final class Kaldi extends OfEmbeddings {
    private final Preprocessing preprocessing;
    private final PldaScoring plda;

    Kaldi(ScoreKind<MetaEmbeddings> kind, Preprocessing preprocessing, PldaScoring plda) {
      super(kind);
      this.preprocessing = preprocessing;
      this.plda = plda;
    }

    /** Kaldi knows one way only: the mean of preprocessed vectors, and how many there are. */
    @Override
    public Side side(LabelledVectors vectors, EnrolmentModels models, Enrolment enrolment) {
      int[][] rows = models.rows();
      DoubleMatrix ready = preprocessing(preprocessing).apply(vectors.rows());
      int[] counts = Arrays.stream(rows).mapToInt(of -> of.length).toArray();
      return new Side(
          models.ids(),
          recordingsOf(vectors, models),
          plda.enrol(Enrolment.means(ready, rows), counts),
          null);
    }
  }

  private static final class Vectors extends OfKind<DoubleMatrix> {
    private final Function<RowSource, DoubleMatrix> preprocessing;

    private final BiConsumer<DoubleMatrix, IntFunction<String>> requirement;

    /**
     * Scores of preprocessed vectors.
     *
     * @param requirement refuses rows that have no scores, by what it is told to call them
     */
    Vectors(
        ScoreKind<DoubleMatrix> kind,
        Function<RowSource, DoubleMatrix> preprocessing,
        BiConsumer<DoubleMatrix, IntFunction<String>> requirement) {
      super(kind, Side::vectors, RecordingNumbers::vectors);
      this.preprocessing = preprocessing;
      this.requirement = requirement;
    }

    @Override
    public Side side(LabelledVectors vectors, EnrolmentModels models, Enrolment enrolment) {
      int[][] rows = models.rows();
      RowSource raw = vectors.rows();
      DoubleMatrix ready =
          enrolment == Enrolment.AVERAGED
              ? preprocessing.apply(Enrolment.means(raw, rows))
              : areRecordings(rows, vectors.size())
                  ? preprocessing.apply(raw)
                  : Enrolment.means(preprocessing.apply(raw), rows);
      requirement.accept(ready, m -> BadFile.quoted(models.ids().get(m)));
      return new Side(models.ids(), recordingsOf(vectors, models), null, ready);
    }
  }
}
