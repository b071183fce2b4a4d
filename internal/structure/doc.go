// Package structure holds the tests of the tree as a whole: what each package imports, that
// generated files are marked, that documents name what there is, and that all of it compiles for
// the systems that the program is for. It has no other code.
package structure
