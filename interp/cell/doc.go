// Package cell turns the cells of a notebook into programs that the yaegi
// interpreter runs as Go would. It parses a cell, checks it with go/types
// against everything that the session has declared, and rewrites it. It is
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
//   - and, if nothing is wrong, rewrites and prints (rewrite.go, output.go).
//
// What depends on the cell may come to light only in checking, so there may be
// several attempts. A failed one leaves no trace in the session.
//
// # Versions
//
// The interpreter cannot redefine a name. Each declaration is emitted under a
// new version of its name, the first under the name itself: T, Tᐧ2, Tᐧ3. The
// functions, methods and types that depend on a redefined name are emitted
// again too. A function whose body no longer checks is emitted as one that
// panics with the reason. Variables of a type that got a new version are
// carried over where the interpreter can take their value as one of the new
// type, and dropped with a notice where not. A variable that is declared again
// with its type stays where it is, unless a closure or a pointer may hold it:
// then that keeps the old one (hold.go). A declaration that is repeated word
// for word stays what it is.
//
// A function keeps the packages and the predeclared names that it was written
// against, whatever later cells mean by them.
//
// func main in a cell is a function like any other. func init runs at the
// start of its cell and cannot be called. What a cell makes of ctx ends with
// the cell.
//
// # Conveniences, each a file
//
//	packages.go   known packages need no import
//	droperr.go    a call may drop its last result, an error
//	context.go    a call may leave out its leading context
//	show.go       the last expression is displayed, unless a semicolon ends it
//	literal.go    T{1, 2} of a struct that an earlier cell declared
//	history.go    _, __ and _7 are values that cells have displayed
//
// Package magic turns a cell's magics into Go; here are only their Edits
// (origin.go), the package that they call (commands.go), and what of them wants
// types: the list of variables (vars.go) and the calls in tests that write to
// the log (testcalls.go).
//
// # Passes over what has been checked, each a file
//
//	constant.go     constants become their values
//	handover.go     values of a cell's types become compiled interfaces
//	builtins.go     min, max, clear, and the hidden functions of the conveniences
//	instantiate.go  calls of generic functions get their type arguments
//	loops.go        iterations have their own variables; range over integers
//	rename.go       emitted names
//	statements.go   declarations of session variables become assignments
package cell
