"""Gaussian meta-embeddings for PyTorch: the extractor as a layer, and the losses of gme's discriminative training.

For people who train networks. A network that ends with `Extractor` gives meta-embeddings (a, b) with shared
lambda; `bxe` and `pseudolikelihood` train all of it. Start from a model of gme, and go back to it:

    gme convert plda.gme plda.npz

    layer = Extractor.from_npz("plda.npz")
    a, b = layer(network(batch))                     # double precision: network(batch).double()
    loss = bxe_of_batch(a, b, speakers, layer.log_lambda.exp())
    loss.backward()
    ...
    layer.to_npz("trained.npz")                      # gme score -m trained.npz ...

A network may also give a and b itself; then only the functions are needed, and after export to ONNX
`gme embed --meta` uses its outputs as they are. Formulas: docs/math.md 1.2, 3.2 and 5. One file, PyTorch alone
(NumPy for the files); copy it wherever it is needed. Tested by contrib/test_gme_torch.py.
"""

import math

import torch
from torch.nn.functional import one_hot, softplus


def log_expectation(a, b, lam):
    """log E(a, b) of canonical meta-embeddings: a is n x d, b has n numbers, lam d."""
    u = b.unsqueeze(-1) * lam
    return 0.5 * (a * a / (1 + u) - torch.log1p(u)).sum(-1)


def llr_matrix(a_enrol, b_enrol, a_test, b_test, lam):
    """Log-likelihood ratios of all pairs. One dimension at a time, so that nothing of m x n x d is ever there."""
    s = b_enrol[:, None] + b_test[None, :]
    pooled = torch.zeros_like(s)
    for k in range(lam.shape[0]):
        u = s * lam[k]
        pooled = pooled + 0.5 * ((a_enrol[:, k, None] + a_test[None, :, k]).square() / (1 + u) - torch.log1p(u))
    return pooled - log_expectation(a_enrol, b_enrol, lam)[:, None] - log_expectation(a_test, b_test, lam)[None, :]


def bxe(llr, target, nontarget, prior_log_odds=0.0, scale=1.0, offset=0.0):
    """Binary cross-entropy, in nats: llr, and masks of its shape that say which pairs are of one speaker or of two.

    Pairs of neither, such as a recording with itself, do not count. A mask without a pair adds nothing.
    """
    prior = 1 / (1 + math.exp(-prior_log_odds))
    v = scale * llr + offset + prior_log_odds
    loss = v.sum() * 0
    if target.any():
        loss = loss + prior * softplus(-v[target]).mean()
    if nontarget.any():
        loss = loss + (1 - prior) * softplus(v[nontarget]).mean()
    return loss


def bxe_of_batch(a, b, speakers, lam, prior_log_odds=0.0, scale=1.0, offset=0.0):
    """`bxe` of all pairs of different recordings of a minibatch, given the number of each one's speaker."""
    same = speakers[:, None] == speakers[None, :]
    itself = torch.eye(len(speakers), dtype=torch.bool, device=same.device)
    return bxe(llr_matrix(a, b, a, b, lam), same & ~itself, ~same, prior_log_odds, scale, offset)


def pseudolikelihood(a, b, speakers, lam, concentration, discount):
    """-1/n sum of log P(speaker of i | all recordings, all other speakers) under the Chinese restaurant process.

    All speakers are held in memory at once for each recording: for minibatches of some hundred recordings.
    """
    return -log_label_probabilities(a, b, speakers, lam, concentration, discount).mean()


