// Package cell turns the cells of a notebook into programs that the
// interpreter runs as Go would. It parses a cell, checks it with go/types
// against everything that the session has declared, and has it lowered. It is
// pure: no interpreter, no input, no output.
//
// # From a cell to a program
//
// A cell mixes imports, declarations and statements. Split cuts it into chunks
// (split.go), each of which is parsed by itself (parse.go, free.go) so that
// every position leads back to the cell. An attempt (attempt.go) then
//
//   - plans what to check (plan.go): the cell's declarations that say something
//     new, and those of the session that depend on a redefined name;
//   - checks it in two phases (universe.go): declarations and the cell's
//     statements, which are the body of a function, so that x := 1 has Go's
//     own scope and order; then the bodies of functions, which see x as a
//     variable of the package;
//   - applies the conveniences of cells where the check asks for them, and
//     checks again (fix.go and the files below);
//   - and, if nothing is wrong, hands all that to package lower, with the names
//     that the session's objects have in the interpreter (emit.go).
//
// What depends on the cell may come to light only in checking, so there may be
// several attempts. A failed one leaves no trace in the session.
//
// # Versions
//
// The interpreter cannot redefine a name. Each declaration is emitted under a
// new version of its name: fᐧg, fᐧg2, fᐧg3. The functions and methods that
// depend on a redefined name are emitted again too. A function whose body no
// longer checks is emitted as one that panics with the reason.
//
// A type that is declared anew with the same structure stays the same type
// (version.go): its variables stay, and all its values have the new methods. With
// another structure it is another type, and its variables are dropped with a notice.
// A declaration that is repeated word for word changes nothing.
//
// A variable has a place in the interpreter, where functions find it, and memory,
// which function literals and pointers hold. A variable that is declared again with
// the same type keeps its place and gets new memory: functions see the new variable,
// and literals and pointers keep the old one. With another type it gets another
// place, and the functions that name it are emitted again. Values that hold the
// functions as emitted before call the new ones (Program.Rebound), once the variable has
// begun (await.go).
//
// A function keeps the packages and the predeclared names that it was written
// against, whatever later cells mean by them. Packages whose source is beside
// the notebook (imports.go) are read again by an import once they have changed,
// and what used them is checked again.
//
// func main in a cell is a function like any other, but of a file that is pasted
// whole it is called (pasted.go). func init runs when the variables that it uses have
// begun (inits.go) and cannot be called. Declarations of variables may run in another
// order than they are written in (order.go). What a cell makes of ctx ends with the cell.
//
// # Conveniences, each a file
//
//	packages.go   known packages need no import
//	droperr.go    a call may drop its last result, an error
//	context.go    a call may leave out its leading context
//	show.go       the last expression is displayed, unless a semicolon ends it
//	history.go    what was displayed is _, __ and _7
//	literal.go    T{1, 2} of a struct that an earlier cell declared
//	commands.go   magics and shell lines, which become calls
//	testcalls.go  the tests of a cell of tests are called
//
// # Other forms
//
// An Analysis (analysis.go) is a checked cell that can be written in another form:
// package export makes one Go program of all cells.
//
// # Looking
//
// Completion and inspection (package assist) look at cells that are not finished
// (look.go), and at what the session has declared (declared.go). An attempt is
// then made of what can be parsed, and left.
package cell
