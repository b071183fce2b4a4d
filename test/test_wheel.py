"""The wheel of this machine: in environments of its own, by pip and by uv, from a local index."""

import base64
import csv
import hashlib
import importlib.metadata
import io
import json
import os
import platform
import subprocess
import sys
import sysconfig
import zipfile

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packaging.requirements import Requirement

import lab
from conftest import ROOT


def run(*command, status=0, **environment):
    """What a command says."""
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=300, env=os.environ | environment)
    assert done.returncode == status, done
    return done.stdout + done.stderr


@pytest.fixture(autouse=True)
def alone(tmp_path, monkeypatch):
    """Nothing but an environment says where Jupyter's kernels and the program are."""
    for name in list(os.environ):
        if name.startswith("JUPYTER") or name in ("XDG_DATA_HOME", "VIRTUAL_ENV", "CONDA_PREFIX", "NVSD_KERNEL", "PYTHONPATH"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    (tmp_path / "home").mkdir()
    monkeypatch.setenv("JUPYTER_NO_CONFIG", "1")


def contents(wheel):
    with zipfile.ZipFile(wheel) as archive:
        return {info.filename: (info, archive.read(info)) for info in archive.infolist()}


def member(wheel, ending):
    (found,) = [text for name, (_, text) in contents(wheel).items() if name.endswith(ending)]
    return found


def test_what_is_in_it(wheel, binary):
    """The metadata that installers read, by Python's own library, and a program of the same version."""
    files = contents(wheel)
    version = wheel.name.split("-")[1]
    info = f"nvsd_kernel-{version}.dist-info"
    with zipfile.ZipFile(wheel) as archive:
        distribution = importlib.metadata.PathDistribution(zipfile.Path(archive, info + "/"))
        assert distribution.metadata["Name"] == "nvsd-kernel" and distribution.version == version
        assert "pip install 'nvsd-kernel[lab]'" in distribution.metadata.get_payload()
        assert {"lab", "sklearn", "papermill"} == set(distribution.metadata.get_all("Provides-Extra"))
        needs = [Requirement(text) for text in distribution.requires]
        assert {r.name for r in needs if r.marker.evaluate({"extra": "lab"})} == {"jupyterlab", "jupyterlab_widgets"}
        assert not [r for r in needs if r.marker is None or r.marker.evaluate({"extra": ""})], "the kernel needs nothing of Python"
        (entry,) = distribution.entry_points
        assert (entry.group, entry.name, entry.value) == ("papermill.engine", "nvsd", "nvsd_kernel.papermill:Engine")
        for licence in distribution.metadata.get_all("License-File"):
            assert f"{info}/licenses/{licence}" in files
    assert "Root-Is-Purelib: false" in member(wheel, "/WHEEL").decode()
    rows = list(csv.reader(io.StringIO(member(wheel, "/RECORD").decode())))
    assert {row[0] for row in rows} == set(files)
    for name, digest, size in rows:
        if not name.endswith("/RECORD"):
            text = files[name][1]
            sha = base64.urlsafe_b64encode(hashlib.sha256(text).digest()).rstrip(b"=").decode()
            assert (digest, size) == (f"sha256={sha}", str(len(text)))
    said = run(binary, "--version")
    assert said.split()[2].split("+")[0] == version.replace(".dev0", "-dev") and "portable arithmetic" in said
    assert [name for name in files if "__pycache__" in name or "test" in name] == []


@pytest.mark.skipif(sys.platform != "linux", reason="the names are those of Linux")
@pytest.mark.parametrize("name", ["manylinux_2_17", "manylinux2014", "musllinux_1_1"])
def test_pip_takes_it_by_each_name_of_the_platform(wheel, tmp_path, name):
    run(sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps", "--no-index", "--find-links", wheel.parent,
        "--pre", "--only-binary=:all:", "--platform", f"{name}_{platform.machine()}", "--dest", tmp_path, "nvsd-kernel")  # fmt: skip
    assert (tmp_path / wheel.name).exists()


def test_the_kernelspec_is_that_of_install(wheel, binary, tmp_path):
    run(binary, "install", "--prefix", tmp_path)
    with open(tmp_path / "share" / "jupyter" / "kernels" / "nvsd" / "kernel.json") as file:
        installed = json.load(file)
    spec = json.loads(member(wheel, "/kernels/nvsd/kernel.json"))
    assert spec["kernel_protocol_version"] == "5.5" and spec["argv"][0].startswith("{resource_dir}")
    for of in (spec, installed):
        del of["argv"]
        of["metadata"].pop("nvsd-kernel")
    assert spec == installed
    logos = {name.rsplit("/")[-1] for name in contents(wheel) if "/kernels/nvsd/logo" in name}
    assert logos == {"logo-32x32.png", "logo-64x64.png", "logo-svg.svg"}


def test_the_bill_of_materials_is_valid(wheel):
    """By the schema of CycloneDX; and every module that go.mod requires directly is in it, but for tests."""
    text = member(wheel, ".cdx.json").decode()
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(text) is None
    bill = json.loads(text)
    names = {component["name"] for component in bill["components"]}
    assert {"std", "github.com/traefik/yaegi", "gonum.org/v1/gonum", "github.com/go-zeromq/zmq4"} <= names
    licences = member(wheel, "THIRD_PARTY_LICENSES").decode()
    for component in bill["components"]:
        assert component["licenses"], component["name"]
        assert f"\n{component['name']}, " in licences


@pytest.fixture
def environment(tmp_path):
    """A new virtual environment that sees JupyterLab in that of the tests, and nothing else of it is in its prefix."""
    folder = tmp_path / "environment"
    run(sys.executable, "-m", "venv", "--without-pip", folder)
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    site = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
    with open(os.path.join(site, "tests.pth"), "w") as file:
        file.write(sysconfig.get_path("purelib") + "\n")
    return python


def by_pip(python, wheel):
    run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index", "--find-links", wheel.parent, "--pre", "nvsd-kernel")


def by_uv(python, wheel):
    run(sys.executable, "-m", "uv", "pip", "install", "--quiet", "--offline", "--no-index", "--find-links", wheel.parent, "--prerelease", "allow",
        "--python", python, "nvsd-kernel", UV_CACHE_DIR=str(python.parent.parent / "uv-cache"))  # fmt: skip


@pytest.mark.parametrize("installer", [by_pip, by_uv])
def test_jupyterlab_starts_a_cell(wheel, environment, installer, tmp_path):
    """Of an environment that is not activated, as it is installed and nothing more."""
    installer(environment, wheel)
    program = environment.parent / ("nvsd-kernel.exe" if os.name == "nt" else "nvsd-kernel")
    kernels = json.loads(run(environment, "-m", "jupyter_client.kernelspecapp", "list", "--json"))["kernelspecs"]
    assert kernels["nvsd"]["resource_dir"].startswith(str(tmp_path))
    said = run(program, "status", VIRTUAL_ENV=str(environment.parent.parent))
    assert "ready" in said and str(program) in said
    assert run(environment, "-c", "import nvsd_kernel; print(nvsd_kernel.find_program())").strip() == str(program)
    assert run(environment, "-c", "import nvsd_kernel; print(nvsd_kernel.__version__)").strip() == wheel.name.split("-")[1]
    folder = tmp_path / "notebooks"
    folder.mkdir()
    lab.write(folder / "a.ipynb", ["1 + 1", 'data.Load("diabetes").N()'])
    with lab.server(folder, tmp_path, python=environment) as url, lab.browser(url) as page:
        notebook = lab.Notebook(page, "a.ipynb")
        notebook.run_all()
        notebook.shows(0, "2")
        notebook.shows(1, "442")
        notebook.close()
    if installer is by_pip:
        run(environment, "-m", "pip", "uninstall", "--yes", "--quiet", "nvsd-kernel")
        assert not program.exists() and not os.path.exists(kernels["nvsd"]["resource_dir"])


def test_install_from_the_cache_of_uv(wheel, tmp_path, monkeypatch):
    """uvx runs the program in its cache; install copies it, so that the kernel outlives the cache."""
    monkeypatch.setenv("UV_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "jupyter"))
    said = run(sys.executable, "-m", "uv", "tool", "run", "--offline", "--no-index", "--find-links", wheel.parent, "--prerelease", "allow", "--python", sys.executable,
               "--from", "nvsd-kernel", "nvsd-kernel", "install")  # fmt: skip
    assert "copy" in said and str(tmp_path / "cache") in said
    with open(tmp_path / "jupyter" / "kernels" / "nvsd" / "kernel.json") as file:
        program = json.load(file)["argv"][0]
    assert program.startswith(str(tmp_path / "jupyter"))
    run(sys.executable, "-m", "uv", "cache", "clean", "--quiet")
    assert "nvsd-kernel" in run(program, "--version")


