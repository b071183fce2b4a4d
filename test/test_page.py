"""The exported page, as a reader sees it: on a desk, on a phone, in the dark and on paper.

The page is asked for its own geometry (geometry.js), so that what nobody looked at cannot pass."""

import re
import subprocess

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from playwright.sync_api import sync_playwright

import lab
from conftest import ROOT

NOTEBOOKS = ["quickstart", "systems", "displays"]

# What a page shows as pictures with a ground of their own: an image, and the still form of an interactive chart.
PICTURES = {"displays": 3}
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 900}
WIDE = {"width": 1920, "height": 1080}
A4 = {"width": 718, "height": 1017}  # what is printed on, at 96 dots per inch


@pytest.fixture(scope="module")
def pages(binary, tmp_path_factory):
    """The pages of executed notebooks, by name."""
    folder = tmp_path_factory.mktemp("pages")
    files = {}
    for name in NOTEBOOKS:
        notebook = folder / f"{name}.ipynb"
        subprocess.run([binary, "run", ROOT / "notebooks" / f"{name}.ipynb", "--out", notebook], check=True, capture_output=True)
        files[name] = folder / f"{name}.html"
        subprocess.run([binary, "export", notebook, "--to", "html", "--out", files[name]], check=True)
    return files


@pytest.fixture(scope="module")
def chrome():
    with sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=lab.chromium(), args=lab.FLAGS)


@pytest.fixture
def opened(chrome, pages):
    """Opens a page in a window, in a colour scheme."""
    contexts = []

    def open(name, window, scheme="light"):
        # A page forbids scripts, of its own; those of the test are let in.
        context = chrome.new_context(viewport=window, color_scheme=scheme, bypass_csp=True)
        contexts.append(context)
        page = context.new_page()
        page.goto(pages[name].as_uri())
        return page

    yield open
    for context in contexts:
        context.close()


def take(page, name, height):
    """A picture of the beginning of a page."""
    lab.picture(page, name, full_page=True, clip={"x": 0, "y": 0, "width": page.viewport_size["width"], "height": height})


def wrong(page, what, *arguments):
    return lab.wrong(page.locator("body"), what, *arguments)


@pytest.mark.parametrize("name", NOTEBOOKS)
@pytest.mark.parametrize("window", [PHONE, DESK, WIDE], ids=["phone", "desk", "wide"])
def test_everything_is_in_sight_and_can_be_read(opened, name, window):
    page = opened(name, window)
    assert page.locator(".output svg[role=img]:visible").count() > 0
    for what in ("width", "margins", "labels", "sizes", "contrast"):
        assert wrong(page, what) == []


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_dark_page_has_no_white_boxes(opened, name):
    page = opened(name, DESK, "dark")
    assert wrong(page, "contrast") == []
    take(page, f"page-dark-{name}", 2000)
    assert page.locator(".output img:visible").count() == PICTURES.get(name, 0)
    grounds = page.evaluate(
        "[...document.querySelectorAll('.output svg[role=img]')].map(s => getComputedStyle(s).backgroundColor)"
    )
    assert grounds and set(grounds) == {"rgba(0, 0, 0, 0)"}


@pytest.mark.parametrize("family", ["DejaVu Sans", "serif", "monospace"])
def test_labels_stay_apart_in_other_fonts(opened, family):
    """A reader may have none of the fonts that a drawing names: its texts keep their places and lengths."""
    page = opened("displays", DESK)
    page.add_style_tag(content=f"svg text {{ font-family: {family} !important }}")
    assert wrong(page, "labels") == []


def test_a_phone_sees_the_answer_first(opened):
    page = opened("quickstart", PHONE)
    assert wrong(page, "answers", ["selected"]) == []
    take(page, "page-phone", 4000)


def test_what_is_wider_than_a_phone_says_so(opened):
    page = opened("quickstart", PHONE)
    tables = page.evaluate(
        """[...document.querySelectorAll('.output table, pre.code')].filter(t => t.scrollWidth > t.clientWidth)
           .map(t => [getComputedStyle(t).overflowX, getComputedStyle(t).backgroundAttachment])"""
    )
    assert tables, "nothing is wider than a phone"
    for overflow, attachment in tables:
        assert overflow == "auto"
        assert attachment == "local, local, scroll, scroll"  # the shades at the edges


