package widget

import (
	"strings"
	"testing"
)

// Without a front end a widget is text with its value, and HTML of it that holds no tags of
// the user.
func TestStatic(t *testing.T) {
	area := Output()
	if err := area.Show("shown"); err != nil {
		t.Fatal(err)
	}
	for want, w := range map[string]Widget{
		"tau: 0.1 (slider from 0 to 1)":              Slider(0, 1).Label("tau").At(0.1),
		"0.01 (logarithmic slider from 0.0001 to 1)": LogSlider(1e-4, 1).At(0.01),
		"nu: 2 (number)":                             Number(2).Label("nu"),
		"3 (slider from 1 to 10)":                    IntSlider(1, 10).At(3),
		"1 to 2 (slider from 0 to 5)":                RangeSlider(0, 5).At(1, 2),
		"b (dropdown of a, b)":                       Dropdown("a", "b").At("b"),
		"1 (slider of 1, 2, 3, 4, ..., 7)":           SliderOf(1, 2, 3, 4, 5, 6, 7),
		"<script>: yes (checkbox)":                   Checkbox("<script>").At(true),
		"title: \"x\" (text)":                        Text().Label("title").At("x"),
		"[Fit] (button)":                             Button("Fit"),
		"done: 2 (progress from 0 to 4)":             progressAt(2),
		"shown":                                      area,
		"a\nb":                                       VBox(Label("a"), HBox(Label("b"))),
	} {
		data, err := w.MIMEBundle()
		if err != nil {
			t.Fatal(err)
		}
		if data["text/plain"] != want {
			t.Errorf("the text is %q, want %q", data["text/plain"], want)
		}
		if page := data["text/html"].(string); strings.Contains(page, "<script>") || page == "" {
			t.Errorf("the page is %q", page)
		}
		if _, ok := data[viewMIME]; ok {
			t.Errorf("%q has a view where there is no front end", want)
		}
	}
	if page := HTML("<b>x</b>").page(); page != "<b>x</b>" {
		t.Errorf("HTML is shown as %q", page)
	}
}

// TestAPageSaysWhatAControlNeeds: where there is a front end that may lack the extension for controls, the HTML of
// what can be moved says what to install, once and last. Text beside controls lacks nothing.
func TestAPageSaysWhatAControlNeeds(t *testing.T) {
	f := newFrontEnd(t)
	slider := f.kit.Slider(0, 1)
	box := f.kit.VBox(f.kit.HBox(slider, f.kit.Button("Fit")), f.kit.Output())
	html := func(data map[string]any, err error) string {
		if err != nil || data[viewMIME] == nil {
			t.Fatalf("%v, %v", data, err)
		}
		return data["text/html"].(string)
	}
	for name, page := range map[string]string{
		"a slider": html(slider.MIMEBundle()), "a box": html(box.MIMEBundle()), "an outline": html(box.Outlined(map[string]any{"text/html": "<p>six fits</p>"})),
	} {
		if strings.Count(page, needs) != 1 || !strings.HasSuffix(page, needs) || page == needs {
			t.Errorf("%s is shown as %q", name, page)
		}
	}
	for _, w := range []Widget{f.kit.Label("a"), f.kit.Progress(0, 1), f.kit.VBox(f.kit.Label("a"))} {
		if page := html(w.MIMEBundle()); strings.Contains(page, needs) {
			t.Errorf("%v is shown as %q", w, page)
		}
	}
	if data, err := VBox(Slider(0, 1)).Outlined(map[string]any{"text/html": "six"}); err != nil || len(data) != 1 || data["text/html"] != "six" {
		t.Errorf("without a front end an outline is %v, %v", data, err)
	}
}

func progressAt(v float64) Widget {
	b := Progress(0, 4).Label("done")
	b.Set(v)
	return b
}
