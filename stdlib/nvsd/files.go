package nvsd

import (
	"io"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/record"
)

// LoadModel reads a model from a file that [Model.Save] has written. The model predicts the
// same to the bit on the same machine. A file that holds no such model is a
// [ModelFileError].
func LoadModel(path string) (*Model, error) {
	return wrapModel(record.Load(path))
}

// ReadModel reads a model that [Model.Write] has written. It is a [ModelFileError] if what
// is read is no such model, was cut short or changed since, or has another version of the
// format.
func ReadModel(r io.Reader) (*Model, error) {
	return wrapModel(record.Read(r))
}

// GoForm is a Go package of the given name, which imports the standard library alone.
func GoForm(name string) record.ExportForm {
	return record.GoForm(name)
}

// PythonForm is a Python module, which imports the standard library alone. It takes numpy
// arrays and data frames too.
func PythonForm() record.ExportForm {
	return record.PythonForm()
}

// JSONForm is data, from which a few lines of any language evaluate the function:
// docs/export.md describes the fields and has such lines.
func JSONForm() record.ExportForm {
	return record.JSONForm()
}
