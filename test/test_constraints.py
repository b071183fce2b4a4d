"""The versions of the tests' packages."""

import importlib.metadata

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from conftest import ROOT


def test_every_package_that_is_installed_for_the_tests_has_a_version():
    """constraints.txt pins what requirements.txt asks for, and all that this needs in turn."""
    lines = (ROOT / "test" / "requirements.txt").read_text().splitlines()
    waiting = [Requirement(line) for line in lines if line.strip() and not line.startswith("#")]
    pinned = {canonicalize_name(line.split("==")[0]) for line in (ROOT / "test" / "constraints.txt").read_text().splitlines() if "==" in line}
    seen = set()
    while waiting:
        wanted = waiting.pop()
        name = canonicalize_name(wanted.name)
        for extra in {"", *wanted.extras} - {e for n, e in seen if n == name}:
            seen.add((name, extra))
            needs = [Requirement(text) for text in importlib.metadata.requires(name) or []]
            waiting += [r for r in needs if r.marker is None or r.marker.evaluate({"extra": extra})]
    unpinned = {name for name, _ in seen} - pinned
    assert len(seen) > 50 and not unpinned, unpinned
