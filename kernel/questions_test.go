package kernel

import (
	"reflect"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// testQuestions are the questions to one client, and what the interpreter has been
// told.
type testQuestions struct {
	*questions
	here atomic.Bool // the client is
	told []repl.Input
}

// askOne runs a test of questions to one client in a time of its own. A minute after
// the test no goroutine may be left.
func askOne(t *testing.T, here bool, test func(*testing.T, *testQuestions)) {
	synctest.Test(t, func(t *testing.T) {
		d := &testQuestions{}
		d.here.Store(here)
		d.questions = &questions{
			ask: func(*question) (string, error) {
				if !d.here.Load() {
					return "", errNobody
				}
				return "asked", nil
			},
			answer:  func(in repl.Input) { d.told = append(d.told, in) },
			present: func(stdinClient) bool { return d.here.Load() },
			absence: absence,
		}
		test(t, d)
		time.Sleep(time.Minute)
	})
}

// asks puts a question of each of the cells, numbered from 1.
func (d *testQuestions) asks(cells ...*cell) {
	for i, c := range cells {
		d.put(&question{number: i + 1, cell: c})
	}
}

// answered takes the answer of the client.
func (d *testQuestions) answered() error {
	return d.take(nil, message{parent: []byte(emptyObject), content: []byte(`{"value":"x"}`)})
}

func TestQuestionOfAClientThatHasGone(t *testing.T) {
	askOne(t, true, func(t *testing.T, d *testQuestions) {
		c := &cell{}
		d.asks(c, c)
		time.Sleep(time.Hour)
		synctest.Wait()
		if len(d.told) > 0 {
			t.Fatalf("while the client thinks: %+v", d.told)
		}
		d.here.Store(false) // for one look
		time.Sleep(absence)
		d.here.Store(true)
		time.Sleep(time.Hour)
		synctest.Wait()
		if len(d.told) > 0 {
			t.Fatalf("the client has come back: %+v", d.told)
		}
		d.here.Store(false)
		time.Sleep(2*absence + arrival)
		synctest.Wait()
		want := []repl.Input{{Number: 1, Refused: refusedGone}, {Number: 2, Refused: refusedNobody}}
		if !reflect.DeepEqual(d.told, want) {
			t.Errorf("told %+v, expected %+v", d.told, want)
		}
	})
}

// A client may send a cell before it is connected for questions.
func TestQuestionOfAClientThatIsAboutToConnect(t *testing.T) {
	for _, comes := range []bool{true, false} {
		askOne(t, false, func(t *testing.T, d *testQuestions) {
			c := &cell{}
			d.asks(c, c)
			time.Sleep(arrival / 2)
			d.here.Store(comes)
			time.Sleep(arrival)
			synctest.Wait()
			err := d.answered()
			if comes && (err != nil || !reflect.DeepEqual(d.told, []repl.Input{{Number: 1, Line: "x"}})) {
				t.Errorf("told %+v, %v", d.told, err)
			}
			if !comes && (err == nil || len(d.told) != 2 || d.told[0].Refused != refusedNobody || d.told[1].Refused != refusedNobody) {
				t.Errorf("told %+v, %v; expected that nobody came", d.told, err)
			}
			d.clear()
		})
	}
}

func TestQuestionsAreForgotten(t *testing.T) {
	askOne(t, true, func(t *testing.T, d *testQuestions) {
		a, b := &cell{}, &cell{}
		d.asks(a, b, a)
		d.forget(a)
		if err := d.answered(); err != nil || len(d.told) != 1 || d.told[0].Number != 2 {
			t.Errorf("told %+v, %v; expected the answer to the question that is left", d.told, err)
		}
		d.put(&question{number: 4, cell: b})
		d.clear()
		if err := d.answered(); err == nil {
			t.Errorf("told %+v, expected no question to be left", d.told)
		}
	})
}

func TestQuestionsAreBounded(t *testing.T) {
	askOne(t, true, func(t *testing.T, d *testQuestions) {
		d.asks(slices.Repeat([]*cell{{}}, questionsRoom+1)...)
		if len(d.told) != 1 || d.told[0].Number != questionsRoom+1 || d.told[0].Refused != refusedCrowd {
			t.Errorf("told %+v", d.told)
		}
		d.clear()
	})
}
