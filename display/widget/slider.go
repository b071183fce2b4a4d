package widget

import (
	"fmt"
	"math"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// steps is the number of steps in a slider whose numbers are not given.
const steps = 100

// readout lets sliders show numbers of any size with four digits.
const readout = ".4~g"

// A FloatControl is a control of a number: a [Slider], a [LogSlider] or a field as [Number]
// makes it.
type FloatControl struct {
	m        *model
	what     string
	from, to float64
}

// Slider returns a slider over the numbers from one to another, in a hundred steps. It begins
// at from.
func (k *Kit) Slider(from, to float64) *FloatControl {
	s := k.newFloat("FloatSlider", "slider", from, to)
	s.m.state["step"] = (to - from) / steps
	return s
}

// LogSlider returns a slider over positive numbers, in a hundred steps on a logarithmic scale.
// It begins at from.
func (k *Kit) LogSlider(from, to float64) *FloatControl {
	s := k.newFloat("FloatLogSlider", "logarithmic slider", from, to)
	if s.m.wrong == nil && from <= 0 {
		s.m.wrong = fmt.Errorf("widget: a logarithmic slider cannot begin at %v: give it positive numbers", from)
	}
	if s.m.wrong == nil {
		low, high := math.Log10(from), math.Log10(to)
		s.m.state["base"], s.m.state["min"], s.m.state["max"], s.m.state["step"] = 10.0, low, high, (high-low)/steps
	}
	return s
}

// Number returns a field for a number. It begins at value.
func (k *Kit) Number(value float64) *FloatControl {
	s := &FloatControl{k.newModel("FloatText", state{"value": value, "description": "", "step": nil}), "number", math.Inf(-1), math.Inf(1)}
	s.m.wrong = s.check(value)
	takes[float64](s.m, "value")
	return s
}

func (k *Kit) newFloat(name, what string, from, to float64) *FloatControl {
	s := &FloatControl{k.newModel(name, state{
		"value": from, "min": from, "max": to, "description": "", "readout_format": readout, "continuous_update": true,
	}), what, from, to}
	s.m.wrong = checkSpan(what, from, to)
	takes[float64](s.m, "value")
	return s
}

// checkSpan returns an error for the ends of a slider that are no range.
func checkSpan(what string, from, to float64) error {
	if !(from < to) || math.IsInf(to-from, 0) {
		return fmt.Errorf("widget: a %s cannot go from %v to %v: give it two finite numbers, the smaller one first", what, from, to)
	}
	return nil
}

// Label sets the text before the control.
func (s *FloatControl) Label(text string) *FloatControl { s.m.label(text); return s }

// Step sets the step of the control: of a logarithmic slider it is the step of the exponent of
// ten.
func (s *FloatControl) Step(step float64) *FloatControl {
	if !(step > 0) || math.IsInf(step, 1) {
		s.m.refuse(fmt.Errorf("widget: a step of %v: a step is a positive number", step))
		return s
	}
	s.m.set(state{"step": step})
	return s
}

// At sets the initial value of the control. It is [FloatControl.Set] for the line that
// makes the control; a number that Set refuses is an error where the control is shown.
func (s *FloatControl) At(value float64) *FloatControl { s.m.refuse(s.Set(value)); return s }

// OnChange sets the function that is called with the new number when the user changes it.
func (s *FloatControl) OnChange(f func(value float64)) *FloatControl {
	s.m.onChange(func() { f(s.Value()) })
	return s
}

// Value returns the number.
func (s *FloatControl) Value() float64 { return get[float64](s.m, "value") }

// Set changes the number on the page. A number outside of the slider is an error.
func (s *FloatControl) Set(value float64) error {
	if err := s.check(value); err != nil {
		return err
	}
	s.m.set(state{"value": value})
	return nil
}

func (s *FloatControl) check(value float64) error {
	if !(value >= s.from && value <= s.to) || math.IsInf(value, 0) {
		return outside(s.what, report.Number(value), s.from, s.to)
	}
	return nil
}

func outside(what, value string, from, to float64) error {
	if math.IsInf(from, 0) {
		return fmt.Errorf("widget: a field cannot show %s: give it a finite number", value)
	}
	return fmt.Errorf("widget: %s is outside of the %s, which goes %s", value, what, span(from, to))
}

// MIMEBundle implements [Widget].
func (s *FloatControl) MIMEBundle() (map[string]any, error) { return bundle(s) }

// String returns the label, the number and the type of the control.
func (s *FloatControl) String() string {
	what := s.what
	if !math.IsInf(s.from, 0) {
		what += " " + span(s.from, s.to)
	}
	return labelled(s.m, report.Number(s.Value()), what)
}

func (s *FloatControl) base() *model { return s.m }
func (s *FloatControl) page() string { return paragraph(s.String()) }

// An IntControl is a slider over whole numbers.
type IntControl struct {
	m        *model
	from, to int
}

// IntSlider returns a slider over the whole numbers from one to another. It begins at from.
func (k *Kit) IntSlider(from, to int) *IntControl {
	s := &IntControl{k.newModel("IntSlider", state{
		"value": from, "min": from, "max": to, "step": 1, "description": "", "continuous_update": true,
	}), from, to}
	s.m.wrong = checkSpan("slider", float64(from), float64(to))
	takes[int](s.m, "value")
	return s
}

// Label sets the text before the slider.
func (s *IntControl) Label(text string) *IntControl { s.m.label(text); return s }

// At sets the initial value of the slider. A number outside of it is an error where it is
// shown.
func (s *IntControl) At(value int) *IntControl { s.m.refuse(s.Set(value)); return s }

// OnChange sets the function that is called with the new number when the user changes it.
func (s *IntControl) OnChange(f func(value int)) *IntControl {
	s.m.onChange(func() { f(s.Value()) })
	return s
}

// Value returns the number.
func (s *IntControl) Value() int { return get[int](s.m, "value") }

// Set changes the number on the page. A number outside of the slider is an error.
func (s *IntControl) Set(value int) error {
	if value < s.from || value > s.to {
		return outside("slider", fmt.Sprint(value), float64(s.from), float64(s.to))
	}
	s.m.set(state{"value": value})
	return nil
}

// MIMEBundle implements [Widget].
func (s *IntControl) MIMEBundle() (map[string]any, error) { return bundle(s) }

// String returns the label, the number and the ends of the slider.
func (s *IntControl) String() string {
	return labelled(s.m, fmt.Sprint(s.Value()), fmt.Sprintf("slider from %d to %d", s.from, s.to))
}

func (s *IntControl) base() *model { return s.m }
func (s *IntControl) page() string { return paragraph(s.String()) }

// A RangeControl is a slider with two handles.
type RangeControl struct {
	m        *model
	from, to float64
}

// RangeSlider returns a slider with two handles, over the numbers from one to another. The
// handles begin at the ends.
func (k *Kit) RangeSlider(from, to float64) *RangeControl {
	s := &RangeControl{k.newModel("FloatRangeSlider", state{
		"value": [2]float64{from, to}, "min": from, "max": to, "step": (to - from) / steps,
		"description": "", "readout_format": readout, "continuous_update": true,
	}), from, to}
	s.m.wrong = checkSpan("slider", from, to)
	takes[[2]float64](s.m, "value")
	return s
}

// Label sets the text before the slider.
func (s *RangeControl) Label(text string) *RangeControl { s.m.label(text); return s }

// At sets the initial values of the handles. Numbers that [RangeControl.Set] refuses are an
// error where the slider is shown.
func (s *RangeControl) At(low, high float64) *RangeControl { s.m.refuse(s.Set(low, high)); return s }

// OnChange sets the function that is called with both numbers when the user changes one.
func (s *RangeControl) OnChange(f func(low, high float64)) *RangeControl {
	s.m.onChange(func() { f(s.Value()) })
	return s
}

// Value returns the numbers at the handles.
func (s *RangeControl) Value() (low, high float64) {
	v := get[[2]float64](s.m, "value")
	return v[0], v[1]
}

// Set moves the handles. Numbers outside of the slider, and a low above the high, are errors.
func (s *RangeControl) Set(low, high float64) error {
	for _, v := range []float64{low, high} {
		if !(v >= s.from && v <= s.to) {
			return outside("slider", report.Number(v), s.from, s.to)
		}
	}
	if low > high {
		return fmt.Errorf("widget: the range from %v to %v is empty: give the smaller number first", low, high)
	}
	s.m.set(state{"value": [2]float64{low, high}})
	return nil
}

// MIMEBundle implements [Widget].
func (s *RangeControl) MIMEBundle() (map[string]any, error) { return bundle(s) }

// String returns the label, the two numbers and the ends of the slider.
func (s *RangeControl) String() string {
	low, high := s.Value()
	return labelled(s.m, report.Number(low)+" to "+report.Number(high), "slider "+span(s.from, s.to))
}

func (s *RangeControl) base() *model { return s.m }
func (s *RangeControl) page() string { return paragraph(s.String()) }
