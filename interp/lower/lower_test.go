package lower

import (
	"errors"
	"go/token"
	"strings"
	"testing"
)

// TestMistake: a mistake of the lowerer is an error at what it was about to lower,
// and ends no process.
func TestMistake(t *testing.T) {
	l := newLowerer(&State{}, nil, nil)
	_, err := l.run(func() {
		l.now = token.Pos(7)
		panic("no such case")
	})
	var e *Error
	if !errors.As(err, &e) || e.Pos != 7 || !strings.Contains(e.Msg, "report it") || !strings.Contains(e.Msg, "no such case") {
		t.Errorf("a mistake is %#v", err)
	}
}
