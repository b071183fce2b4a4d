// Package output is the way out of a child: what runs write and show goes to the supervisor
// through two pipes and a socket, with the marks by which it is put into one order again.
//
// A [Sender] has the pipes and the socket. A [Run] is the part of one run, and everything that
// is written or shown belongs to one: what its goroutines print, what the programs print that
// they have started, and the events.
package output
