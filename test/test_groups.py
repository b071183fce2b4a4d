"""The notebook of groups: the sentences that count are held to the counts."""

import re

import nbformat

from conftest import ROOT
from test_notebooks import texts

WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven"]


def test_counts_are_as_the_text_says():
    nb = nbformat.read(ROOT / "notebooks" / "groups.ipynb", as_version=4)
    said = "\n".join(cell.source for cell in nb.cells if cell.cell_type == "markdown")
    counts = [
        [int(n) for n in re.findall(r"Right:(\d+)", text)] for text in texts(nb) if re.search(r"Right:\d+ (?:OfDraws|TooMany)", text)
    ]
    assert len(counts) == 2
    inputs, groups = counts[0]
    assert groups == 19 and f"Nineteen right answers to the second question, {WORDS[inputs]} to the first" in said
    lasso, tails = counts[1]
    assert tails == 2 * lasso and "twice as many are right" in said
