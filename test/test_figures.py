"""Figures in JupyterLab: in the colours of the theme, interactive, and where nothing is trusted."""

import subprocess

import pytest
from playwright.sync_api import expect

import lab


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("notebooks")


@pytest.fixture(scope="module")
def page(kernelspec, folder, tmp_path_factory):
    with lab.server(folder, tmp_path_factory.mktemp("home")) as url, lab.browser(url) as page:
        page.set_viewport_size({"width": 1100, "height": 1200})
        yield page


@pytest.fixture
def notebook(page, folder, request):
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


IMPORT = 'import "github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"'

CHARTS = """report.Report{
	report.Bars{Title: "Norms", Axis: report.NormsAxis, What: "derivative norms", Bars: []report.Bar{
		{Name: "bmi", Norm: 24.1, Selected: true}, {Name: "<script>alert(1)</script>", Norm: 4}, {Name: "a name that is far too long for its place", Norm: 0}}},
	report.Lines{Title: "Path", Measure: "derivative norm", Weight: "tau", Chosen: 0.5, Weights: []float64{1, 0.5, 0.25}, Lines: []report.Line{
		{Name: "bmi", Norms: []float64{0, 1, 2}, Selected: true}, {Name: "bp", Norms: []float64{0, 0, 1}}}},
}"""

# Of each text of the figures: its colour, its contrast to the ground of the page, and whether it is inside.
TEXTS = """() => {
    const parse = c => c.match(/[\\d.]+/g).map(Number);
    const luminance = c => parse(c).slice(0, 3).map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
        .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
    const ground = element => {
        for (; element; element = element.parentElement) {
            const c = getComputedStyle(element).backgroundColor;
            if (parse(c).length < 4 || parse(c)[3] === 1) return c;
        }
        return 'rgb(255, 255, 255)';
    };
    return [...document.querySelectorAll('.nvsd-figure svg text')].map(text => {
        const [a, b] = [luminance(getComputedStyle(text).fill), luminance(ground(text))].sort((x, y) => y - x);
        const box = text.getBoundingClientRect(), all = text.ownerSVGElement.getBoundingClientRect();
        return {
            text: text.textContent, contrast: (a + 0.05) / (b + 0.05),
            inside: box.left >= all.left && box.right <= all.right && box.top >= all.top && box.bottom <= all.bottom,
        };
    });
}"""


@pytest.fixture(params=["Light", "Dark"])
def theme(page, request):
    change = "async name => { await window.jupyterapp.commands.execute('apputils:change-theme', {theme: `JupyterLab ${name}`}); }"
    page.evaluate(change, request.param)
    page.wait_for_selector(f"body[data-jp-theme-light={'true' if request.param == 'Light' else 'false'}]", state="attached")
    yield request.param
    page.evaluate(change, "Light")


def test_figures_have_the_colours_of_the_theme(notebook, page, theme):
    nb = notebook(IMPORT, CHARTS)
    nb.runs(0, 1)
    figures = nb.outputs(1).locator(".nvsd-figure svg")
    expect(figures).to_have_count(2)
    for i in range(2):
        expect(figures.nth(i)).to_be_visible()
        assert figures.nth(i).bounding_box()["width"] > 600
    for image in nb.outputs(1).locator("img").all():
        expect(image).to_be_hidden()
    texts = page.evaluate(TEXTS)
    assert "bmi" in [t["text"] for t in texts]
    assert [t for t in texts if t["contrast"] < 4.5 or not t["inside"]] == []
    nb.picture(f"figures_{theme.lower()}")


def test_an_untrusted_figure_is_its_picture(notebook, page, folder, binary, theme):
    """What was run elsewhere is not trusted: the page strips style sheets and drawings."""
    path = folder / "elsewhere.ipynb"
    lab.write(path, [IMPORT, CHARTS])
    subprocess.run([binary, "run", "--quiet", str(path)], check=True, timeout=60)
    nb = notebook(name=path.name)
    expect(nb.outputs(1).locator(".nvsd-figure svg")).to_have_count(0)
    images = nb.outputs(1).locator("img")
    expect(images).to_have_count(2)
    for image in images.all():
        image.scroll_into_view_if_needed()
        expect(image).to_be_visible()
        assert image.bounding_box()["width"] > 600
    assert "derivative norm" not in nb.outputs(1).inner_text()  # a text of the drawing, which stays hidden
    nb.picture(f"figures_untrusted_{theme.lower()}")
