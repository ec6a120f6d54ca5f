package dev.gme.core.train.plda;

import dev.gme.core.Internal;
import dev.gme.core.linalg.DoubleMatrix;

/**
 * What an M-step needs of the speakers' posteriors (docs/math.md 4.1), whose means are z_s and
 * whose second moments are E_s.
 *
 * @param zf T' = Σ z_s f_s', d x D
 * @param nMoment R = Σ n_s E_s, d x d
 * @param moment Σ E_s, d x d
 * @param logExpectation Σ ½ (y_s'L_s⁻¹y_s − log|L_s|), the speakers' share of the log-likelihood
 */
@Internal
public record SpeakerMoments(
    DoubleMatrix zf, DoubleMatrix nMoment, DoubleMatrix moment, double logExpectation) {}
