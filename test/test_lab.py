"""What people do in JupyterLab, in a browser."""

import re
import shutil

import nbformat
import pytest
from playwright.sync_api import expect

import lab
from conftest import ROOT
from work import WORK


@pytest.mark.parametrize("name, height", [("quickstart", 4200), ("systems", 9000)])
def test_run_all_shows_table_and_plot(notebook, page, folder, name, height):
    shutil.copy(ROOT / "notebooks" / f"{name}.ipynb", folder)
    page.set_viewport_size({"width": 1280, "height": height})
    try:
        nb = notebook(name=f"{name}.ipynb")
        nb.run_all()
        assert page.query_selector(".jp-OutputArea table") is not None
        box = page.query_selector(".jp-OutputArea .nvsd-figure svg").bounding_box()
        assert box["width"] > 200 and box["height"] > 100
        assert page.query_selector(".jp-RenderedText[data-mime-type$='error']") is None
        nb.picture(name)
    finally:
        page.set_viewport_size(lab.VIEW)


@pytest.mark.parametrize("how", ["button", "menu", "keys"])
def test_an_interrupt_keeps_the_variables(notebook, page, how):
    nb = notebook('turns := 0\nfmt.Println("on")\nfor { turns++ }', "turns > 0")
    nb.run(0)
    nb.shows(0, "on")
    page.wait_for_selector("text=Go (nvsd) | Busy")
    if how == "button":
        page.locator("[data-command='notebook:interrupt-kernel'], [data-jp-item-name='interrupt'] button").first.click()
    elif how == "menu":
        nb.menu("Kernel", "Interrupt Kernel")
    else:
        page.keyboard.press("Escape")
        page.keyboard.press("i")
        page.keyboard.press("i")
    nb.shows(0, "interrupted: In[1] was interrupted; what it had assigned is kept")
    nb.idle()
    nb.run(1)
    nb.shows(1, "true")


def test_a_restart_begins_anew(notebook, page):
    nb = notebook("kept := 1", "kept")
    nb.runs(0, 1)
    nb.shows(1, "1")
    nb.menu("Kernel", "Restart Kernel…")
    page.locator(".jp-Dialog .jp-mod-accept").click()
    page.wait_for_selector("text=Go (nvsd) | Idle")
    nb.run(1)
    nb.shows(1, "undefined: kept")
    nb.ended(1, number=1)


def test_an_interpreter_that_dies_comes_back(notebook, page):
    """What the interpreter does to itself is told, and the next cell runs."""
    nb = notebook("func deep(n int) int { return deep(n+1) + 1 }\ndeep(0)", "6 * 7")
    nb.run(0)
    nb.ended(0)
    nb.shows(0, "In[1]")
    nb.run(1)
    nb.shows(1, "42")


def test_tab_offers_what_fits(notebook, page):
    nb = notebook("x := strings.Has")
    item = nb.offered(0, "HasPrefix")
    expect(item.locator("[data-icon], .jp-Completer-monogram").first).to_be_visible()
    expect(page.locator(".jp-Completer-docpanel")).to_contain_text("func HasPrefix(s string, prefix string) bool")
    nb.picture("tab")
    item.click()
    expect(nb.code(0)).to_have_text("x := strings.HasPrefix")


def test_completion_while_a_cell_runs(notebook, page):
    nb = notebook('fmt.Println("on")\nfor {}', "strings.Has")
    nb.run(0)
    nb.shows(0, "on")
    nb.offered(1, "HasPrefix")
    page.keyboard.press("Escape")
    nb.menu("Kernel", "Interrupt Kernel")
    nb.shows(0, "interrupted")


def test_shift_tab_explains(notebook, page):
    nb = notebook('fmt.Println("a")')
    nb.code(0).click()
    page.keyboard.press("Control+Home")
    for _ in "fmt.Pri":
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+Tab")
    tooltip = page.locator(".jp-Tooltip")
    expect(tooltip).to_contain_text("func Println(a ...any) (n int, err error)", timeout=lab.PATIENCE)
    expect(tooltip).to_contain_text("writes to standard output")
    nb.picture("tooltip")
    page.keyboard.press("Escape")


