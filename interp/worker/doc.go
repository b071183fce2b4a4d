// Package worker runs cells in a child process and supervises that process.
//
// A panic in a goroutine, a runaway recursion, a concurrent map write or the
// system's out-of-memory killer end a Go process, and nothing inside it can
// stop that. So the interpreter lives in a process of its own: [Start] starts
// one and returns its supervisor, [Main] is what the child does. A [Process]
// runs programs one after another and yields what they cause as [Event]s; its
// death is the last of them.
//
// Three channels lead from the child to the supervisor. Messages (what is
// displayed, how a run ended) pass over a local socket. Text passes over the
// child's standard output and standard error, which are pipes of the
// supervisor's, so that nothing is lost whoever writes it: fmt, compiled code,
// the Go runtime as it dies. Stamps in the text tell which run wrote it, and
// where a message falls between two pieces of text.
package worker
