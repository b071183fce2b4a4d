"""The variables panel of JupyterLab's debugger, in a browser."""

import contextlib
import re

import pytest
from playwright.sync_api import expect

import lab

CELLS = (
    'type Point struct {\n\tX, Y int\n\ttags []string\n}\n'
    'p := &Point{1, 2, []string{"a", "b"}}\ntau := 0.25\nname := "Ada"\nxs := make([]float64, 506)',
    'd := data.Load("diabetes")\nA := mat.NewDense(500, 500, nil)\ncounts := map[string]int{"b": 2, "a": 1}\ntau = 0.5',
    'tau = 1.5\nfmt.Println("on")\nfor { time.Sleep(time.Millisecond) }',
)


VIEW = {"width": 1500, "height": 900}


class Panel:
    """The panel of a notebook whose debugger is on."""

    def __init__(self, page):
        self.page = page
        self.switch_on()
        page.evaluate("window.jupyterapp.commands.execute('debugger:show-panel')")

    def switch_on(self):
        """Clicks the debugger on until it stays on.

        JupyterLab asks what a kernel can do when its notebook opens, and what it does with
        the answer undoes a click that came before.
        """
        bug = self.page.locator(".jp-DebuggerBugButton")
        for _ in range(5):
            bug.click()
            with contextlib.suppress(AssertionError):
                expect(bug).to_have_attribute("aria-pressed", "true", timeout=10_000)
                self.page.wait_for_timeout(1000)
                expect(bug).to_have_attribute("aria-pressed", "true", timeout=1000)
                return
        pytest.fail("the debugger does not stay on")

    def item(self, name, within=None):
        """What the tree shows of a variable, or of a part of one."""
        name = self.page.locator(".jp-DebuggerVariables-name", has_text=re.compile(f"^{re.escape(name)}$"))
        return (within or self.page.locator(".jp-DebuggerVariables .jp-TreeView")).locator("> jp-tree-item").filter(
            has=self.page.locator(":scope > .jp-DebuggerVariables-name").and_(name)
        )

    def shows(self, name, detail, within=None):
        item = self.item(name, within)
        expect(item.locator("> .jp-DebuggerVariables-detail")).to_have_text(detail, timeout=lab.PATIENCE)
        return item

    def open(self, item):
        item.evaluate("item => item.shadowRoot.querySelector('.expand-collapse-button').click()")
        expect(item).to_have_attribute("aria-expanded", "true")


@pytest.fixture
def notebook(notebook):
    """A notebook of the cells above."""
    return notebook(*CELLS)


def test_variables_are_listed_and_expanded(notebook, page):
    panel = Panel(page)
    notebook.runs(0)
    panel.shows("tau", "float64 = 0.25")
    panel.shows("name", 'string = "Ada"')
    point = panel.shows("p", "*Point")
    panel.open(point)
    panel.shows("X", "int = 1", within=point)
    tags = panel.shows("tags", "[]string (2)", within=point)
    panel.open(tags)
    panel.shows("1", 'string = "b"', within=tags)
    xs = panel.shows("xs", "[]float64 (506)")
    panel.open(xs)
    panel.shows("99", "float64 = 0", within=xs)
    panel.shows("…", "100 of 506 elements are shown", within=xs)

    notebook.runs(1)
    panel.shows("tau", "float64 = 0.5")
    panel.shows("A", "*mat.Dense (500 x 500)")
    expect(panel.item("X", within=point)).to_be_visible()  # what has not changed stays open
    counts = panel.shows("counts", "map[string]int (2)")
    panel.open(counts)
    panel.shows('"a"', "int = 1", within=counts)
    frame = panel.shows("d", "*data.Frame (442 x 10)")
    panel.open(frame)
    panel.shows("bmi", re.compile(r"^\[32.1 21.6"), within=frame)


def test_a_frame_is_rendered_as_a_table(notebook, page):
    panel = Panel(page)
    notebook.runs(0, 1)
    panel.item("d").hover()
    page.locator("[title='Render variable: d']").click()
    rendered = page.locator(".jp-VariableRendererPanel-renderer")
    expect(rendered.locator("table").first).to_contain_text("bmi", timeout=lab.PATIENCE)


def test_variables_are_shown_while_a_cell_runs(notebook, page):
    """They are those before the cell: nothing looks at what it may be changing."""
    panel = Panel(page)
    notebook.runs(0)
    panel.shows("tau", "float64 = 0.25")
    notebook.run(2)
    notebook.shows(2, "on")
    page.wait_for_selector("text=Go (nvsd) | Busy")
    point = panel.shows("p", "*Point")
    panel.open(point)
    panel.shows("Y", "int = 2", within=point)
    panel.shows("tau", "float64 = 0.25")
    page.wait_for_selector("text=Go (nvsd) | Busy")
    notebook.picture("variables_while_a_cell_runs")
    notebook.menu("Kernel", "Interrupt Kernel")
    panel.shows("tau", "float64 = 1.5")
    notebook.idle()


def test_the_debugger_is_switched_on_while_a_cell_runs(notebook, page):
    notebook.runs(0)
    notebook.run(2)
    notebook.shows(2, "on")
    panel = Panel(page)
    panel.shows("tau", "float64 = 0.25")
    notebook.menu("Kernel", "Interrupt Kernel")
    panel.shows("tau", "float64 = 1.5")


def test_breakpoints_say_why_there_are_none(notebook, page):
    Panel(page)
    notebook.cell(0).locator(".cm-breakpoint-gutter .cm-gutterElement").nth(5).click()
    refused = page.locator(".jp-DebuggerBreakpoint")
    expect(refused).to_contain_text("no breakpoints: cells run to their end", timeout=lab.PATIENCE)
    expect(notebook.cell(0).locator(".cm-breakpoint-gutter .cm-breakpoint-icon:visible")).to_have_count(0)
    notebook.picture("breakpoints_say_why")
    page.locator("[title='Remove All Breakpoints'], jp-button[aria-label='Remove All Breakpoints']").first.click()
    page.locator(".jp-Dialog .jp-mod-accept").click()
    expect(refused).to_have_count(0)


def test_variables_in_the_dark(notebook, page):
    page.evaluate("window.jupyterapp.commands.execute('apputils:change-theme', {theme: 'JupyterLab Dark'})")
    try:
        panel = Panel(page)
        notebook.runs(0, 1)
        panel.open(panel.shows("d", "*data.Frame (442 x 10)"))
        notebook.picture("variables_in_the_dark_as_a_tree")
        page.locator(".jp-TableView-Button").click()
        expect(page.locator(".jp-DebuggerVariables-grid canvas").first).to_be_visible()
        notebook.picture("variables_in_the_dark_as_a_table")
    finally:
        page.evaluate("window.jupyterapp.commands.execute('apputils:change-theme', {theme: 'JupyterLab Light'})")
