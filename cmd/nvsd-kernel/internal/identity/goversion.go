package identity

import "runtime"

// GoVersion returns the release of Go whose language and library the cells have.
func GoVersion() string {
	return runtime.Version()[len("go"):]
}