def log_label_probabilities(a, b, speakers, lam, concentration, discount):
    """log P(speaker of i | all recordings, all other speakers) for every i."""
    n = len(speakers)
    if n == 1:
        # Nobody else: a new speaker for certain.
        return a.sum(-1) * 0
    _, inverse = torch.unique(speakers, return_inverse=True)
    member = one_hot(inverse).to(a.dtype)
    size = member.sum(0)
    pooled_a, pooled_b, own = member.T @ a, member.T @ b, log_expectation(a, b, lam)
    out = []
    for i in range(n):
        me = member[i]
        sizes = size - me
        keep = sizes > 0
        others_a = (pooled_a - me[:, None] * a[i])[keep]
        others_b = (pooled_b - me * b[i])[keep].clamp(min=0)
        known = (
            torch.log(sizes[keep] - discount)
            + log_expectation(others_a + a[i], others_b + b[i], lam)
            - log_expectation(others_a, others_b, lam)
            - own[i]
        )
        weight = int(keep.sum()) * discount + concentration
        new = torch.log(torch.as_tensor(weight, dtype=a.dtype, device=a.device)).reshape(1)
        true = known[int(keep[: inverse[i]].sum())] if keep[inverse[i]] else new[0]
        out.append(true - torch.logsumexp(torch.cat([known, new]), 0))
    return torch.stack(out)


class Extractor(torch.nn.Module):
    """Vectors to meta-embeddings: the preprocessing of a model, which stays as it is, and its extractor, which is trained.

    a = b P x, b = (nu + D - d) / (nu + |H x|^2) with x = r - mean; nu = inf gives b = 1. lambda is kept as its
    logarithm, so that it stays positive.
    """

    def __init__(self, mean, P, H, lam, nu, steps=()):
        super().__init__()
        double = lambda x: torch.as_tensor(x, dtype=torch.float64)
        self.mean = torch.nn.Parameter(double(mean))
        self.P = torch.nn.Parameter(double(P))
        self.H = torch.nn.Parameter(double(H))
        self.log_lambda = torch.nn.Parameter(double(lam).log())
        self.nu = float(nu)
        self.steps = [name for name, _ in steps]
        for i, (name, value) in enumerate(steps):
            if name not in ("centre", "length") and not name.startswith("linear "):
                raise ValueError(f"unknown step of preprocessing {name!r}: this file does not know what it does")
            self.register_buffer(f"step{i}", double(value))

    def forward(self, r):
        """Meta-embeddings (a, b) of raw vectors, one a row."""
        for i, name in enumerate(self.steps):
            value = getattr(self, f"step{i}")
            if name == "centre":
                r = r - value
            elif name == "length":
                r = r * (math.sqrt(r.shape[-1]) / r.norm(dim=-1, keepdim=True))
            else:
                r = r @ value.T
        x = r - self.mean
        q = (x @ self.H.T).square().sum(-1)
        k = self.H.shape[0]
        b = torch.ones_like(q) if math.isinf(self.nu) else (self.nu + k) / (self.nu + q)
        return b.unsqueeze(-1) * (x @ self.P.T), b

    @classmethod
    def from_npz(cls, file):
        """The extractor of a model that `gme convert MODEL FILE.npz` wrote."""
        import numpy

        with numpy.load(file) as m:
            kind = str(numpy.atleast_1d(m["kind"])[0]) if "kind" in m else "extractor"
            if kind != "extractor":
                raise ValueError(f"{file}: expected an extractor, found kind {kind!r}: convert the model that scores")
            names = [str(s) for s in numpy.atleast_1d(m["steps"])] if "steps" in m else []
            steps = [(name, m[f"step{i}"]) for i, name in enumerate(names) if name != "head"]
            if len(steps) < len(names):
                raise ValueError(f"{file}: the model has a precision head, which this file cannot train: convert the model before it")
            mean = numpy.atleast_1d(m["mean"])
            return cls(mean, m["P"], m["H"].reshape(-1, len(mean)), numpy.atleast_1d(m["lambda"]), m.get("nu", numpy.inf), steps)

    def to_npz(self, file):
        """Writes a model that gme reads wherever it takes a model."""
        import numpy

        array = lambda t: t.detach().cpu().numpy().astype("<f8")
        arrays = dict(
            kind=numpy.array(["extractor"]),
            mean=array(self.mean),
            P=array(self.P),
            H=array(self.H),
            nu=numpy.array(self.nu),
        )
        arrays["lambda"] = array(self.log_lambda.exp())
        if self.steps:
            arrays["steps"] = numpy.array(self.steps)
        for i in range(len(self.steps)):
            arrays[f"step{i}"] = array(getattr(self, f"step{i}"))
        numpy.savez(file, **arrays)
