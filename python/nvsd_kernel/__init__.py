"""Nonlinear variable selection: scikit-learn estimators, and parameters for papermill.

The package brings the program ``nvsd-kernel``, which is also a Jupyter kernel for Go. The estimators
need scikit-learn (``pip install scikit-learn``); the kernel needs nothing of Python.
"""

from ._command import CommandError, find_program

__version__: str  # by __getattr__

__all__ = ["CommandError", "DerivativePenaltyRegressor", "NVSDClassifier", "NVSDRegressor", "find_program"]

_ESTIMATORS = {"NVSDRegressor": "_select", "NVSDClassifier": "_select", "DerivativePenaltyRegressor": "_fit"}


def __getattr__(name):  # the estimators need scikit-learn, and the rest does not
    if name == "__version__":
        return _version()
    if name not in _ESTIMATORS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    try:
        return getattr(import_module("." + _ESTIMATORS[name], __name__), name)
    except ModuleNotFoundError as err:
        if err.name and err.name.split(".")[0] in ("sklearn", "numpy", "scipy"):
            raise ImportError(f"{name} needs scikit-learn: pip install scikit-learn") from err
        raise


def _version():
    """The version of the wheel that has this package, by the metadata beside it; 0+source in a clone, where there are none."""
    import pathlib
    from importlib.metadata import distributions

    beside = distributions(name="nvsd-kernel", path=[str(pathlib.Path(__file__).parent.parent)])
    return next((found.version for found in beside), "0+source")


def __dir__():
    return sorted({*globals(), *__all__, "__version__"})
