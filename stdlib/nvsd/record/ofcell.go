package record

import (
	"encoding/json"
	"fmt"
)

// ofCell is the kind of a kernel, and of a penalty, that a cell declares: only its name can be
// written.
const ofCell = "of a cell"

// nameOfCell returns the JSON of a kernel or a penalty of a cell. key is the field of the kind.
func nameOfCell(key, name string) (json.RawMessage, error) {
	return json.Marshal(map[string]string{key: ofCell, "name": name})
}

// namedOfCell returns the name of a kernel or a penalty if it is the code of a cell.
func namedOfCell(key string, raw []byte) (name string, is bool) {
	var fields map[string]json.RawMessage
	var kind string
	if json.Unmarshal(raw, &fields) != nil || json.Unmarshal(fields[key], &kind) != nil || kind != ofCell || len(fields) != 2 {
		return "", false
	}
	return name, json.Unmarshal(fields["name"], &name) == nil
}

// CodeNeeded is the error of a kernel or a penalty of which a file has only the name.
type CodeNeeded struct{ what, name string }

// Error names the kernel or the penalty, and the place where it can be checked.
func (e *CodeNeeded) Error() string {
	return fmt.Sprintf("the %s %s is the code of a cell, and a proof has only its name: it can be checked where the cell runs", e.what, e.name)
}
