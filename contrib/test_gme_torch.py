"""Tests gme_torch.py against golden data: python3 test_gme_torch.py SHARED [MODEL.npz VECTORS.npy A.npy B.npy OUT.npz]

SHARED is the folder of the golden data; groups f and g of its folder `reference` are walked. With more arguments, MODEL must
give A and B of VECTORS; it is then written to OUT. Prints a line for each case and ends with 1 where one fails.
"""

import json
import math
import pathlib
import sys

import numpy
import torch

import gme_torch as g


def value(v, folder):
    if isinstance(v, dict):
        return numpy.load(folder / v["npy"])
    words = {"Infinity": math.inf, "-Infinity": -math.inf}
    if isinstance(v, list):
        return numpy.array([value(x, folder) for x in v], dtype=float) if v else numpy.zeros(0)
    return words.get(v, v) if isinstance(v, str) else v


def worst(found, expected, rule):
    """The largest error in units of what is allowed; above 1 is a failure."""
    x, e = numpy.atleast_1d(found).astype(float), numpy.atleast_1d(expected).astype(float)
    if x.size != e.size:
        return math.inf
    x, e = x.reshape(-1), e.reshape(-1)
    if x.size == 0:
        return 0.0
    size = numpy.abs(e) if rule["scale"] == "element" else numpy.max(numpy.abs(e[numpy.isfinite(e)]), initial=0)
    allowed = numpy.broadcast_to(rule["abs"] + rule["rel"] * size, x.shape)
    error = numpy.abs(x - e)
    return float(numpy.max(numpy.where(error == 0, 0, error / numpy.where(allowed > 0, allowed, 1e-300))))


def tensors(inputs):
    layer = g.Extractor(
        inputs["mean"], inputs["P"], numpy.reshape(inputs["H"], (-1, len(inputs["mean"]))), inputs["lambda"], inputs["nu"]
    )
    a, b = layer(torch.as_tensor(inputs["R"]))
    return layer, a, b, torch.as_tensor(numpy.array(inputs["labels"]).astype(int))


def gradients(layer):
    zero = lambda p: torch.zeros_like(p) if p.grad is None else p.grad
    return dict(
        gradP=zero(layer.P), gradH=zero(layer.H), gradLogLambda=zero(layer.log_lambda), gradMean=zero(layer.mean)
    )


def group_f(inputs):
    layer, a, b, labels = tensors(inputs)
    enrol, test = (torch.as_tensor(numpy.array(inputs[k]).astype(int)) for k in ("enroll", "test"))
    same = labels[enrol][:, None] == labels[test][None, :]
    itself = enrol[:, None] == test[None, :]
    target, nontarget = same & ~itself, ~same
    scale, offset = (torch.tensor(float(inputs[k]), dtype=torch.float64, requires_grad=True) for k in ("scale", "offset"))
    llr = g.llr_matrix(a[enrol], b[enrol], a[test], b[test], layer.log_lambda.exp())
    loss = g.bxe(llr, target, nontarget, inputs["priorLogOdds"], scale, offset)
    loss.backward()
    return dict(
        gradients(layer),
        objective=loss,
        gradScale=scale.grad,
        gradOffset=offset.grad,
        numTargets=target.sum(),
        numNontargets=nontarget.sum(),
    )


def group_g(inputs):
    layer, a, b, labels = tensors(inputs)
    args = a, b, labels, layer.log_lambda.exp(), inputs["concentration"], inputs["discount"]
    loss = g.pseudolikelihood(*args)
    loss.backward()
    return dict(gradients(layer), objective=loss, logProb=g.log_label_probabilities(*args))


def golden(shared):
    failed = 0
    for group, run in (("f", group_f), ("g", group_g)):
        for folder in sorted((shared / "reference" / group).glob("*/")):
            case = json.loads((folder / "case.json").read_text())
            inputs = {k: value(v, folder) for k, v in case["inputs"].items()}
            found = run(inputs)
            if set(found) != set(case["expected"]):
                raise AssertionError(f"{group}/{folder.name}: expected {sorted(case['expected'])}, found {sorted(found)}")
            errors = {
                name: worst(found[name].detach().numpy(), value(expected, folder), case["tolerance"][name])
                for name, expected in case["expected"].items()
            }
            name = max(errors, key=errors.get)
            good = errors[name] <= 1
            failed += not good
            print(f"{'ok    ' if good else 'FAILED'} {group}/{folder.name}: {name} has {errors[name]:.2g} of the allowed error")
    return failed


def batches(shared):
    """The loss of a minibatch is that of all its pairs but those of a recording with itself."""
    folder = sorted((shared / "reference" / "f").glob("*/"))[0]
    inputs = {k: value(v, folder) for k, v in json.loads((folder / "case.json").read_text())["inputs"].items()}
    layer, a, b, labels = tensors(inputs)
    lam, n = layer.log_lambda.exp(), len(labels)
    llr = g.llr_matrix(a, b, a, b, lam)
    pairs = [(i, j) for i in range(n) for j in range(n) if i != j]
    same = numpy.array([bool(labels[i] == labels[j]) for i, j in pairs])
    v = numpy.array([float(llr[i, j].detach()) for i, j in pairs]) - 1
    odds = 1 / (1 + math.exp(1))
    expected = odds * numpy.log1p(numpy.exp(-v[same])).mean() + (1 - odds) * numpy.log1p(numpy.exp(v[~same])).mean()
    good = abs(float(g.bxe_of_batch(a, b, labels, lam, -1.0).detach()) - expected) < 1e-12
    print(f"{'ok    ' if good else 'FAILED'} minibatch")
    return int(not good)


def round_trip(model, vectors, a_file, b_file, out):
    layer = g.Extractor.from_npz(model)
    a, b = layer(torch.as_tensor(numpy.load(vectors)))
    worst_a = numpy.abs(a.detach().numpy() - numpy.load(a_file)).max()
    worst_b = numpy.abs(b.detach().numpy() - numpy.load(b_file)).max()
    good = worst_a < 1e-10 and worst_b < 1e-10
    layer.to_npz(out)
    print(f"{'ok    ' if good else 'FAILED'} {model}: a differs by {worst_a:.2g}, b by {worst_b:.2g}")
    return int(not good)


if __name__ == "__main__":
    shared = pathlib.Path(sys.argv[1])
    failures = golden(shared) + batches(shared)
    if len(sys.argv) > 2:
        failures += round_trip(*sys.argv[2:])
    sys.exit(1 if failures else 0)
