// Package worker runs cells in a child process and supervises that process.
//
// A panic in a goroutine, a runaway recursion, a concurrent map write or the
// system's out-of-memory killer end a Go process, and nothing inside it can
// stop that. So the interpreter lives in a process of its own: [Start] starts
// one and returns its supervisor. A [Process] runs programs one after another and
// yields what they cause as [Event]s; its death is the last of them.
//
// This package is the supervisor's side. What runs in the child's process is in
// package child, and what goes between the two in package wire.
package worker
