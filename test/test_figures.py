"""Figures in JupyterLab: in the colours of the theme, interactive, and where nothing is trusted."""

import subprocess

import pytest
from playwright.sync_api import expect

import lab


VIEW = {"width": 1100, "height": 1200}

IMPORT = 'import "github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"'

CHARTS = """report.Report{
	report.Bars{Title: "Norms", Axis: report.NormsAxis, What: "derivative norms", Bars: []report.Bar{
		{Name: "bmi", Norm: 24.1, Selected: true}, {Name: "<script>alert(1)</script>", Norm: 4}, {Name: "a name that is far too long for its place", Norm: 0}}},
	report.Lines{Title: "Path", Measure: "derivative norm", Weight: "tau", Chosen: 0.5, Weights: []float64{1, 0.5, 0.25}, Lines: []report.Line{
		{Name: "bmi", Norms: []float64{0, 1, 2}, Selected: true}, {Name: "bp", Norms: []float64{0, 0, 1}}}},
}"""


def test_figures_have_the_colours_of_the_theme(notebook, page, theme):
    nb = notebook(IMPORT, CHARTS)
    nb.runs(0, 1)
    figures = nb.outputs(1).locator(".nvsd-figure svg")
    expect(figures).to_have_count(2)
    for i in range(2):
        assert lab.box(figures.nth(i))["width"] > 600
    for image in nb.outputs(1).locator("img").all():
        expect(image).to_be_hidden()
    assert "bmi" in figures.locator("text").all_text_contents()
    for what in ("labels", "contrast"):
        assert lab.wrong(nb.outputs(1), what) == []
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
        assert lab.box(image)["width"] > 600
    assert "derivative norm" not in nb.outputs(1).inner_text()  # a text of the drawing, which stays hidden
    nb.picture(f"figures_untrusted_{theme.lower()}")


MORE = """display.Interactive(report.Report{
	report.Errors{Title: "Errors", Weight: "tau", Error: "RMSE", Weights: []float64{4, 2, 1},
		Series: []report.Series{{Name: "validation", Y: []float64{3, 2, 4}, SE: []float64{1, 0.5, 1}}}, Choices: []report.Choice{{At: 1, Text: "least"}}},
	report.Intervals{Title: "Intervals", Axis: "norm", Point: "mean", Range: "range", Intervals: []report.Interval{{Name: "a", Value: 2, Low: 1, High: 3}}},
	report.Points{Title: "Points", Axis: "y", Points: []report.Point{{Name: "a", Value: -1}, {Name: "b", Value: 2}}},
	report.Curves{Title: "Curves", Input: "x", X: []float64{0, 1, 2}, Panels: []report.Panel{{Label: "y", Y: []float64{1, 3, 2}, Band: []float64{1, 0.5, 1}}}},
	report.Scatter{Title: "Scatter", Points: "observations", Compared: "no error", Plots: []report.ScatterPlot{
		{XAxis: "predicted", YAxis: "true", X: []float64{1, 2, 3}, Y: []float64{1.5, 2, 2.5}, Line: report.Identity},
		{XAxis: "predicted", YAxis: "residual", X: []float64{1, 2, 3}, Y: []float64{0.5, 0, -0.5}, Line: report.ZeroLine}}},
	report.Surface{Title: "Surface", XAxis: "a", YAxis: "b", ZAxis: "y", X: []float64{0, 1, 2}, Y: []float64{0, 1}, Z: [][]float64{{0, 1}, {1, 3}, {2, 2}},
		PointsX: []float64{0.5, 1}, PointsY: []float64{0.5, 0.7}, Points: "observations"},
	report.Dependences{Title: "Dependences", Value: "mean prediction", Slope: "slope", Points: "observations", Panels: []report.DependencePanel{
		{Input: "a", X: []float64{0, 1, 2}, Y: []float64{1, 2, 1}, Slope: []float64{1, 0, -1}, SD: []float64{1, 1, 1}, Rug: []float64{0.5, 1}},
		{Input: "b", Levels: []string{"red", "blue"}, Y: []float64{0, 2}}}},
	report.Convergence{Title: "Convergence", Measure: "relative gap", Iterations: []int{1, 5, 9}, Falls: []float64{1, 0.1, 0.001}, Objective: []float64{3, 2, 1.9}, Bound: []float64{1, 1.5, 1.89}},
	report.HeatMap{Title: "Groups", Rows: []string{"g1", "g2"}, Columns: []string{"1", "0.5", "0.5"}, Axis: "tau", Value: "norm", Values: [][]float64{{0, 1, 2}, {0, 0, 1}}},
})"""


def test_interactive_charts(notebook, page, theme):
    nb = notebook(IMPORT, f"display.Interactive({CHARTS})", MORE)
    page.set_viewport_size({"width": 1100, "height": 4300})
    nb.runs(0, 1, 2)
    first, second = (nb.outputs(i).locator(".vega-embed > svg, .vega-embed .chart-wrapper svg") for i in (1, 2))
    expect(first).to_be_visible(timeout=lab.PATIENCE)
    expect(second).to_be_visible(timeout=lab.PATIENCE)
    for title in ("Errors", "Intervals", "Points", "Curves", "Scatter", "Surface", "Dependences", "Convergence", "Groups"):
        expect(second.get_by_text(title, exact=True)).to_be_visible()
    colours = first.locator("text").evaluate_all("texts => [...new Set(texts.map(t => getComputedStyle(t).fill))]")
    assert colours == [first.evaluate("svg => getComputedStyle(svg).color")]
    nb.picture(f"interactive_{theme.lower()}")
    page.set_viewport_size({"width": 1100, "height": 1200})

    bar = first.locator("path[aria-roledescription=bar]").first
    bar.hover()
    tip = page.locator("#vg-tooltip-element")
    expect(tip).to_be_visible()
    expect(tip).to_contain_text("bmi")
    expect(tip).to_contain_text("24.1")


MODEL = """s := data.Load("diabetes").Split(data.Train(100), data.Valid(150), data.Test(data.Rest), data.Seed(1))
spec := nvsd.Spec{Kernel: kern.Gaussian{Width: kern.MedianDistance}, Penalty: penalty.Lasso{}, Nu: nvsd.Fixed(1e-2)}
path := spec.Path(s.Train, 20)
m := path.Select(nvsd.ByValidation(s.Valid), nvsd.Ranked)"""

PICTURES = ['m.Residuals(s.Test)', 'm.PartialDependences("bmi", "ltg", "sex")', 'm.Surface("bmi", "ltg")', "m.Convergence()", "path.Heatmap()"]


def test_pictures_of_a_model(notebook, page, theme):
    nb = notebook(MODEL, *PICTURES)
    page.set_viewport_size({"width": 1100, "height": 4200})
    nb.runs(*range(1 + len(PICTURES)))
    for i in range(len(PICTURES)):
        figure = nb.outputs(1 + i).locator(".nvsd-figure svg")
        expect(figure).to_have_count(1)
        expect(figure).to_be_visible()
        for what in ("labels", "contrast"):
            assert lab.wrong(nb.outputs(1 + i), what) == []
    texts = page.locator(".nvsd-figure svg text").all_text_contents()
    assert {"no error", "bmi", "predicted progression", "tolerance 0.0001", "norm per sd"} <= set(texts)
    nb.picture(f"pictures_{theme.lower()}")
