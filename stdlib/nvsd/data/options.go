package data

// A ReadOption says how the columns of a table are to be read.
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

// Target names the column to be predicted. Without it, it is the last one.
func Target(name string) ReadOption {
	return func(o *readOptions) { o.target = name }
}

// NoTarget says that no column is the target, as in a table of rows to predict: every
// column is an input then, Target is "", and Y holds NaN.
func NoTarget() ReadOption {
	return func(o *readOptions) { o.noTarget = true }
}

// Inputs names the columns to be used as inputs, in that order. Without it,
// they are all columns but the target.
func Inputs(names ...string) ReadOption {
	return func(o *readOptions) { o.inputs = append(o.inputs, names...) }
}

// Drop names columns that are not read at all: they may hold text.
func Drop(names ...string) ReadOption {
	return func(o *readOptions) { o.drop = append(o.drop, names...) }
}

// Comma is the character between cells. Without it, it is the comma.
func Comma(r rune) ReadOption {
	return func(o *readOptions) { o.comma = r }
}