def test_a_cell_asks_for_a_line(notebook, page):
    nb = notebook(
        'var s string\nfmt.Print("who? ")\nfmt.Scanln(&s)\n"<" + s + ">"',
        'display.Input("Name: ") + "!"',
        'len(display.Password("Secret: "))',
    )
    def asked(i, prompt, kind):
        """The box under a cell, when it is there, with its prompt."""
        nb.run(i)
        box = nb.outputs(i).locator(".jp-Stdin-input")
        expect(box).to_be_visible(timeout=lab.PATIENCE)
        expect(nb.outputs(i).locator(".jp-Stdin-prompt")).to_have_text(prompt)
        assert (box.get_attribute("type") or "text") == kind
        return box

    def answer(box, text):
        box.fill(text)
        box.press("Enter")

    box = asked(0, "", "text")
    nb.shows(0, "who?")
    answer(box, "Gauss")
    nb.shows(0, "<Gauss>")
    box = asked(1, "Name: ", "text")
    nb.picture("input")
    answer(box, "Ada")
    nb.shows(1, "Ada!")
    answer(asked(2, "Secret: ", "password"), "hidden")
    nb.shows(2, "6")
    expect(nb.outputs(2)).not_to_contain_text("hidden")


def test_an_interrupt_while_a_cell_asks(notebook, page):
    """JupyterLab leaves the box there; what is typed into it then reaches nobody."""
    nb = notebook('display.Input("Name: ")', 'display.Input("Again: ") + "!"')
    boxes = [nb.outputs(i).locator(".jp-Stdin-input") for i in range(2)]
    nb.run(0)
    expect(boxes[0]).to_be_visible(timeout=lab.PATIENCE)
    nb.menu("Kernel", "Interrupt Kernel")
    nb.shows(0, "interrupted")
    boxes[0].fill("stale")
    boxes[0].press("Enter")
    nb.run(1)
    expect(boxes[1]).to_be_visible(timeout=lab.PATIENCE)
    boxes[1].fill("fresh")
    boxes[1].press("Enter")
    nb.shows(1, "fresh!")


def test_a_question_shows_the_pager(notebook):
    nb = notebook("strings.Repeat?")
    nb.run(0)
    nb.shows(0, "func Repeat(s string, count int) string")


def test_load_fills_the_cell(notebook, folder):
    (folder / "loaded.go").write_text("// from a file\nloaded := 42\n")
    nb = notebook("%load loaded.go", "loaded")
    nb.run(0)
    expect(nb.code(0)).to_contain_text("loaded := 42", timeout=lab.PATIENCE)
    nb.runs(0)
    nb.run(1)
    nb.shows(1, "42")


def test_late_output_is_under_its_own_cell(notebook):
    nb = notebook(
        'next := make(chan bool)\ngo func() {\n\t<-next\n\tfmt.Println("late")\n}()\n"first"',
        'next <- true\ntime.Sleep(time.Second / 5)\nfmt.Println("second")',
    )
    nb.runs(0, 1)
    nb.shows(1, "second")
    nb.shows(0, "late")
    expect(nb.outputs(1)).not_to_contain_text("late")


def test_an_animation_ends_with_its_last_frame(notebook):
    nb = notebook(
        'for i := range 5 {\n\tdisplay.Clear(true)\n\tfmt.Println("frame", i)\n\ttime.Sleep(20 * time.Millisecond)\n}',
        'display.ShowAs("bar", "0 of 3")',
        'for i := range 3 {\n\tdisplay.Update("bar", fmt.Sprint(i+1, " of 3"))\n}',
    )
    nb.runs(0, 1, 2)
    expect(nb.outputs(0)).to_have_text(re.compile(r"^\s*frame 4\s*$"), timeout=lab.PATIENCE)
    nb.shows(1, "3 of 3")
    expect(nb.outputs(2)).to_have_text("")


def test_an_error_has_colours_and_its_line(notebook):
    nb = notebook("func mean(xs []float64) float64 {\n\treturn xs[3]\n}\nmean([]float64{1, 2})")
    nb.runs(0)
    nb.shows(0, "In[1]:2: index out of range [3] with length 2")
    expect(nb.outputs(0).locator(".ansi-red-fg").first).to_have_text("panic")
    expect(nb.outputs(0).locator("pre")).to_contain_text("return xs[3]")


def test_a_mistake_is_told_what_to_write(notebook):
    nb = notebook('spec := nvsd.Spec{}\nspec.Fit(data.Load("diabetes"), 0.7)', 'm := 3\nm, "and more"')
    nb.runs(0)
    nb.shows(0, "write nvsd.TauFrac(0.7)")
    lines = nb.outputs(0).locator("pre").inner_text().splitlines()
    said, line, caret, advice = lines[0], *lines[-3:]
    assert said.startswith("In[1]:2:33: cannot use 0.7")
    assert line.index("0.7") == caret.index("^")
    assert advice.strip().startswith("write nvsd.TauFrac(0.7)")
    nb.runs(1)
    nb.shows(1, "and more")
    assert nb.outputs(1).inner_text().split()[-3:] == ["3", "and", "more"]


