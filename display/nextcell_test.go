package display

import (
	"strings"
	"testing"
)

func TestAProgramHasNoNextCell(t *testing.T) {
	if err := NextCell("x"); err == nil || !strings.Contains(err.Error(), "there is no next cell") {
		t.Error(err)
	}
}
