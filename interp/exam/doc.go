// Package exam has only tests. They run Go that others have written through the
// interpreter: the examples of the standard library and of gonum, and packages of both
// with their own tests. The sources are those of the Go toolchain and of the module
// cache. Files in testdata list the differences from Go, each with its reason. Folders of
// programs are run natively and interpreted.
package exam
