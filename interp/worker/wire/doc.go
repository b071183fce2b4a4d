// Package wire is the protocol between the two processes of an interpreter, the supervisor
// (package worker) and the child (package worker/child).
//
// Three channels lead from the child to the supervisor. A [Conn] carries [Message]s
// over a local socket: what is displayed, how a run ended. Text passes over the
// child's standard output and standard error, which are pipes of the supervisor's,
// so that nothing is lost whoever writes it: fmt, compiled code, the Go runtime as
// it dies. A [Stamp] in the text says which run wrote it, or where a message falls
// between two pieces of text.
package wire
