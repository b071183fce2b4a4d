package widget

import (
	"encoding/json"
	"fmt"
	"strings"
)

// An OutputArea is a place among widgets for values. It holds what [OutputArea.Show] puts
// there, and what the functions print and show that the controls of the same box call.
type OutputArea struct{ m *model }

// Output returns an empty output area.
func (k *Kit) Output() *OutputArea { return &OutputArea{k.area()} }

// area returns the model of an output area.
func (k *Kit) area() *model {
	return k.newModel("Output", state{
		"_model_module": outputModule, "_model_module_version": outputVersion,
		"_view_module": outputModule, "_view_module_version": outputVersion,
		"msg_id": "", "outputs": []shown{},
	})
}

// shown is an output in the form of the notebook format.
type shown struct {
	Type     string                     `json:"output_type"`
	Data     map[string]json.RawMessage `json:"data"`
	Metadata map[string]json.RawMessage `json:"metadata"`
}

// Show puts values into the area, and removes the ones that it holds. An error of rendering
// leaves the area as it is.
func (o *OutputArea) Show(values ...any) error {
	outputs := make([]shown, len(values))
	for i, v := range values {
		data, metadata, err := o.m.kit.render(v)
		if err != nil {
			return err
		}
		outputs[i] = shown{"display_data", forPage(data), metadata}
	}
	o.m.set(state{"outputs": outputs})
	return nil
}

// Follow lets the area show a value for each option of a control: show is called with the index
// of the option, now and when the user chooses another. Its output is not collected.
func (o *OutputArea) Follow(c *ChoiceControl, show func(index int) any) error {
	c.m.kit.mu.Lock()
	c.m.area, c.m.follows = o.m, true
	c.m.kit.mu.Unlock()
	c.m.onChange(func() {
		if err := o.Show(show(c.Index())); err != nil {
			_ = o.Show(err) // the text of an error can be rendered
		}
	})
	return o.Show(show(c.Index()))
}

// Clear removes the values in the area.
func (o *OutputArea) Clear() { o.m.set(state{"outputs": []shown{}}) }

// render returns the renderings of a value. Without a page it is what fmt prints.
func (k *Kit) render(v any) (data, metadata map[string]json.RawMessage, err error) {
	if k.page != nil {
		return k.page.Render(v)
	}
	text, err := json.Marshal(fmt.Sprint(v))
	return map[string]json.RawMessage{"text/plain": text}, nil, err
}

// forPage keeps the renderings of a value for a page: they are sent at every step of a
// slider. A page with HTML shows nothing else, and the text is for exported pages.
func forPage(data map[string]json.RawMessage) map[string]json.RawMessage {
	source, has := data["text/html"]
	if _, live := data[viewMIME]; !has || live {
		return data
	}
	return map[string]json.RawMessage{"text/html": source, "text/plain": data["text/plain"]}
}

// MIMEBundle implements [Widget].
func (o *OutputArea) MIMEBundle() (map[string]any, error) { return bundle(o) }

// String returns the text of the values that [OutputArea.Show] has put into the area.
func (o *OutputArea) String() string {
	return strings.Join(o.renderings(func(data map[string]json.RawMessage) string { return textOf(data, "text/plain") }), "\n")
}

func (o *OutputArea) base() *model { return o.m }

func (o *OutputArea) page() string {
	return strings.Join(o.renderings(func(data map[string]json.RawMessage) string {
		if source := textOf(data, "text/html"); source != "" {
			return source
		}
		return paragraph(textOf(data, "text/plain"))
	}), "")
}

// renderings returns one rendering of each value. What the front end has put there is none of
// them: a static page cannot repeat it.
func (o *OutputArea) renderings(of func(map[string]json.RawMessage) string) []string {
	var all []string
	for _, s := range get[[]shown](o.m, "outputs") {
		all = append(all, of(s.Data))
	}
	return all
}

func textOf(data map[string]json.RawMessage, mime string) string {
	var text string
	if raw, ok := data[mime]; !ok || json.Unmarshal(raw, &text) != nil {
		return ""
	}
	return text
}
