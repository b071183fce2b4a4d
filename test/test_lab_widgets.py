"""Controls in JupyterLab, in a browser."""

import re

from playwright.sync_api import expect

import lab

IMPATIENT = 20_000  # milliseconds


def drag(page, slider, part):
    """Moves the handle of a slider to a part of its length."""
    box = lab.box(slider.locator(".noUi-base"))
    handle = slider.locator(".noUi-handle").first
    handle.hover()
    page.mouse.down()
    page.mouse.move(box["x"] + part * box["width"], box["y"] + box["height"] / 2, steps=8)
    page.mouse.up()


def test_what_a_callback_prints_follows_the_slider(notebook, page):
    nb = notebook(
        """
s := widget.Slider(0, 1).Label("tau").At(0.25)
s.OnChange(func(v float64) { fmt.Printf("tau is %.2f\\n", v) })
""",
        "s.Value()",
    )
    nb.runs(0)
    slider = nb.outputs(0).locator(".widget-slider")
    expect(slider).to_contain_text("0.25")
    drag(page, slider, 0.8)
    printed = nb.outputs(0).locator(".widget-output")
    expect(printed).to_have_text("tau is 0.80\n", timeout=IMPATIENT)
    drag(page, slider, 0.5)
    expect(printed).to_have_text("tau is 0.50\n", timeout=IMPATIENT)
    nb.runs(1)
    nb.shows(1, "0.5")


def test_every_control(notebook, page):
    nb = notebook(
        """
said := widget.Label("nothing yet")
say := func(format string, values ...any) { said.Set(fmt.Sprintf(format, values...)) }
widget.VBox(
	widget.HBox(
		widget.Dropdown("MCP", "SCAD", "L1").Label("penalty").OnChange(func(v string) { say("penalty %s", v) }),
		widget.Checkbox("standardise").OnChange(func(v bool) { say("standardise %t", v) }),
	),
	widget.HBox(
		widget.Text().Label("title").Hint("of the figure").OnChange(func(v string) { say("title %q", v) }),
		widget.Number(2).Label("nu").OnChange(func(v float64) { say("nu %v", v) }),
	),
	widget.IntSlider(1, 10).Label("folds").OnChange(func(v int) { say("folds %d", v) }),
	widget.LogSlider(1e-4, 1).Label("width").OnChange(func(v float64) { say("width %.2g", v) }),
	widget.RangeSlider(0, 10).Label("range").OnChange(func(low, high float64) { say("range %v %v", low, high) }),
	widget.SliderOf(0.5, 0.1, 0.02).Label("tau").OnChange(func(v float64) { say("tau %v", v) }),
	widget.Button("Fit").OnClick(func() { say("fitted") }),
	widget.Progress(0, 10).Label("done"),
	widget.HTML("<b>bold</b>"),
	said,
)
"""
    )
    nb.runs(0)
    out = nb.outputs(0)
    said = out.locator(".widget-label").last

    def says(text):
        expect(said).to_have_text(text, timeout=IMPATIENT)

    says("nothing yet")
    out.locator(".widget-dropdown select").select_option("SCAD")
    says("penalty SCAD")
    out.locator(".widget-checkbox input").click()
    says("standardise true")
    field = out.locator(".widget-text input[type=text]").first
    field.fill("Boston")
    field.press("Enter")
    says('title "Boston"')
    number = out.locator(".widget-text input[type=number]")
    number.fill("3.5")
    number.press("Enter")
    says("nu 3.5")
    sliders = out.locator(".widget-slider")
    drag(page, sliders.nth(0), 1)
    says("folds 10")
    drag(page, sliders.nth(1), 1)
    says("width 1")
    drag(page, sliders.nth(2), 0.5)
    says("range 5 10")
    drag(page, sliders.nth(3), 1)
    says("tau 0.02")
    out.locator("button", has_text="Fit").click()
    says("fitted")


def test_an_error_stands_below_the_control(notebook, page):
    nb = notebook(
        """
widget.Button("Fail").OnClick(func() {
	fmt.Println("before")
	var xs []int
	_ = xs[3]
})
""",
        """
calls := 0
widget.Button("Once").OnClick(func() {
	calls++
	if calls == 1 { panic("no") }
})
""",
    )
    nb.runs(0, 1)
    nb.outputs(0).locator("button").click()
    below = nb.outputs(0).locator(".widget-output")
    expect(below).to_contain_text("index out of range [3] with length 0", timeout=IMPATIENT)
    expect(below).to_contain_text("In[1]:5")
    expect(below).to_contain_text("before")
    nb.picture("an_error_stands_below_the_control")
    nb.outputs(1).locator("button").click()
    below = nb.outputs(1).locator(".widget-output")
    expect(below).to_contain_text("panic: In[2]:5: no", timeout=IMPATIENT)
    nb.outputs(1).locator("button").click()
    expect(below).to_have_text("", timeout=IMPATIENT)


