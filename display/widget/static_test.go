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

func progressAt(v float64) Widget {
	b := Progress(0, 4).Label("done")
	b.Set(v)
	return b
}
