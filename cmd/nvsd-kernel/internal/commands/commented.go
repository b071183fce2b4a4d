package commands

import (
	"fmt"
	"os"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/internal/jupytext"
	"github.com/nvsd-kernel/nvsd-kernel/interp/magic"
)

// commentedMagics returns a note on the magics of a script that are comments, as jupytext writes
// them, where nothing in the script says that jupytext wrote it. The note is "" if there are none.
func commentedMagics(file string) string {
	if !isScript(file) {
		return ""
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return ""
	}
	numbers := jupytext.Commented(string(text), magic.Names())
	if len(numbers) == 0 {
		return ""
	}
	line := strings.TrimSpace(strings.Split(string(text), "\n")[numbers[0]-1])
	more := ""
	if n := len(numbers) - 1; n > 0 {
		more = fmt.Sprintf(" (and %d more)", n)
	}
	return fmt.Sprintf("%s:%d: %s%s is a comment and does not run. Write the magic without //, or begin the script with jupytext's header",
		file, numbers[0], line, more)
}
