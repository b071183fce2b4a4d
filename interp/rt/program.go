package rt

// A Program is a file of package main that declares things, and the function in it, without
// parameters and results, that the interpreter calls then. Package lower writes it, a session
// of cells names it and says where it comes from, and a worker runs it.
type Program struct {
	Label string // what messages call it, as In[7]
	// File is the name to parse Code under. No two programs of a session share
	// one, which keeps their imports apart in the interpreter and makes a position
	// File:line:column belong to one program.
	File string
	// Code declares packages' imports, types, functions and variables, none of
	// which runs anything, and the function Entry.
	Code string
	// Entry is the function of Code that runs the program; empty if there is
	// nothing to run.
	Entry string
	// Once are functions of Code that nothing calls once Entry has returned.
	Once []string
	// Structs are the struct types that Code names, and Aliases the paths of
	// the packages that it imports, by the names that it gives them.
	Structs []StructSpec
	Aliases map[string]string
	// Rebound are functions of earlier programs that mean something else now, and
	// the functions of Code as which they go on.
	Rebound map[string]string
	// Awaited are the variables until which functions of Code that replace earlier ones go
	// on as these: by the function, its variables that are yet to begin.
	Awaited map[string][]string
	// Places are the origins of the lines of Code, in order.
	Places []Place
	// Written are the sources of the types with methods that Code describes and cells declare,
	// by the ids of the types.
	Written map[string]Written
}

// A Place is the origin of the lines of a program that begin with From, up to those of the
// next place: a line of a cell or of a file, 0 for none.
type Place struct {
	From  int
	Label string
	Line  int
}
