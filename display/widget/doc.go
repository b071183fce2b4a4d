// Package widget makes controls of a notebook page: sliders, dropdowns, checkboxes, fields,
// buttons, and boxes that hold them. A control is a value like any other. A cell shows it by
// its last expression or by display.Show, and reads it by its method Value:
//
//	tau := widget.Slider(0, 1).Label("tau")
//	tau.OnChange(func(v float64) { fmt.Println("tau is now", v) })
//
// The functions given to OnChange and OnClick are called when the user changes a control,
// between cells and never while a cell runs. They are not called by Set. What a function
// prints and shows, and the error with which it fails, stands below the control, or in the
// [OutputArea] that the same box holds. It replaces what the last call has left there. While
// a function or a cell runs, the changes of a control that is being dragged are joined: the
// next call gets the newest value.
//
// Where there is no live kernel, in an exported page and in a terminal, a control is shown as
// text with its value. A Go program has no page, so there nobody changes a control.
package widget
