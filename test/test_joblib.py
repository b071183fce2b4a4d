"""The study of docs/studies.md in Python, on the engines of joblib: processes, Dask, and Ray where it is installed, which takes half a gigabyte."""

import importlib
import pathlib
import re
import sys

import distributed
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "studies.md"


@pytest.fixture(scope="module")
def module(binary, tmp_path_factory):
    """The Python of the page, as a module that workers can import too."""
    (code,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.S)
    folder = tmp_path_factory.mktemp("study")
    (folder / "friedman.py").write_text(code)
    patch = pytest.MonkeyPatch()
    for place in (folder, ROOT / "python"):
        patch.syspath_prepend(place)
        patch.setenv("PYTHONPATH", str(place), prepend=":")
    patch.setenv("NVSD_KERNEL", binary)
    yield importlib.import_module("friedman")
    sys.modules.pop("friedman", None)
    patch.undo()


@pytest.fixture(scope="module")
def want(module):
    return module.study("sequential")


def test_select_has_the_lower_errors(want):
    assert (want.loc["select", "RMSE"] < want.loc["lasso", "RMSE"]).all()


def test_on_processes(module, want):
    assert module.study("loky").equals(want)


def test_on_dask(module, want):
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, distributed.Client(cluster):
        assert module.study("dask").equals(want)


def test_on_ray(module, want):
    ray = pytest.importorskip("ray", reason="Ray is not installed: pip install ray")
    register = importlib.import_module("ray.util.joblib").register_ray
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        register()
        assert module.study("ray").equals(want)
    finally:
        ray.shutdown()
