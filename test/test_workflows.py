"""The workflows of .github agree with the Makefile and with the platforms of a release."""

import re

import pytest
import yaml

from conftest import ROOT

MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
TARGETS = set(re.findall(r"^([a-z-]+):", MAKEFILE, re.M))
WORKFLOWS = {path.name: yaml.safe_load(path.read_text(encoding="utf-8")) for path in sorted((ROOT / ".github" / "workflows").glob("*.yml"))}


def matrix(workflow, job):
    return WORKFLOWS[workflow]["jobs"][job]["strategy"]["matrix"]["include"]


def commands(workflow):
    """What the steps of a workflow run, with each row of a matrix in its place."""
    for job in workflow["jobs"].values():
        rows = job.get("strategy", {}).get("matrix", {}).get("include", [{}])
        for step in job.get("steps", []):
            for row in rows:
                yield re.sub(r"\$\{\{ matrix\.(\w+) \}\}", lambda m, row=row: str(row[m[1]]), step.get("run", ""))


@pytest.mark.parametrize("name", WORKFLOWS)
def test_what_a_workflow_makes_can_be_made(name):
    made = {target for command in commands(WORKFLOWS[name]) for target in re.findall(r"\bmake ([\w-]+)", command)}
    assert made <= TARGETS, f"no targets of the Makefile: {made - TARGETS}"


@pytest.mark.parametrize("name", WORKFLOWS)
def test_every_job_ends(name):
    for job, value in WORKFLOWS[name]["jobs"].items():
        assert "uses" in value or "timeout-minutes" in value, f"{job} of {name} has no end: it would run for six hours"


def test_every_wheel_has_its_runner():
    platforms = re.findall(r'^\t\{"(\w+)", "(\w+)", \[\]string', (ROOT / "install/internal/release/platform.go").read_text(encoding="utf-8"), re.M)
    assert platforms, "platform.go is not read"
    assert sorted(row["platform"] for row in matrix("wheels.yml", "wheel")) == sorted("/".join(p) for p in platforms)


def test_long_targets_run_each_week():
    every = WORKFLOWS["long.yml"][True]["schedule"]  # YAML takes the key on for a truth value
    assert [len(e["cron"].split()) for e in every] == [5]
    made = {command.split()[1] for command in commands(WORKFLOWS["long.yml"]) if command.startswith("make")}
    assert made == {"product", "exam", "agree", "stress", "hostile", "everywhere"}


def test_only_a_tag_drafts_a_release():
    """Nothing else may write, and the tag is that of make release."""
    release = WORKFLOWS["release.yml"]
    assert release[True] == {"push": {"tags": ["v*.*.*"]}}
    writes = {(name, job) for name, w in WORKFLOWS.items() for job, value in w["jobs"].items() if "write" in (value.get("permissions") or {}).values()}
    assert writes == {("release.yml", "draft")}
    assert all(w["permissions"] == {"contents": "read"} for w in WORKFLOWS.values())
