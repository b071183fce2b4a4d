// Package variables looks into values of cells, for those who look at a session from outside:
// [Snapshot] is the variables panel and the debugger's view, [Table] the magic %vars, [Summary]
// one line for inspection, [Parts] one variable in full. [Reveal] makes a value of a cell's
// type render itself.
//
// But for [Table] and [Reveal], nothing here calls a method of a cell's type, which might not
// end or might print.
package variables
