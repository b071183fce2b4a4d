"""Regression problems whose relevant inputs are known, for `make bench-selection`.

make(family, n, d, rep) draws one: X (n rows, d columns), y with noise, 1000 further points
Xt, the function there without noise, and the relevant inputs, from 0. The same arguments
give the same numbers everywhere: each draw has a generator of its own, seeded by them.

Inputs are x_0, x_1, ...; a family says which law they have, its function, which of them the
function depends on, and its noise: the standard deviation, or the variance of the function
over that of the noise. NULL names the families in which y does not depend on X: there the
function is 0, the noise has standard deviation 1, and no input is relevant.
"""

import dataclasses
import functools
import itertools
import typing

import numpy as np


@dataclasses.dataclass(frozen=True)
class Family:
    draw: typing.Callable  # (rng, n, d) -> X, f(X)
    relevant: tuple
    ratio: float = 10.0  # variance of f over that of the noise, where sd is None
    sd: float | None = None  # the noise's standard deviation
    tails: int = 0  # the noise's law: normal, or Student's t with so many degrees
    d: int | None = None  # the number of inputs, where it is fixed


# What the papers of nvsd-kernel and of its peers draw.

BLOCKS = (0, 1, 2, 6, 7, 8)  # the relevant ones of the 18 inputs of E1, E2 and E3


def e1(rng, n, d):
    """UAI 2018: all monomials of degree three of two blocks of three inputs."""
    x = rng.standard_normal((n, d))
    f = sum(x[:, list(m)].prod(axis=1) for b in (0, 6) for m in itertools.combinations_with_replacement(range(b, b + 3), 3))
    return x, f


def e2(rng, n, d):
    """UAI 2018: cubes of sums; nine pairs of inputs with correlation .95, across the blocks."""
    x = rng.standard_normal((n, d))
    first, second = [0, 1, 2, 3, 4, 5, 12, 13, 14], [6, 7, 8, 9, 10, 11, 15, 16, 17]
    x[:, second] = 0.95 * x[:, first] + np.sqrt(1 - 0.95**2) * x[:, second]
    return x, x[:, 0:3].sum(axis=1) ** 3 + x[:, 6:9].sum(axis=1) ** 3


