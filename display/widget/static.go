package widget

import (
	"fmt"
	"html"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// A Widget is a control, or what stands beside controls. Only this package has widgets.
type Widget interface {
	// MIMEBundle returns the view for a live page, with HTML and text for other places.
	MIMEBundle() (map[string]any, error)
	// String returns the widget as text, with its value.
	String() string

	base() *model
	page() string // as HTML without a live kernel
}

// bundle returns the renderings of a widget.
func bundle(w Widget) (map[string]any, error) {
	view, err := w.base().kit.view(w.base())
	if err != nil {
		return nil, err
	}
	data := map[string]any{"text/plain": w.String(), "text/html": w.page()}
	if view != nil {
		data[viewMIME] = view
	}
	return data, nil
}

// labelled returns the text of a control: its label, its value and what it is.
func labelled(m *model, value, what string) string {
	text := value + " (" + what + ")"
	if label := get[string](m, "description"); label != "" {
		text = label + ": " + text
	}
	return text
}

// paragraph returns text as HTML.
func paragraph(text string) string {
	return "<p style=\"margin:.2em 0\">" + strings.ReplaceAll(html.EscapeString(text), "\n", "<br>") + "</p>\n"
}

// span says from where to where a control goes.
func span(from, to float64) string {
	return fmt.Sprintf("from %s to %s", report.Number(from), report.Number(to))
}
