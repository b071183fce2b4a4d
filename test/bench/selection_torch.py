"""Peers that need torch: networks with gates or a sparse skip connection, and a kernel that
learns its metric. They are not among the default methods, as torch takes gigabytes: install
what is named at the end of requirements-selection.txt, and ask for them by name."""

import contextlib
import io

import numpy as np
from selection_peers import Answer, Method, standardised


def prepared(x, y, xt):
    """Standardised inputs and target in float32, and what takes predictions back."""
    z, zt = standardised(x, xt)
    mean, sd = y.mean(), y.std() or 1.0
    return z.astype(np.float32), ((y - mean) / sd).astype(np.float32), zt.astype(np.float32), lambda p: mean + sd * np.ravel(p)


def fifth(n):
    """The rows to train with, and a fifth that is held out."""
    order = np.random.default_rng(0).permutation(n)
    return order[n // 5 :], order[: n // 5]


def lassonet(x, y, xt):
    """The weight by a held-out fifth, as five folds take minutes; scores are the weights at
    which inputs leave the path for good."""
    from lassonet import LassoNetRegressor

    z, w, zt, back = prepared(x, y, xt)
    train, held = fifth(len(w))
    model = LassoNetRegressor(path_multiplier=1.1, random_state=0, torch_seed=0, verbose=0)
    path = model.path(z[train], w[train], X_val=z[held], y_val=w[held], return_state_dicts=True)
    best = min(path, key=lambda item: item.val_loss)
    scores = model.feature_importances_.numpy()
    model.load(best)
    return Answer(scores, np.flatnonzero(best.selected.numpy()).tolist(), back(model.predict(zt)))


def stg(x, y, xt):
    """Stochastic gates, as in its guide; scores are the probabilities of the gates, and those
    are chosen whose gate is open at its mean."""
    import collections.abc

    import torch
    from stg import STG

    for name in ("Mapping", "Sequence", "Set"):  # which stg 0.1.2 looks for where Python had them
        setattr(collections, name, getattr(collections.abc, name))

    torch.manual_seed(0)
    np.random.seed(0)
    z, w, zt, back = prepared(x, y, xt)
    settings = {"task_type": "regression", "output_dim": 1, "hidden_dims": [60, 20], "activation": "tanh", "optimizer": "SGD"}
    settings |= {"learning_rate": 0.1, "batch_size": len(w), "sigma": 0.5, "lam": 0.1, "device": "cpu"}
    with contextlib.redirect_stdout(io.StringIO()):
        model = STG(input_dim=x.shape[1], feature_selection=True, random_state=0, **settings)
        model.fit(z, w[:, None], nr_epochs=3000, verbose=False)
        raw = model.get_gates(mode="raw")
        selected = np.flatnonzero(model.get_gates(mode="prob") > 0)
        predictions = model.predict(zt)
    return Answer(raw, selected.tolist(), back(predictions))


def xrfm(x, y, xt):
    """Settings as they come, a fifth held out as its guide does; scores are the diagonal of the
    mean outer product of the gradients."""
    import torch
    from xrfm import xRFM

    torch.manual_seed(0)
    z, w, zt, back = prepared(x, y, xt)
    train, held = fifth(len(w))
    model = xRFM(device=torch.device("cpu"), tuning_metric="mse", verbose=False, random_state=0)
    with contextlib.redirect_stdout(io.StringIO()):
        model.fit(z[train], w[train], z[held], w[held])
        scores = np.diag(model.collect_best_agops()[0].numpy())
        predictions = model.predict(zt)
    return Answer(scores, predictions=back(predictions))


METHODS = {
    "lassonet": Method(lassonet, "LassoNet", "lassonet", extra=True),
    "stg": Method(stg, "stochastic gates", "stg", extra=True),
    "xrfm": Method(xrfm, "xRFM, gradients", "xrfm", extra=True),
}