def e3(rng, n, d):
    """UAI 2018: six latent variables, two of which matter, each measured three times."""
    z = rng.standard_normal((n, d // 3))
    q = z[:, 0] ** 2 + z[:, 2] ** 2
    return np.repeat(z, 3, axis=1) + 0.1 * rng.standard_normal((n, d)), 10 * q * np.exp(-2 * q)


def uniform(low, high, function):
    """Inputs that are uniform on an interval, and a function of the list of columns."""

    def draw(rng, n, d):
        x = rng.uniform(low, high, (n, d))
        return x, function(x.T)

    return draw


def normal(function):
    def draw(rng, n, d):
        x = rng.standard_normal((n, d))
        return x, function(x.T)

    return draw


def student(degrees, function):
    def draw(rng, n, d):
        x = rng.standard_t(degrees, (n, d))
        return x, function(x.T)

    return draw


def pairs(x):
    return sum(a * b for a, b in itertools.combinations(x[:4], 2))


def radial(x):
    r = x[0] ** 2 + x[1] ** 2
    return r * np.exp(-r) / np.pi


def friedman1(x):
    return 10 * np.sin(np.pi * x[0] * x[1]) + 20 * (x[2] - 0.5) ** 2 + 10 * x[3] + 5 * x[4]


def circuit(function):
    """Friedman 1991: resistance, frequency, inductance, capacitance; the rest on [0, 1]."""

    def draw(rng, n, d):
        x = rng.uniform(0, 1, (n, d))
        x[:, 0] *= 100
        x[:, 1] = np.pi * (40 + 520 * x[:, 1])
        x[:, 3] = 1 + 10 * x[:, 3]
        reactance = x[:, 1] * x[:, 2] - 1 / (x[:, 1] * x[:, 3])
        return x, function(x[:, 0], reactance)

    return draw


def components(x):
    """Meier, van de Geer and Buehlmann 2009, and others on sparse additive models."""
    return -2 * np.sin(2 * x[0]) + x[1] ** 2 - 1 / 3 + x[2] - 1 / 2 + np.exp(-x[3]) + np.exp(-1) - 1


def lasso(rng, n, d):
    """Tibshirani 1996, example 1: correlation .5^|a - b| and three linear effects."""
    x = rng.standard_normal((n, d))
    for a in range(1, d):
        x[:, a] = 0.5 * x[:, a - 1] + np.sqrt(0.75) * x[:, a]
    return x, 3 * x[:, 0] + 1.5 * x[:, 1] + 2 * x[:, 4]


# Others, each with something of its own: correlation, scale, jumps, tails, levels.


def shared(rng, n, d):
    """Inputs with correlation .5, all of them."""
    return np.sqrt(0.5) * (rng.standard_normal((n, 1)) + rng.standard_normal((n, d)))


def corr(rng, n, d):
    x = shared(rng, n, d)
    return x, 2 * np.sin(1.5 * x[:, 0]) + x[:, 1] ** 2 + 1.5 * x[:, 2] * x[:, 3]


def steps(x):
    return 3.0 * ((x[0] > 0) & (x[1] > -0.3)) + 2.0 * (x[2] > 0.3) - 1.5 * (x[3] > -0.2)


def binary(rng, n, d):
    """Inputs of two values."""
    x = rng.integers(0, 2, (n, d)).astype(float)
    return x, 2 * x[:, 0] * (1 - x[:, 1]) + 1.5 * x[:, 2] + x[:, 3] * x[:, 4]


def unrelated(rng, n, d):
    """Nothing to find: of every four inputs one is normal, one uniform, one has heavy tails,
    and one is correlated with the others of its kind."""
    x = shared(rng, n, d)
    x[:, 0::4] = rng.standard_normal(x[:, 0::4].shape)
    x[:, 1::4] = rng.uniform(-1, 1, x[:, 1::4].shape)
    x[:, 2::4] = rng.standard_t(3, x[:, 2::4].shape)
    return x, np.zeros(n)


CORE = {
    "E1": Family(e1, BLOCKS, sd=0.01, d=18),
    "E2": Family(e2, BLOCKS, sd=0.01, d=18),
    "E3": Family(e3, BLOCKS, sd=0.01, d=18),
    # JMLR 2013, section 6.3.2.
    "add": Family(uniform(-2, 2, lambda x: (x[:4] ** 2).sum(axis=0)), (0, 1, 2, 3), ratio=15),
    "2way": Family(uniform(-2, 2, pairs), (0, 1, 2, 3), ratio=15),
    "friedman1": Family(uniform(0, 1, friedman1), (0, 1, 2, 3, 4), sd=1.0),
    "corr": Family(corr, (0, 1, 2, 3)),
    "wiggle": Family(normal(lambda x: np.sin(4 * x[0]) + x[1]), (0, 1)),
}
MORE = {
    "3way": Family(uniform(-2, 2, lambda x: (x[0] * x[1] * x[2]) ** 2), (0, 1, 2), ratio=15),
    "radial": Family(uniform(-2, 2, radial), (0, 1), ratio=15),
    "product": Family(uniform(-2, 2, lambda x: x[0] * x[1] * x[2]), (0, 1, 2), ratio=15),
    "xor": Family(uniform(-1, 1, lambda x: np.sign(x[0] * x[1])), (0, 1), sd=0.0),
    "spam": Family(uniform(-2.5, 2.5, components), (0, 1, 2, 3), sd=1.0),
    # Of Friedman's four inputs the capacitance moves neither function by a thousandth of the
    # noise, and the resistance the first by less than a tenth: neither is counted there.
    "friedman2": Family(circuit(np.hypot), (1, 2), sd=125.0),
    "friedman3": Family(circuit(lambda r, z: np.arctan(z / r)), (0, 1, 2), sd=0.1),
    "linear": Family(lasso, (0, 1, 4), sd=3.0),
    "steps": Family(uniform(-1, 1, steps), (0, 1, 2, 3)),
    "sinprod": Family(normal(lambda x: np.sin(2 * x[0]) * x[1] + 0.5 * x[2]), (0, 1, 2)),
    "ripple": Family(uniform(-1, 1, lambda x: np.sin(9 * x[0]) + 2 * x[1] * x[2]), (0, 1, 2)),
    "index": Family(normal(lambda x: np.tanh(x[0] + x[1] - x[2])), (0, 1, 2)),
    "binary": Family(binary, (0, 1, 2, 3, 4)),
    "heavy": Family(student(3, lambda x: 2 * np.sin(x[0]) + np.log1p(x[1] ** 2) + np.tanh(x[2] * x[3])), (0, 1, 2, 3)),
    "tnoise": Family(normal(lambda x: x[0] * x[1] + np.sin(2 * x[2])), (0, 1, 2), ratio=5, tails=3),
}
NULL = {
    "null": Family(unrelated, (), sd=1.0),
    "nullheavy": Family(unrelated, (), sd=1.0, tails=3),
}
ALL = CORE | MORE | NULL
FAMILIES = list(ALL)
FIXED_D = {name: family.d for name, family in ALL.items() if family.d}
TEST_POINTS = 1000


def generator(name, *numbers):
    return np.random.default_rng([int.from_bytes(name.encode()), *numbers])


@functools.cache
def deviation(name, d):
    """The noise's standard deviation, from the function's at many points where it is relative."""
    family = ALL[name]
    if family.sd is not None:
        return family.sd
    _, f = family.draw(generator(name, 2, d), 20000, d)
    return f.std() / np.sqrt(family.ratio)


def noise(name, d, rng, n):
    tails = ALL[name].tails
    drawn = rng.standard_t(tails, n) / np.sqrt(tails / (tails - 2)) if tails else rng.standard_normal(n)
    return deviation(name, d) * drawn


def make(name, n, d, rep):
    family = ALL[name]
    d = family.d or d
    rng = generator(name, 0, n, d, rep)
    x, f = family.draw(rng, n, d)
    y = f + noise(name, d, rng, n)
    xt, ft = family.draw(generator(name, 1, d, rep), TEST_POINTS, d)
    return x, y, xt, ft, list(family.relevant)


def observed(name, d, rep, ft):
    """The function at the test points with noise."""
    return ft + noise(name, d, generator(name, 3, d, rep), len(ft))
