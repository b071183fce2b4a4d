// Package magic separates the magics of a cell from its Go: lines that begin with %
// or !, and cells that begin with %%. It is pure: it returns the Go that stands for a
// magic, and what the session has to do before that runs. It also finds questions, such
// as the line fmt.Println? (question.go).
//
// A magic line stands where a statement may begin, at the top level of a cell
// and not in a block. Most become calls of the functions that package cell
// describes (cell.CommandsPath) and that the worker has: they run in their place
// among the Go lines. A few are about the session itself and come before all
// else in their cell.
//
// Each magic is a [Command] of one table (command.go), and a file where it has
// code.
package magic
