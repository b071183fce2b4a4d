package viz

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// saveDPI is the resolution of a PNG that is saved, enough for print.
const saveDPI = 300

// Save writes the figure into a file, in the format that the ending of its name says: .svg, .png
// (300 dots per inch; see [Figure.WritePNG] for another number) or .pdf. It replaces a file that
// there is. It is an error when the name has another ending, or when the file cannot be written.
func (f *Figure) Save(name string) error {
	var write func(io.Writer) error
	switch ext := strings.ToLower(filepath.Ext(name)); ext {
	case ".svg":
		write = f.WriteSVG
	case ".png":
		write = func(w io.Writer) error { return f.WritePNG(w, saveDPI) }
	case ".pdf":
		write = f.WritePDF
	default:
		return fmt.Errorf("viz: a figure cannot be saved as %q: end its name in .svg, .png or .pdf", name)
	}
	file, err := os.Create(name)
	if err != nil {
		return fmt.Errorf("viz: the figure is not saved: %w", err)
	}
	err = write(file)
	if closing := file.Close(); err == nil {
		err = closing
	}
	if err != nil {
		return fmt.Errorf("viz: the figure in %s is not complete: %w", name, err)
	}
	return nil
}