def test_outputs_of_many_kinds(notebook):
    nb = notebook(
        'fmt.Println("to standard output")\nfmt.Fprintln(os.Stderr, "to standard error")\n'
        'display.Show(display.HTML("<b>bold</b>"), display.Markdown("*slanted* $x^2$"))\n'
        'mat.NewDense(2, 2, []float64{1, 2.5, 3, 4})'
    )  # fmt: skip
    nb.runs(0)
    expect(nb.outputs(0).locator("b", has_text="bold")).to_be_visible(timeout=lab.PATIENCE)
    expect(nb.outputs(0).locator("em", has_text="slanted")).to_be_visible()
    expect(nb.outputs(0).locator("table")).to_be_visible()
    expect(nb.outputs(0).locator("[data-mime-type='application/vnd.jupyter.stderr']")).to_contain_text("to standard error")


def test_the_page_and_a_cell_talk_by_a_comm(notebook, page):
    nb = notebook(
        'comm.Register("echo", func(c *comm.Comm, m comm.Message) {\n'
        "\tc.OnMessage(func(m comm.Message) {\n"
        "\t\tslices.Reverse(m.Buffers[0])\n\t\tc.Send(m.Data, m.Buffers...)\n"
        '\t\tfmt.Println("echoed")\n\t})\n})'
    )
    nb.runs(0)
    answer = page.evaluate(
        """async () => {
            const panel = window.jupyterapp.shell.currentWidget;
            const kernel = panel.context.sessionContext.session.kernel;
            const comm = kernel.createComm('echo');
            const answer = new Promise(resolve => { comm.onMsg = resolve; });
            await comm.open({}).done;
            await comm.send({deep: [1, null]}, {}, [new Uint8Array([1, 2, 255]).buffer]).done;
            const msg = await answer;
            const bytes = msg.buffers[0];
            const known = await kernel.requestCommInfo({});
            await comm.close().done;
            return {
                data: msg.content.data,
                bytes: [...new Uint8Array(bytes.buffer ?? bytes, bytes.byteOffset ?? 0, bytes.byteLength)],
                comms: Object.values(known.content.comms),
            };
        }"""
    )
    assert answer == {"data": {"deep": [1, None]}, "bytes": [255, 2, 1], "comms": [{"target_name": "echo"}]}


def test_a_saved_notebook_has_what_was_shown(notebook, page, folder):
    nb = notebook("1 + 1", name="saved.ipynb")
    nb.runs(0)
    nb.shows(0, "2")
    page.keyboard.press("Control+s")
    page.wait_for_function("!window.jupyterapp.shell.currentWidget.context.model.dirty")
    saved = nbformat.read(folder / "saved.ipynb", as_version=4)
    nbformat.validate(saved)
    assert saved.cells[0].outputs[0].data["text/plain"] == "2"
    assert saved.metadata.language_info.name == "go"


# A computation of ten parts that stops in its middle until there is a file.
HELD = """func held(until string) {
	ctx, draws := nvsd.Begin(ctx, nvsd.Part{Of: "simulation", Unit: "draw", All: 10})
	defer draws.End()
	for i := range 10 {
		time.Sleep(time.Second / 2)
		draws.Reached(ctx, i+1)
		for _, err := os.Stat(until); i == 6 && err != nil; _, err = os.Stat(until) {
			time.Sleep(time.Second / 100)
		}
	}
}"""


# Whether an output has a bar that is full in part. The line is drawn anew twice a second.
HALF_FULL = """output => {
	const bar = output.querySelector("[role=progressbar]"), width = e => e ? e.getBoundingClientRect().width : 0
	return width(bar) > 100 && 0 < width(bar.querySelector("span")) && width(bar.querySelector("span")) < width(bar)
}"""


def test_progress_is_shown_and_goes(notebook, page, folder, theme):
    """One line with a bar while a cell computes; at the end what the cell has shown, and no more."""
    go_on = [f"progress{theme}{i}" for i in range(3)]
    nb = notebook(HELD, f'held("{go_on[1]}")', f'fmt.Println("before")\nheld("{go_on[2]}")', name=f"progress{theme}.ipynb")
    nb.runs(0)
    for i in (1, 2):
        nb.run(i)
        bar = nb.outputs(i).locator("[role=progressbar]")
        expect(bar).to_be_visible(timeout=lab.PATIENCE)
        expect(bar).to_have_attribute("aria-label", re.compile(r"simulation: draw \d+ of 10"))
        expect(nb.outputs(i)).to_contain_text(re.compile(r"\d+ %  simulation: draw \d+ of 10, .*left"), timeout=lab.PATIENCE)
        page.wait_for_function(HALF_FULL, arg=nb.outputs(i).element_handle(), timeout=lab.PATIENCE)
        nb.picture(f"progress{i}{theme}")
        (folder / go_on[i]).touch()
        nb.ended(i)
        expect(bar).to_have_count(0)
    nb.picture(f"progress_gone{theme}")
    expect(nb.outputs(1)).to_have_text("")
    expect(nb.outputs(2)).to_have_text("before\n")
    height = "e => e.getBoundingClientRect().height"
    assert nb.outputs(2).evaluate(height) < nb.outputs(2).locator("pre").evaluate(height) + 20


