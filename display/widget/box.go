package widget

import "strings"

// A Box holds other widgets, side by side or one below the other.
type Box struct {
	m     *model
	row   bool
	parts []Widget
}

// HBox returns a box of widgets that stand side by side.
func (k *Kit) HBox(parts ...Widget) *Box { return k.newBox("HBox", true, parts) }

// VBox returns a box of widgets that stand one below the other.
func (k *Kit) VBox(parts ...Widget) *Box { return k.newBox("VBox", false, parts) }

func (k *Kit) newBox(name string, row bool, parts []Widget) *Box {
	models := make([]*model, len(parts))
	for i, p := range parts {
		models[i] = p.base()
	}
	return &Box{k.box(name, models), row, parts}
}

// box returns the model of a box.
func (k *Kit) box(name string, parts []*model) *model {
	m := k.newModel(name, state{"children": parts})
	m.parts = parts
	return m
}

// MIMEBundle implements [Widget].
func (b *Box) MIMEBundle() (map[string]any, error) { return bundle(b) }

// Outlined returns the MIME bundle of [Box.MIMEBundle] with the given renderings, by MIME type, for
// front ends without a live kernel. It adds the view of the control to static and returns it.
func (b *Box) Outlined(static map[string]any) (map[string]any, error) {
	view, err := b.m.kit.view(b.m)
	if err != nil {
		return nil, err
	}
	return b.m.withView(view, static), nil
}

// String returns the texts of the widgets in the box, a line each.
func (b *Box) String() string {
	var lines []string
	for _, p := range b.parts {
		if text := p.String(); text != "" {
			lines = append(lines, text)
		}
	}
	return strings.Join(lines, "\n")
}

func (b *Box) base() *model { return b.m }

func (b *Box) page() string {
	var all strings.Builder
	all.WriteString("<div")
	if b.row {
		all.WriteString(" style=\"display:flex;flex-wrap:wrap;gap:0 1.5em\"")
	}
	all.WriteString(">\n")
	for _, p := range b.parts {
		all.WriteString(p.page())
	}
	all.WriteString("</div>\n")
	return all.String()
}
