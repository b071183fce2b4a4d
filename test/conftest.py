"""What the client tests share: the built kernel, installed into a prefix of its own."""

import os
import pathlib
import signal
import subprocess

import pytest

import lab
from peer import connected, started

ROOT = pathlib.Path(__file__).resolve().parent.parent
KERNEL_NAME = "nvsd"

# What nohup, or a shell in the background, has the tests ignore, the kernels would
# inherit and ignore too.
for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP):
    if signal.getsignal(number) == signal.SIG_IGN:
        signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)


@pytest.fixture(scope="session")
def binary():
    """The path of the built nvsd-kernel."""
    path = os.environ.get("NVSD_KERNEL", str(ROOT / "build" / "nvsd-kernel"))
    assert os.path.exists(path), f"{path} is not there: run `make build`, or set NVSD_KERNEL"
    return path


@pytest.fixture(scope="session")
def wheel():
    """The wheel of this machine."""
    found = sorted((ROOT / "build" / "dist").glob("nvsd_kernel-*.whl"), key=os.path.getmtime)
    assert found, f"there is no wheel in {ROOT / 'build' / 'dist'}: run `make wheel`"
    return found[-1]


@pytest.fixture(scope="session")
def kernelspec(binary, tmp_path_factory):
    """Installs the kernel as a user would and lets Jupyter's clients find it."""
    prefix = tmp_path_factory.mktemp("prefix")
    subprocess.run([binary, "install", "--prefix", str(prefix)], check=True)
    os.environ["JUPYTER_PATH"] = str(prefix / "share" / "jupyter")
    os.environ["JUPYTER_DATA_DIR"] = str(prefix / "data")
    os.environ["JUPYTER_RUNTIME_DIR"] = str(prefix / "runtime")
    os.environ["JUPYTER_CONFIG_DIR"] = str(prefix / "config")
    return KERNEL_NAME


@pytest.fixture(scope="session")
def references():
    """The folder of certified optima beside the data sets, where there is one."""
    data = os.environ.get("NVSD_DATA")
    if not data:
        pytest.skip("NVSD_DATA is unset: no reference instances to compare with")
    folder = pathlib.Path(data).parent / "reference"
    if not folder.is_dir():
        pytest.skip(f"{folder} is not there: no reference instances to compare with")
    return folder


@pytest.fixture(scope="module")
def kernel(kernelspec):
    """A running kernel for the tests of a module: its manager."""
    with started(kernelspec) as manager:
        yield manager


@pytest.fixture(scope="module")
def peer(kernel):
    """A client of that kernel."""
    with connected(kernel) as client:
        yield client


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The folder of the notebooks of a module."""
    return tmp_path_factory.mktemp("notebooks")


@pytest.fixture(scope="module")
def page(kernelspec, folder, tmp_path_factory, request):
    """JupyterLab in a browser, on that folder. A module may name the size of its window in VIEW."""
    with lab.server(folder, tmp_path_factory.mktemp("home")) as url, lab.browser(url) as page:
        page.set_viewport_size(getattr(request.module, "VIEW", lab.VIEW))
        yield page


@pytest.fixture
def notebook(page, folder, request):
    """Opens a notebook of the cells that it is given, or the one of a name in the folder."""
    opened = []

    def open(*cells, name=f"{request.node.originalname}.ipynb"):
        if cells:
            lab.write(folder / name, cells)
        opened.append(lab.Notebook(page, name))
        return opened[-1]

    yield open
    for nb in opened:
        nb.picture(request.node.originalname.removeprefix("test_"))
        nb.close()


@pytest.fixture(params=["Light", "Dark"])
def theme(page, request):
    """JupyterLab in each of its two themes."""
    lab.dress(page, request.param)
    yield request.param
    lab.dress(page, "Light")