def test_an_interrupted_path_is_kept(notebook, page):
    nb = notebook(WORK, "spec.Penalty = slow{pause: 5 * time.Millisecond}\npath := spec.Path(train, 50)", "path", "path.Select(nvsd.ByLeaveOneOut(), nvsd.Ranked)")
    nb.runs(0)
    nb.run(1)
    expect(nb.outputs(1).locator("[role=progressbar]")).to_be_visible(timeout=lab.PATIENCE)
    nb.shows(1, re.compile(r"path: fit ([2-9]|\d\d) of 50"))
    nb.menu("Kernel", "Interrupt Kernel")
    nb.shows(1, "interrupted: In[2] was interrupted")
    expect(nb.outputs(1).locator("[role=progressbar]")).to_have_count(0)
    nb.run(2)
    nb.shows(2, re.compile(r"Path of \d+ of 50 fits"))
    nb.shows(2, re.compile(r"stopped after \d+ of 50 fits"))
    nb.picture("interrupted_path")
    nb.run(3)
    nb.shows(3, re.compile(r"stopped after \d+ of 50 fits"))


RENDERED = {"text/html": ".jp-RenderedHTML[data-mime-type='text/html']", "application/json": ".jp-RenderedJSON"}

# Cells that show a value each, with the renderer that JupyterLab picks and a text of the output.
VALUES = [
    ("""type Site struct { Name string; Height, Depth float64 }
sites := []Site{{"<script>window.hostile = 1</script>", 12.25, 3}, {"b | c", 7.5, 0.125}}
sites""", "text/html", "<script>window.hostile = 1</script>"),
    ("sites[1]", "text/html", "Height"),
    ('map[string]Site{"two": sites[1], "one": sites[0]}', "text/html", "map[string]Site, 2 entries"),
    ("xs := make([]float64, 506)\nfor i := range xs { xs[i] = math.Sin(float64(i)) }\nxs", "text/html", "min -1, median"),
    ("keys := map[string]int{}\nfor i := range 1000 { keys[fmt.Sprintf(\"key %03d\", i)] = i * i }\nkeys", "text/html", "1000 entries"),
    ("wide := make([][]float64, 100)\nfor i := range wide { wide[i] = xs[i:i+100] }\nwide", "text/html", "12 of the 100 columns"),
    ('_, err := os.Open("none.csv")\nfmt.Errorf("the data: %w", err)', "text/html", "Op: open, Path: none.csv"),
    ('json.RawMessage(`{"name": "b", "values": [1, 2]}`)', "application/json", "values"),
    ("nvsd.Spec{Kernel: kern.Gaussian{Width: kern.Mean20thNN}, Penalty: penalty.Lasso{}, Nu: nvsd.Fixed(0.01)}", "text/html", "Spec: what decides a fit"),
    ('data.Load("diabetes")', "text/html", "no value is missing"),
    ("type W struct{ N int }\nfunc (w W) HTML() string { panic(\"not now\") }\nW{3}", "text/html", "the method HTML of W panicked: In[11]:2: not now"),
]  # fmt: skip


def test_values_of_each_kind(notebook, page):
    """Each kind of value shows as a table or a tree, though it has Markdown and LaTeX too, and
    what its texts say in HTML does nothing."""
    page.set_viewport_size({"width": 1280, "height": 5200})
    try:
        nb = notebook(*(code for code, _, _ in VALUES))
        nb.runs(*range(len(VALUES)))
        for i, (_, mime, text) in enumerate(VALUES):
            nb.shows(i, text)
            assert nb.outputs(i).locator(".jp-OutputArea-output").count() == 1
            assert nb.outputs(i).locator(RENDERED[mime]).count() == 1
        assert page.evaluate("window.hostile") is None
        for table in nb.cell(2).locator("td").all() + nb.cell(3).locator("td").all():
            assert lab.box(table)["height"] < 40  # no cell is broken into lines
    finally:
        nb.picture("values")
        page.set_viewport_size(lab.VIEW)
