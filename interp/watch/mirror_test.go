package watch

import "testing"

func TestMirrorsYaegi(t *testing.T) {
	if !known {
		t.Error("the structures of this yaegi are not known: index errors have no numbers")
	}
}
