"""Nonlinear variable selection: scikit-learn estimators, and parameters for papermill.

The package brings the program ``nvsd-kernel``, which is also a Jupyter kernel for Go. The estimators
need scikit-learn (``pip install scikit-learn``); the kernel needs nothing of Python.
"""

from ._command import CommandError, find_program

__all__ = ["CommandError", "DerivativePenaltyRegressor", "NVSDRegressor", "find_program"]

_ESTIMATORS = {"NVSDRegressor": "_select", "DerivativePenaltyRegressor": "_fit"}


def __getattr__(name):  # the estimators need scikit-learn, and the rest does not
    if name not in _ESTIMATORS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    try:
        return getattr(import_module("." + _ESTIMATORS[name], __name__), name)
    except ModuleNotFoundError as err:
        if err.name and err.name.split(".")[0] in ("sklearn", "numpy", "scipy"):
            raise ImportError(f"{name} needs scikit-learn: pip install scikit-learn") from err
        raise


def __dir__():
    return sorted(set(globals()) | set(__all__))
