"""Coefficients of the polynomials in FloatFunctions and DoubleFunctions, and their error.

    exp(r)   = 1 + r + r^2 q(r)           for |r| <= ln(2)/2
    log(1+f) = f - f^2/2 + f^3 p(f)       for -1/4 <= f <= 1/2 (float)
    log(1+f) = 2 s + s^3 p(s^2)           for s = f/(2 + f), the same f (double)

q and p minimize the largest relative error of the left-hand side (Remez exchange in 60 digits); then their
coefficients are rounded. The printed error includes that rounding.

Needs Python 3 and mpmath; run it without arguments.
"""
import struct

from mpmath import atanh, cos, expm1, log, log1p, lu_solve, matrix, mp, mpf, pi, sqrt

mp.dps = 60
GRID = 2000


def remez(g, w, n, a, b):
    """The n coefficients c (lowest first) that minimize max |w(t) (sum_k c_k t^k - g(t))| over [a, b]."""
    # Any start that alternates; the offset keeps nodes away from 0, where the weight vanishes.
    nodes = [(a + b) / 2 - (b - a) / 2 * cos(pi * (i + mpf("0.4")) / (n + 1)) for i in range(n + 1)]
    ts = [(a + b) / 2 - (b - a) / 2 * cos(pi * (i + mpf(1) / 2) / GRID) for i in range(GRID)]
    gs, ws = [g(t) for t in ts], [w(t) for t in ts]
    for _ in range(12):
        m, rhs = matrix(n + 1, n + 1), matrix(n + 1, 1)
        for i, t in enumerate(nodes):
            for k in range(n):
                m[i, k] = t**k
            m[i, n] = (-1) ** i / w(t)
            rhs[i] = g(t)
        solution = lu_solve(m, rhs)
        c, level = list(solution[:n]), abs(solution[n])
        errors = [wt * (poly(c, t) - gt) for t, gt, wt in zip(ts, gs, ws)]
        nodes = alternation(ts, errors, n + 1)
        if max(abs(e) for e in errors) < level * mpf("1.001"):
            break
    return c


def alternation(ts, errors, count):
    """The largest error of each run of equal sign: the next nodes."""
    runs = []
    for t, e in zip(ts, errors):
        if runs and (runs[-1][1] > 0) == (e > 0):
            if abs(e) > abs(runs[-1][1]):
                runs[-1] = (t, e)
        else:
            runs.append((t, e))
    while len(runs) > count:
        runs.pop(0 if abs(runs[0][1]) < abs(runs[-1][1]) else -1)
    assert len(runs) == count, "the error does not alternate"
    return [t for t, _ in runs]


def poly(c, t):
    s = mpf(0)
    for ck in reversed(c):
        s = s * t + ck
    return s


def rounded(g, w, n, a, b, fmt):
    """remez, with coefficients of the format ('f' or 'd'), and the largest weighted error."""
    c = [mpf(struct.unpack(fmt, struct.pack(fmt, float(ck)))[0]) for ck in remez(g, w, n, a, b)]
    ts = [a + (b - a) * (i + mpf(1) / 2) / GRID for i in range(GRID)]
    return c, max(abs(w(t) * (poly(c, t) - g(t))) for t in ts)


def show(name, c, error, fmt):
    print(f"{name}: {len(c)} coefficients, error 2^{float(log(error, 2)):.1f}")
    for k, ck in enumerate(c):
        print(f"  {k}: {float(ck).hex()}{'f' if fmt == 'f' else ''}")


def split(value, fmt):
    """The value as a sum of two numbers of the format."""
    hi = struct.unpack(fmt, struct.pack(fmt, float(value)))[0]
    lo = struct.unpack(fmt, struct.pack(fmt, float(value - mpf(hi))))[0]
    return hi.hex(), lo.hex()


if __name__ == "__main__":
    h = log(mpf(2)) / 2
    exp_g = lambda t: (expm1(t) - t) / t**2
    exp_w = lambda t: t**2 / (1 + expm1(t))
    log_g = lambda t: (log1p(t) - t + t**2 / 2) / t**3
    log_w = lambda t: t**3 / log1p(t)
    # In z = s^2: s lies in [-1/7, 1/5].
    series_g = lambda z: (2 * atanh(sqrt(z)) / sqrt(z) - 2) / z
    series_w = lambda z: z * sqrt(z) / (2 * atanh(sqrt(z)))
    show("float exp", *rounded(exp_g, exp_w, 5, -h, h, "f"), "f")
    show("float log", *rounded(log_g, log_w, 9, mpf(-1) / 4, mpf(1) / 2, "f"), "f")
    show("double exp", *rounded(exp_g, exp_w, 11, -h, h, "d"), "d")
    show("double log", *rounded(series_g, series_w, 8, mpf(0), mpf(1) / 25, "d"), "d")
    for fmt in "f", "d":
        print("ln 2:", *split(log(mpf(2)), fmt))
