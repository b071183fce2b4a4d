"""Checks the notebooks on other processors than the one that wrote them, and prints a table.

    python test/everywhere.py [--times N] [--notebook FILE] [CONFIGURATION...]

Each configuration checks every notebook twice, and then the proofs in it. It passes if nothing
is beyond the tolerance of check, if both runs find the same deviations to the last digit, and
if no proof is refused. Nothing is installed: what is missing is named before anything runs.
"""

import argparse
import dataclasses
import json
import os
import pathlib
import platform
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"
EMULATOR = "qemu-aarch64-static"
SHOWN = 3  # of the differences in a cell


@dataclasses.dataclass
class Configuration:
    title: str
    environment: dict[str, str] = dataclasses.field(default_factory=dict)
    target: dict[str, str] = dataclasses.field(default_factory=dict)  # of a kernel that is built for it
    tags: str = ""
    emulated: bool = False

    def kernel(self, name):
        return BUILD / name / "nvsd-kernel" if self.target else BUILD / "nvsd-kernel"

    def command(self, name):
        """The kernel, which an emulator has to start as its worker too."""
        return [*([shutil.which(EMULATOR)] if self.emulated else []), self.kernel(name)]


# golang.org/x/sys/cpu, which the loops of the solvers ask, and the runtime, which package math
# would ask, both read GODEBUG. For amd64 level v3 the compiler may fuse multiplications with additions, as
# for arm64, and purego has the loops of the solvers in Go: it takes minutes, not hours.
CONFIGURATIONS = {
    "one": Configuration("one processor", {"GOMAXPROCS": "1"}),
    "two": Configuration("two processors", {"GOMAXPROCS": "2"}),
    "avx2": Configuration("without AVX2", {"GODEBUG": "cpu.avx2=off"}),
    "fma": Configuration("without AVX and FMA", {"GODEBUG": "cpu.avx=off,cpu.avx2=off,cpu.fma=off"}),
    "v3": Configuration("built for amd64 level v3, loops in Go", target={"GOAMD64": "v3"}, tags="purego"),
    "arm64": Configuration("arm64, emulated", {"NVSD_EMULATOR": EMULATOR}, {"GOARCH": "arm64"}, emulated=True),
}


def lacking(names):
    """What has to be there before these configurations can run."""
    if (platform.system(), platform.machine()) != ("Linux", "x86_64"):
        yield "a Linux machine with an amd64 processor: the configurations are relative to that"
    if "arm64" in names and not shutil.which(EMULATOR):
        yield f"{EMULATOR}, for arm64 (Debian: apt-get install qemu-user-static)"
    if any(CONFIGURATIONS[name].target for name in names) and not shutil.which("go"):
        yield f"go, which builds the kernels of {', '.join(n for n in names if CONFIGURATIONS[n].target)}"
    if not (BUILD / "nvsd-kernel").exists():
        yield f"{BUILD / 'nvsd-kernel'}, which make build builds"


def build(name):
    configuration = CONFIGURATIONS[name]
    variables = [f"{k}={v}" for k, v in ({"CGO_ENABLED": "0"} | configuration.target).items()]
    flags = ["-trimpath", "-ldflags=-w", f"-tags={configuration.tags}", "-o", configuration.kernel(name)]
    subprocess.run(["go", "run", "./install/portable", *variables, "build", *flags, "./cmd/nvsd-kernel"], cwd=ROOT, check=True)


def check(name, notebook, *flags):
    """Whether check passes, and its report."""
    configuration = CONFIGURATIONS[name]
    environment = {k: v for k, v in os.environ.items() if k not in ("GOMAXPROCS", "GODEBUG", "NVSD_EMULATOR")}
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.json"
        done = subprocess.run([*configuration.command(name), "check", notebook, "--report", "json", "--out", report, *flags],
                              env=environment | configuration.environment, stderr=subprocess.PIPE, text=True)  # fmt: skip
        if not report.exists():
            return False, [], done.stderr
        return done.returncode == 0, json.loads(report.read_text())[0], done.stderr


def without_times(report):
    return [{k: v for k, v in cell.items() if k != "seconds"} for cell in report["cells"]]


