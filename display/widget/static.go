package widget

import (
	"fmt"
	"html"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// A Widget is a control, or a text or an area beside controls. Only this package has
// widgets.
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
	m := w.base()
	view, err := m.kit.view(m)
	if err != nil {
		return nil, err
	}
	return m.withView(view, map[string]any{"text/plain": w.String(), "text/html": w.page()}), nil
}

// needs is the note below a control for a front end that has a kernel and lacks the controls'
// package. The exported page hides it.
const needs = `<p class="nvsd-needs" style="margin:.2em 0;opacity:.8">JupyterLab shows a control here if it has the package ` +
	"jupyterlab_widgets: <code>pip install jupyterlab_widgets</code> beside JupyterLab, and reload the page.</p>\n"

// withView adds the view of a live page to the renderings for other places, and to their HTML the
// note for a page that lacks the controls' package.
func (m *model) withView(view any, static map[string]any) map[string]any {
	if view == nil {
		return static
	}
	static[viewMIME] = view
	if source, ok := static["text/html"].(string); ok && m.interactive() {
		static["text/html"] = source + needs
	}
	return static
}

// labelled returns the text of a control: its label, its value and its type.
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

// span returns a text with the ends of a control's range.
func span(from, to float64) string {
	return fmt.Sprintf("from %s to %s", report.Number(from), report.Number(to))
}
