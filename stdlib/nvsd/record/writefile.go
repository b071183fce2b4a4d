package record

import (
	"fmt"
	"io"

	"github.com/nvsd-kernel/nvsd-kernel/internal/wholefile"
)

// writeFile replaces a file by what write writes, as a whole or not at all. what names the action
// in messages, as "save the model"; an error of write stays as it is.
func writeFile(path, what string, write func(io.Writer) error) error {
	var failed error
	err := wholefile.Write(path, 0o644, func(w io.Writer) error {
		failed = write(w)
		return failed
	})
	if err != nil && failed == nil {
		return fmt.Errorf("nvsd: %s: %w", what, err)
	}
	return err
}
