package widget

// program returns the kit of a Go program, which has no page. In a cell the methods of the
// interpreter's kit replace the functions of this package.
func program() *Kit { return NewKit(nil, nil, false) }

// Slider returns a slider over the numbers from one to another, in a hundred steps. It begins
// at from.
func Slider(from, to float64) *FloatControl { return program().Slider(from, to) }

// LogSlider returns a slider over positive numbers, in a hundred steps on a logarithmic scale.
// It begins at from.
func LogSlider(from, to float64) *FloatControl { return program().LogSlider(from, to) }

// Number returns a field for a number. It begins at value.
func Number(value float64) *FloatControl { return program().Number(value) }

// IntSlider returns a slider over the whole numbers from one to another. It begins at from.
func IntSlider(from, to int) *IntControl { return program().IntSlider(from, to) }

// RangeSlider returns a slider with two handles, over the numbers from one to another. The
// handles begin at the ends.
func RangeSlider(from, to float64) *RangeControl { return program().RangeSlider(from, to) }

// SliderOf returns a slider that stops at the given numbers, in their order. It begins at the
// first.
func SliderOf(values ...float64) *StopsControl { return program().SliderOf(values...) }

// SliderOver returns a slider over texts, in their order. It begins at the first.
func SliderOver(options ...string) *ChoiceControl { return program().SliderOver(options...) }

// Dropdown returns a list that opens, of which the user chooses one. It begins at the first.
func Dropdown(options ...string) *ChoiceControl { return program().Dropdown(options...) }

// Checkbox returns a box to be ticked, with its text. It begins without a tick.
func Checkbox(text string) *BoolControl { return program().Checkbox(text) }

// Text returns a field for a line of text. It begins empty. The text counts when the user
// presses Enter or leaves the field.
func Text() *TextControl { return program().Text() }

// Button returns a button with a text.
func Button(text string) *ButtonControl { return program().Button(text) }

// Label returns a line of text.
func Label(text string) *Note { return program().Label(text) }

// HTML returns a piece of HTML, shown unchanged.
func HTML(source string) *Note { return program().HTML(source) }

// Progress returns a bar that is filled as far as [Bar.Set] says, between two numbers. It
// begins at from.
func Progress(from, to float64) *Bar { return program().Progress(from, to) }

// HBox returns a box of widgets that stand side by side.
func HBox(parts ...Widget) *Box { return program().HBox(parts...) }

// VBox returns a box of widgets that stand one below the other.
func VBox(parts ...Widget) *Box { return program().VBox(parts...) }

// Output returns an empty output area.
func Output() *OutputArea { return program().Output() }