def test_a_callback_without_end_is_interrupted(notebook, page):
    nb = notebook('widget.Button("Run").OnClick(func() { fmt.Println("on"); for {} })', "6 * 7")
    nb.runs(0)
    nb.outputs(0).locator("button").click()
    below = nb.outputs(0).locator(".widget-output")
    expect(below).to_contain_text("on", timeout=IMPATIENT)
    nb.menu("Kernel", "Interrupt Kernel")
    expect(below).to_contain_text("interrupted", timeout=IMPATIENT)
    nb.runs(1)
    nb.shows(1, "42")


def test_a_reset_disables_the_controls(notebook, page):
    nb = notebook(
        """
s := widget.Slider(0, 1).Label("tau").OnChange(func(v float64) { fmt.Printf("tau is %.2f\\n", v) })
pick := widget.SliderOver("one", "two").Label("of two").OnChange(func(v string) { fmt.Println(v) })
widget.VBox(s, pick, widget.Dropdown("a", "b"), widget.Checkbox("box"), widget.Text(), widget.Button("Fit"))
""",
        "%reset",
    )
    nb.runs(0)
    out = nb.outputs(0)
    drag(page, out.locator(".widget-slider").first, 0.8)
    said = out.locator(".widget-output")
    expect(said).to_have_text("tau is 0.80\n", timeout=IMPATIENT)
    nb.runs(1)
    expect(out.locator(".noUi-base")).to_have_count(2)
    expect(out.locator(".noUi-target[disabled]")).to_have_count(2, timeout=IMPATIENT)
    for control in ("select", "input[type=checkbox]", "input[type=text]", "button"):
        expect(out.locator(control)).to_be_disabled()
    expect(out.locator("button")).to_have_attribute("title", re.compile("Run its cell again"))
    expect(said).to_have_text("tau is 0.80\n")
    nb.picture("widgets-disabled")
    nb.runs(0)
    drag(page, out.locator(".widget-slider").first, 0.5)
    expect(said).to_have_text("tau is 0.50\n", timeout=IMPATIENT)


EXPLORE = """
n, d := 80, 6
rng := rand.New(rand.NewPCG(1, 2))
x, y := mat.NewDense(n, d, nil), make([]float64, n)
for i := range n {
	for j := range d { x.Set(i, j, rng.NormFloat64()) }
	y[i] = math.Sin(2*x.At(i, 0)) + x.At(i, 1)*x.At(i, 1) + 0.1*rng.NormFloat64()
}
train := data.New(x, y)
path := nvsd.Spec{Penalty: penalty.Lasso{}, Nu: nvsd.Fixed(1e-2), Kernel: kern.Gaussian{Width: kern.Mean20thNN}, Tol: 1e-3}.Path(train, 12)
"""


def test_explore_follows_the_slider(notebook, page, theme):
    nb = notebook(EXPLORE, "display.Explore(path)")
    nb.runs(0, 1)
    slider = nb.outputs(1).locator(".widget-slider")
    area = nb.outputs(1).locator(".widget-output")
    expect(area.locator("tbody td").first).to_have_text("6", timeout=IMPATIENT)
    drag(page, slider, 1)
    expect(area.locator("tbody td").first).to_have_text("11", timeout=IMPATIENT)
    expect(slider).to_contain_text("tau = ")
    nb.picture(f"explore_follows_the_slider_{theme.lower()}")


# It is the last one: JupyterLab opens the notebook again when its page is loaded again, later than the
# test can tell.
def test_a_reload_restores_the_controls(notebook, page):
    nb = notebook('s := widget.Slider(0, 1).Label("tau").OnChange(func(v float64) { fmt.Printf("%.2f\\n", v) })\ns')
    nb.runs(0)
    drag(page, nb.outputs(0).locator(".widget-slider"), 0.5)
    expect(nb.outputs(0).locator(".widget-output")).to_have_text("0.50\n", timeout=IMPATIENT)
    nb.menu("File", "Save Notebook")
    page.wait_for_function("!window.jupyterapp.shell.currentWidget.context.model.dirty")
    page.reload()
    page.wait_for_function("window.jupyterapp")
    page.evaluate("window.jupyterapp.restored")
    slider = nb.outputs(0).locator(".widget-slider")
    expect(slider).to_contain_text("0.5", timeout=lab.PATIENCE)
    expect(nb.outputs(0).locator(".widget-output")).to_have_text("0.50\n", timeout=IMPATIENT)
    drag(page, slider, 0.8)
    expect(nb.outputs(0).locator(".widget-output")).to_have_text("0.80\n", timeout=IMPATIENT)
