package child

import (
	"os"
	"reflect"
	"slices"
	"strings"

	"github.com/traefik/yaegi/interp"

	"github.com/nvsd-kernel/nvsd-kernel/display/widget"
)

// widgetExports returns by its path the functions of package widget as they work in a cell.
func widgetExports(c *process) interp.Exports {
	functions := map[string]reflect.Value{}
	for m, f := range reflect.ValueOf(c.kit).Methods() {
		functions[m.Name] = f
	}
	return interp.Exports{"github.com/nvsd-kernel/nvsd-kernel/display/widget": functions}
}

// wantsEcho reports whether the changes of one front end are told to the others. The variable
// is the one that ipywidgets reads, and what it takes for no.
func wantsEcho() bool {
	off := []string{"0", "false", "off", "no"}
	return !slices.Contains(off, strings.ToLower(os.Getenv("JUPYTER_WIDGETS_ECHO")))
}

// Widgets implements [display.Sink].
func (s displaySink) Widgets() *widget.Kit { return s.c.kit }
