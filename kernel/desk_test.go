package kernel

import (
	"reflect"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/kernel/repl"
)

// testDesk is a desk of one client, and what it has told the interpreter.
func testDesk(here *atomic.Bool, told *[]repl.Input) *desk {
	return &desk{
		ask: func(q *question) (string, error) {
			if !here.Load() {
				return "", errNobody
			}
			return "asked", nil
		},
		answer:  func(in repl.Input) { *told = append(*told, in) },
		present: func(asker) bool { return here.Load() },
		absence: absence,
	}
}

func TestQuestionOfAClientThatHasGone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var (
			here atomic.Bool
			told []repl.Input
		)
		here.Store(true)
		d, c := testDesk(&here, &told), &cell{}
		d.put(&question{number: 1, cell: c})
		d.put(&question{number: 2, cell: c})
		time.Sleep(time.Hour)
		synctest.Wait()
		if len(told) > 0 {
			t.Fatalf("while the client thinks: %+v", told)
		}
		here.Store(false) // for one look
		time.Sleep(absence)
		here.Store(true)
		time.Sleep(time.Hour)
		synctest.Wait()
		if len(told) > 0 {
			t.Fatalf("the client has come back: %+v", told)
		}
		here.Store(false)
		time.Sleep(2*absence + arrival)
		synctest.Wait()
		want := []repl.Input{{Number: 1, Refused: refusedGone}, {Number: 2, Refused: refusedNobody}}
		if !reflect.DeepEqual(told, want) {
			t.Errorf("told %+v, expected %+v", told, want)
		}
	})
}

// A client may send a cell before it is connected for questions.
func TestQuestionOfAClientThatIsAboutToConnect(t *testing.T) {
	for _, comes := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			var (
				here atomic.Bool
				told []repl.Input
			)
			d, c := testDesk(&here, &told), &cell{}
			d.put(&question{number: 1, cell: c})
			d.put(&question{number: 2, cell: c})
			time.Sleep(arrival / 2)
			here.Store(comes)
			time.Sleep(arrival)
			synctest.Wait()
			err := d.take(nil, message{parent: []byte(emptyObject), content: []byte(`{"value":"x"}`)})
			if comes && (err != nil || !reflect.DeepEqual(told, []repl.Input{{Number: 1, Line: "x"}})) {
				t.Errorf("told %+v, %v", told, err)
			}
			if !comes && (err == nil || len(told) != 2 || told[0].Refused != refusedNobody || told[1].Refused != refusedNobody) {
				t.Errorf("told %+v, %v; expected that nobody came", told, err)
			}
			d.clear()
			time.Sleep(time.Minute)
		})
	}
}

func TestQuestionsAreForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var (
			here atomic.Bool
			told []repl.Input
		)
		here.Store(true)
		d, a, b := testDesk(&here, &told), &cell{}, &cell{}
		reply := message{parent: []byte(emptyObject), content: []byte(`{"value":"x"}`)}
		d.put(&question{number: 1, cell: a})
		d.put(&question{number: 2, cell: b})
		d.put(&question{number: 3, cell: a})
		d.forget(a)
		if err := d.take(nil, reply); err != nil || len(told) != 1 || told[0].Number != 2 {
			t.Errorf("told %+v, %v; expected the answer to the question that is left", told, err)
		}
		d.put(&question{number: 4, cell: b})
		d.clear()
		if err := d.take(nil, reply); err == nil {
			t.Errorf("told %+v, expected no question to be left", told)
		}
		time.Sleep(time.Minute) // nobody watches what is forgotten
	})
}

func TestDeskHasRoomForSoMany(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var (
			here atomic.Bool
			told []repl.Input
		)
		here.Store(true)
		d, c := testDesk(&here, &told), &cell{}
		for i := range deskRoom + 1 {
			d.put(&question{number: i, cell: c})
		}
		if len(told) != 1 || told[0].Number != deskRoom || told[0].Refused != refusedCrowd {
			t.Errorf("told %+v", told)
		}
		d.clear()
		time.Sleep(time.Minute)
	})
}