# Pieces of a page that need so many times the width of the column of text, which has 760 pixels.
COLUMN = 760
PIECES = {
    "code": lambda times: new_code_cell("x := " + '"' + "y" * int(85 * times) + '"'),
    "code in text": lambda times: new_markdown_cell("```go\n" + "z" * int(85 * times) + "\n```"),
    "table in text": lambda times: new_markdown_cell("| " + "w" * int(80 * times) + " |\n| --- |\n| 1 |"),
    "printed": lambda times: new_code_cell("f()", outputs=[new_output("stream", text="p" * int(85 * times) + "\n")]),
    "warned": lambda times: new_code_cell("f()", outputs=[new_output("stream", name="stderr", text="p" * int(80 * times) + "\n")]),
    "table": lambda times: new_code_cell(
        "t", outputs=[new_output("display_data", {"text/html": "<p>" + "words " * 60 + "</p><table><tr>" + "<td>cell</td>" * int(14 * times) + "</tr></table>"})]
    ),
}  # fmt: skip


@pytest.mark.parametrize("window", [PHONE, {"width": 900, "height": 900}, DESK, WIDE], ids=["phone", "tablet", "desk", "wide"])
@pytest.mark.parametrize("times", [0.3, 1.2, 1.5, 2.2, 5])
def test_what_is_wide_takes_the_margins(binary, chrome, tmp_path, window, times):
    """Code, tables and printed text go beyond the column of text where they need it, first to the right; text does not."""
    notebook = tmp_path / "wide.ipynb"
    nbformat.write(new_notebook(cells=[new_markdown_cell("words " * 200)] + [piece(times) for piece in PIECES.values()]), notebook)
    subprocess.run([binary, "export", notebook, "--to", "html"], check=True)
    page = chrome.new_page(viewport=window, bypass_csp=True)
    page.goto(notebook.with_suffix(".html").as_uri())
    assert wrong(page, "width") == []
    assert wrong(page, "margins") == []
    column = lab.box(page.locator("section.markdown").first)
    assert column["width"] <= COLUMN
    for text in page.locator("p").all():
        assert lab.box(text)["width"] <= COLUMN
    blocks = page.locator(".input, section.markdown > :is(pre, table), .output > *").all()
    assert len(blocks) == len(PIECES) + 3  # the code above what is printed and shown
    for block in blocks:
        box = lab.box(block)
        assert box["x"] <= column["x"] + 16
        at_left, at_right = box["x"] < column["x"], box["x"] + box["width"] > window["width"] - 32
        assert at_right or not at_left
    scrolls = page.locator(".input pre").first.evaluate("pre => pre.scrollWidth > pre.clientWidth")
    assert scrolls == (times * COLUMN > window["width"])
    page.close()


def test_formulas_are_laid_out(opened):
    page = opened("systems", DESK)
    assert page.locator("math[display=block]").count() > 0
    assert page.locator("code.math").count() == 0
    box = page.locator("math[display=block]").first.bounding_box()
    assert box["height"] > 20


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_on_paper(opened, name):
    """Nothing scrolls on paper, a table stays with its caption, and drawings are whole and light."""
    page = opened(name, A4, "dark")
    page.emulate_media(media="print")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert wrong(page, "labels") == []
    assert wrong(page, "contrast") == []
    cut = page.evaluate(
        """[...document.querySelectorAll('table, pre, svg[role=img]')].filter(el => el.getBoundingClientRect().width > 0)
           .filter(el => el.scrollWidth > el.clientWidth + 1 && el.clientWidth > 0 || el.getBoundingClientRect().right > innerWidth + 1)
           .map(el => el.tagName + ' ' + el.textContent.trim().slice(0, 60))"""
    )
    assert cut == []
    broken = page.evaluate(
        """[...document.querySelectorAll('.output th[scope=row]')].filter(th => !/\\s/.test(th.textContent.trim()))
           .filter(th => { const r = document.createRange(); r.selectNodeContents(th); return r.getClientRects().length > 1; })
           .map(th => th.textContent)"""
    )
    assert broken == []
    torn = page.evaluate(
        """[...document.querySelectorAll('.output p + table')].filter(t => getComputedStyle(t).breakBefore != 'avoid').length"""
    )
    assert torn == 0
    take(page, f"page-paper-{name}", 2 * A4["height"])
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf())) > 1


def test_a_long_formula_in_a_line_scrolls_on_a_phone(binary, chrome, tmp_path):
    terms = " + ".join(rf"\sum_{{i=1}}^n x_{{i,{a}}}" for a in range(9))
    nbformat.write(new_notebook(cells=[new_markdown_cell(f"The sum ${terms}$ is long.")]), tmp_path / "long.ipynb")
    subprocess.run([binary, "export", tmp_path / "long.ipynb", "--to", "html"], check=True)
    page = chrome.new_page(viewport=PHONE)
    page.goto((tmp_path / "long.html").as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    assert page.evaluate("(p => p.scrollWidth > p.clientWidth)(document.querySelector('p:has(math)'))")
    page.close()
