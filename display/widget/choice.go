package widget

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// A ChoiceControl is one of some texts: a dropdown.
type ChoiceControl struct{ choice }

// A StopsControl is a slider that stops at given numbers.
type StopsControl struct {
	choice
	values []float64
}

// A choice is one of a list of texts, by its index.
type choice struct {
	m       *model
	what    string
	options []string
}

// Dropdown returns a list that opens, of which the user chooses one. It begins at the first.
func (k *Kit) Dropdown(options ...string) *ChoiceControl {
	return &ChoiceControl{k.newChoice("Dropdown", "dropdown", options)}
}

// SliderOf returns a slider that stops at the given numbers, in their order. It begins at the
// first.
func (k *Kit) SliderOf(values ...float64) *StopsControl {
	labels := make([]string, len(values))
	for i, v := range values {
		labels[i] = report.Number(v)
	}
	return &StopsControl{k.newChoice("SelectionSlider", "slider", labels), slices.Clone(values)}
}

// SliderOver returns a slider over texts, in their order. It begins at the first.
func (k *Kit) SliderOver(options ...string) *ChoiceControl {
	return &ChoiceControl{k.newChoice("SelectionSlider", "slider", options)}
}

func (k *Kit) newChoice(name, what string, options []string) choice {
	options = slices.Clone(options)
	c := choice{k.newModel(name, state{"_options_labels": options, "index": 0, "description": ""}), what, options}
	if len(options) == 0 {
		c.m.wrong = errors.New("widget: the " + what + " has nothing to choose from: give it some values")
	}
	takes[int](c.m, "index")
	return c
}

// Index returns the index of the chosen text, from 0.
func (c choice) Index() int { return min(max(get[int](c.m, "index"), 0), len(c.options)-1) }

// SetIndex chooses by index. An index that is not there is an error.
func (c choice) SetIndex(i int) error {
	if i < 0 || i >= len(c.options) {
		return fmt.Errorf("widget: the %s has no option %d: its options are 0 to %d", c.what, i, len(c.options)-1)
	}
	c.m.set(state{"index": i})
	return nil
}

// String returns the label, the chosen text and the beginning of the list.
func (c choice) String() string {
	if len(c.options) == 0 {
		return labelled(c.m, "nothing", c.what+" without options")
	}
	const most = 5
	list := c.options
	if len(list) > most {
		list = append(slices.Clone(list[:most-1]), "...", list[len(list)-1])
	}
	return labelled(c.m, c.options[c.Index()], c.what+" of "+strings.Join(list, ", "))
}

func (c choice) base() *model { return c.m }
func (c choice) page() string { return paragraph(c.String()) }

// Label sets the text before the dropdown.
func (c *ChoiceControl) Label(text string) *ChoiceControl { c.m.label(text); return c }

// Wide makes the control as wide as the page, for many options.
func (c *ChoiceControl) Wide() *ChoiceControl {
	c.m.lay(state{"width": "98%"})
	return c
}

// At chooses an option to begin with. One that is not there is an error where the control is
// shown.
func (c *ChoiceControl) At(option string) *ChoiceControl { c.m.refuse(c.Set(option)); return c }

// OnChange sets the function that is called with the option that the user has chosen.
func (c *ChoiceControl) OnChange(f func(option string)) *ChoiceControl {
	c.m.onChange(func() { f(c.Value()) })
	return c
}

// Value returns the option that is chosen.
func (c *ChoiceControl) Value() string {
	if len(c.options) == 0 {
		return ""
	}
	return c.options[c.Index()]
}

// Set chooses an option. One that is not there is an error.
func (c *ChoiceControl) Set(option string) error {
	i := slices.Index(c.options, option)
	if i < 0 {
		return fmt.Errorf("widget: the %s has no option %q: it has %s", c.what, option, strings.Join(c.options, ", "))
	}
	return c.SetIndex(i)
}

// MIMEBundle implements [Widget].
func (c *ChoiceControl) MIMEBundle() (map[string]any, error) { return bundle(c) }

// Label sets the text before the slider.
func (c *StopsControl) Label(text string) *StopsControl { c.m.label(text); return c }

// At chooses the number to begin with. One that is not there is an error where the slider is
// shown.
func (c *StopsControl) At(value float64) *StopsControl { c.m.refuse(c.Set(value)); return c }

// OnChange sets the function that is called with the number that the user has chosen.
func (c *StopsControl) OnChange(f func(value float64)) *StopsControl {
	c.m.onChange(func() { f(c.Value()) })
	return c
}

// Value returns the number that is chosen.
func (c *StopsControl) Value() float64 {
	if len(c.values) == 0 {
		return 0
	}
	return c.values[c.Index()]
}

// Set chooses a number. One that is not there is an error.
func (c *StopsControl) Set(value float64) error {
	i := slices.Index(c.values, value)
	if i < 0 {
		return fmt.Errorf("widget: the slider does not stop at %v: it stops at %s", value, strings.Join(c.options, ", "))
	}
	return c.SetIndex(i)
}

// MIMEBundle implements [Widget].
func (c *StopsControl) MIMEBundle() (map[string]any, error) { return bundle(c) }
