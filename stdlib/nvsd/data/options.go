package data

// A ReadOption says how the columns of a table are read.
type ReadOption func(*readOptions)

type readOptions struct {
	target   string
	noTarget bool
	inputs   []string // nil: every column but the target
	drop     []string
	comma    rune

	factors []string // inputs
	classes *classes // nil: the target is a number
}

// Target names the column to predict. The default is the last one.
func Target(name string) ReadOption {
	return func(o *readOptions) { o.target = name }
}

// NoTarget says that no column is the target, as in a table of rows to predict. Every column is
// then an input, Target is "", and Y holds NaN.
func NoTarget() ReadOption {
	return func(o *readOptions) { o.noTarget = true }
}

// Inputs names the columns to use as inputs, in the given order. The default is all columns
// but the target.
func Inputs(names ...string) ReadOption {
	return func(o *readOptions) { o.inputs = append(o.inputs, names...) }
}

// Drop names columns that are not read at all. They may hold text.
func Drop(names ...string) ReadOption {
	return func(o *readOptions) { o.drop = append(o.drop, names...) }
}

// Comma is the character between cells. The default is the comma.
func Comma(r rune) ReadOption {
	return func(o *readOptions) { o.comma = r }
}
