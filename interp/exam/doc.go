// Package exam has no code but its tests. They try programs and cells on Go that
// others have written: the examples of the standard library and of gonum, and the
// packages of both with their own tests. Their sources are those of the Go
// toolchain and of the module cache. Files in testdata list what comes out otherwise
// than in Go, each with its reason.
package exam