def differences(report):
    if report.get("failed"):
        yield report["failed"]
    for cell in report["cells"]:
        found = cell.get("differences", [])
        for d in found[:SHOWN]:
            yield f"cell {cell['cell']}, {cell['title']!r}: {d.get('mime', '')} {d['text']}"
        if len(found) > SHOWN:
            yield f"cell {cell['cell']}: and {len(found) - SHOWN} more"


class Row:
    """What came of one configuration."""

    def __init__(self, name, times):
        self.name = name
        self.passed = [0] * times
        self.seconds = [0.0] * times
        self.largest = 0.0
        self.proofs = self.proved = 0
        self.complaints = []

    def run(self, notebook):
        reports = []
        for i in range(len(self.passed)):
            start = time.monotonic()
            passed, report, errors = check(self.name, notebook)
            self.seconds[i] += time.monotonic() - start
            self.passed[i] += passed
            if not report:
                self.complaints.append(f"{notebook.name}: {errors.strip()}")
                return
            reports.append(without_times(report))
            self.largest = max([self.largest] + [c["largest"]["used"] for c in report["cells"] if c.get("largest")])
            if i == 0:
                self.complaints += [f"{notebook.name}: {text}" for text in differences(report)]
        if any(r != reports[0] for r in reports):
            self.complaints.append(f"{notebook.name}: the runs do not find the same deviations")
        self.prove(notebook)

    def prove(self, notebook):
        passed, report, errors = check(self.name, notebook, "--proof")
        if not passed:
            self.complaints.append(f"{notebook.name}, proofs: {errors.strip()}")
        for proof in report["proofs"] or [] if report else []:
            if proof["verdict"] == "not proved":
                continue
            bad = proof["verdict"] in ("refused", "cannot be checked")
            self.proofs += 1
            self.proved += not bad
            if bad:
                self.complaints += [f"{notebook.name}, proof in cell {proof['cell']}: {why}" for why in proof.get("reasons", [])]

    def cells(self, notebooks):
        yield CONFIGURATIONS[self.name].title
        yield " and ".join(f"{n} of {notebooks}" for n in self.passed)
        yield f"{self.proved} of {self.proofs}"
        yield f"{self.largest:.1g}" if self.largest else "0"
        yield " and ".join(f"{s:.0f} s" for s in self.seconds)


def main():
    parser = argparse.ArgumentParser(description="Checks the notebooks on other processors than the one that wrote them.")
    parser.add_argument("configurations", nargs="*", help=f"of {', '.join(CONFIGURATIONS)}; all by default")
    parser.add_argument("--notebook", action="append", type=pathlib.Path, help="check this one; may be repeated; all by default")
    parser.add_argument("--times", type=int, default=2, help="how often each notebook is checked in a row")
    args = parser.parse_args()
    names = args.configurations or list(CONFIGURATIONS)
    if unknown := set(names) - set(CONFIGURATIONS):
        parser.error(f"no configuration {', '.join(unknown)}: they are {', '.join(CONFIGURATIONS)}")
    if lacks := list(lacking(names)):
        sys.exit("\n".join(["This needs:", *(f"  {what}" for what in lacks),
                            f"Or name the configurations to check, of {', '.join(CONFIGURATIONS)}."]))  # fmt: skip
    notebooks = args.notebook or sorted(ROOT.glob("notebooks/*.ipynb"))
    for name in names:
        if CONFIGURATIONS[name].target:
            build(name)

    table = [["configuration", "notebooks that pass", "proofs that hold", "largest deviation", "time"], ["---"] * 5]
    complaints = []
    for name in names:
        row = Row(name, args.times)
        for notebook in notebooks:
            start = time.monotonic()
            before = len(row.complaints)
            row.run(notebook)
            print(f"{CONFIGURATIONS[name].title}: {notebook.name}, {time.monotonic() - start:.0f} s", flush=True)
            for text in row.complaints[before:]:
                print(f"  {text}", flush=True)
        table.append(list(row.cells(len(notebooks))))
        complaints += row.complaints
    print("\nThe largest deviation is a part of the tolerance.\n")
    for cells in table:
        print(f"| {' | '.join(cells)} |")
    sys.exit(1 if complaints else 0)


if __name__ == "__main__":
    main()
