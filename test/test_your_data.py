"""The notebook of one's own data: its sentences are held to its outputs. That these are what the
cells show, test_notebooks and `nvsd-kernel check` see to."""

import hashlib
import json
import re

import nbformat
import pytest

from conftest import ROOT
from test_notebooks import texts

FOLDER = ROOT / "notebooks"


@pytest.fixture(scope="module")
def shown():
    nb = nbformat.read(FOLDER / "your-data.ipynb", as_version=4)
    code = [cell["id"] for cell in nb.cells if cell.cell_type == "code"]
    said = "\n".join(cell.source for cell in nb.cells if cell.cell_type == "markdown")
    return dict(zip(code, texts(nb), strict=True)) | {"said": said}


def row(text, head):
    """The numbers of the line that begins with the words."""
    line = next(line for line in text.splitlines() if line.split()[: len(head.split())] == head.split())
    return [float(v) for v in re.findall(r"(?<![\w.])[-+]?\d+(?:\.\d+)?(?![\w.])", line[len(head) :])]


def test_the_sheet(shown):
    assert "190 identifiers for 344 rows" in shown["names"]
    assert shown["nests"] == "333 sexed birds, 333 pairs of nest and sex"
    # "Two were not sampled", "Eleven birds lack their mass or their sex"
    counts = {line.rsplit(maxsplit=1)[0].strip(): int(line.split()[-1]) for line in shown["missing"].splitlines()[2:]}
    assert sum(counts.values()) == 11
    assert sum(n for why, n in counts.items() if why.startswith("Adult not sampled")) == 2
    # "Nine and eight birds lack an isotope"
    assert "9 of nitrogen" in shown["clean"] and "8 of carbon" in shown["clean"]
    # "from the lightest group to the heaviest the mean mass rises by 61 %"
    masses = [float(line.split()[2]) for line in shown["groups"].splitlines()[2:]]
    assert round(100 * (max(masses) / min(masses) - 1)) == 61 and "by 61 %" in shown["said"]


def test_the_choice(shown):
    model, curve = shown["model"], shown["curve"]
    selected = [line.split()[0] for line in model.splitlines() if "✓" in line]
    assert sorted(selected) == ["flipper", "sex=MALE", "species=Adelie", "species=Chinstrap", "species=Gentoo"]
    assert "undecided" not in model and "which ranks the inputs" in model
    # "within 0.0001 of the optimum of its functional"
    assert float(re.search(r"relative gap (\S+)", model)[1]) <= 1e-4
    # "331 g with flipper and sex, 303 with the chosen five columns, 287 with eleven"
    errors = {}
    for line in curve.splitlines():
        if m := re.match(r"\s*[\d.]+ +(\d+) +([\d.]+) +([\d.]+)", line):
            errors.setdefault(int(m[1]), (float(m[2]), float(m[3])))
    assert [errors[k][0] for k in (2, 5, 11)] == pytest.approx([331, 303, 287], abs=0.6)
    assert all(10 < errors[k][1] < 22 for k in (2, 5, 11))
    assert "nitrogen" not in selected and "carbon" not in selected


def test_the_blood(shown):
    offers = {m[1]: (float(m[2]), float(m[3])) for m in re.finditer(r"Inputs:([\w ]+?) From2007:(\d+) From2008:(\d+)", shown["seasons"])}
    ruler, both, chosen = (offers[k] for k in ("species flipper bill_length bill_depth", "species flipper bill_length bill_depth sex", "species flipper sex"))
    isotopes = offers["species flipper sex nitrogen carbon"]
    # "the error grows by more than 100 g in either direction", "better by 30 to 50 g"
    assert all(with_them > without + 100 for with_them, without in zip(isotopes, chosen))
    assert all(30 <= r - b <= 50 for r, b in zip(ruler, both))
    # "the carbon of Adelies and Gentoos fell by more than a unit, and that of Chinstraps not at all"
    carbon = {tuple(line.split()[:2]): float(line.split()[3]) for line in shown["drift"].splitlines()[2:]}
    fell = {s: carbon[s, "2007"] - carbon[s, "2008"] for s in ("Adelie", "Gentoo", "Chinstrap")}
    assert fell["Adelie"] > 1 and fell["Gentoo"] > 1 and abs(fell["Chinstrap"]) < 0.01


def test_the_third_summer(shown):
    rows = shown["score"].splitlines()[2:5]
    errors = [float(re.search(r" \d+ +([\d.]+)", line)[1]) for line in rows]  # behind the number of columns
    assert round(errors[0] - errors[1]) == 16 and 0.3 < errors[0] / errors[2] < 0.4
    # "No difference is as large as two of its standard errors."
    rows = [re.findall(r"RMSE (\d+), squares +([-+]\d+), standard error +(\d+)", line)[0] for line in shown["differences"].splitlines()]
    assert len(rows) == 4 and all(abs(float(d)) < 2 * float(se) for _, d, se in rows)
    assert rows[2][0] == "302", "all but blood"
    # "Adelies and Chinstraps of both sexes were lighter ..., by about 90 to 150 g, and Gentoo females were heavier by 120 g"
    groups = {tuple(line.split()[:2]): [float(v) for v in line.split()[2:]] for line in shown["species"].splitlines()[2:]}
    for (species, sex), (mass, predicted) in groups.items():
        if species != "Gentoo":
            assert 90 < predicted - mass < 155, (species, sex)
    mass, predicted = groups["Gentoo", "FEMALE"]
    assert round(mass - predicted, -1) == 120
    assert shown["new"].startswith("[4667.8") and "4670 g, more or less 290" in shown["said"]


def test_what_it_has_learned(shown):
    assert [round(row(shown["dependences"], name)[-1], -1) for name in ("species", "sex")] == [720, 510]
    assert round(row(shown["dependences"], "flipper")[-1], -1) == 1450
    assert shown["keep"].startswith("the same to the bit: true")


def test_the_file_is_the_one_described():
    text = (FOLDER / "data" / "palmer.csv").read_bytes()
    assert hashlib.sha256(text).hexdigest() in (FOLDER / "data" / "SOURCES.md").read_text()
    files = json.loads((FOLDER / "your-data.ipynb").read_text())["metadata"]["nvsd"]["files"]
    assert [f["sha256"] for f in files] == [hashlib.sha256(text).hexdigest()]
