package interp

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// order tells of an event in one line: what caused it, and what it is.
func order(e repl.Event) string {
	switch e := e.(type) {
	case repl.Stream:
		return fmt.Sprintf("%s: %s %s", e.Parent, e.Name, strings.TrimSpace(e.Text))
	case repl.Display:
		verb := "show"
		if e.Update {
			verb = "update"
		}
		return strings.TrimSpace(fmt.Sprintf("%s: %s %s %s", e.Parent, verb, plain(e.Bundle), e.ID))
	case repl.Result:
		return fmt.Sprintf("%s: result %s", e.Parent, plain(e.Bundle))
	case repl.Clear:
		return fmt.Sprintf("%s: clear wait=%t", e.Parent, e.Wait)
	case repl.Page:
		return fmt.Sprintf("%s: page %s", e.Parent, plain(e.Bundle))
	case repl.NextCell:
		return fmt.Sprintf("%s: input %s replace=%t", e.Parent, e.Code, e.Replace)
	case repl.Sent:
		return fmt.Sprintf("%s: %s", e.Parent, told(e.Comm))
	case repl.FileRead:
		return fmt.Sprintf("%s: read %s %s %d", e.Parent, e.Path, e.SHA256, e.Bytes)
	case repl.Done:
		if e.Failure != nil {
			return fmt.Sprintf("%s: %s", e.Parent, e.Failure.Value)
		}
		return fmt.Sprintf("%s: done", e.Parent)
	}
	return fmt.Sprintf("%+v", e)
}

// until reads events up to the Done of a cell, and joins text, which comes in
// pieces of any size.
func (n *notebook) until(id repl.ID) []string {
	n.t.Helper()
	var text repl.Stream
	var all []string
	for {
		e := n.event()
		s, ok := e.(repl.Stream)
		if ok && text.Text != "" && s.Parent == text.Parent && s.Name == text.Name {
			text.Text += s.Text
			all[len(all)-1] = order(text)
			continue
		}
		text = s
		all = append(all, order(e))
		if d, ok := e.(repl.Done); ok && d.Parent == id {
			return all
		}
	}
}

func expect(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("there came\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}

func TestWhatIsShownKeepsItsOrder(t *testing.T) {
	n := open(t)
	expect(t, n.until(n.queue(`fmt.Println("a")
display.ShowAs("p", "10 %")
fmt.Println("b")
display.Clear(true)
fmt.Fprintln(os.Stderr, "c")
display.Update("p", "20 %")
display.Page("long")
fmt.Println("d")
display.NextCell("x := 1")
display.Clear(false)
display.Show("e", 2)
"f"`)),
		"cell 1: stdout a", "cell 1: show 10 % p", "cell 1: stdout b", "cell 1: clear wait=true", "cell 1: stderr c",
		"cell 1: update 20 % p", "cell 1: page long", "cell 1: stdout d", "cell 1: input x := 1 replace=false",
		"cell 1: clear wait=false", "cell 1: show e", "cell 1: show 2", "cell 1: result f", "cell 1: done")
}

// TestFilesThatAreReadAreTold: of each reader of package data, also where the file has an error.
func TestFilesThatAreReadAreTold(t *testing.T) {
	dir := t.TempDir()
	n := open(t, func(o *Options) { o.Dir = dir })
	for name, text := range map[string]string{"good.csv": "a,y\n1,2\n", "bad.csv": "a,y\n1,x\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const good, bad = "6eca8591af4d545e49ff4fcdfb9cac5b5656b6187eace6af1d9a9af2dafa9023 8", "a123ad4f891e3108e00e6c44de2e34b56da9d944e3e652835c8c0e2af7c1c469 8"
	expect(t, n.until(n.queue("f := data.CSV(\"good.csv\")\ng := data.Open(\"good.csv\")\nf.N()+g.N()")),
		"cell 1: read good.csv "+good, "cell 1: read good.csv "+good, "cell 1: result 2", "cell 1: done")
	if events := n.until(n.queue(`data.CSV("bad.csv")`)); len(events) == 0 || events[0] != "cell 2: read bad.csv "+bad {
		t.Errorf("of a file with an error: %q", events)
	}
}

// A value shows itself in the pager as it says, also one of a cell's own type.
func TestThePagerShowsValuesOfCells(t *testing.T) {
	n := open(t)
	o := n.run("type W struct{}\nfunc (W) String() string { return \"I am W\" }\ndisplay.Page(W{})")
	if o.failure != nil || !slices.Equal(o.pages, []string{"I am W"}) {
		t.Errorf("%+v", o)
	}
}

// A method that panics while a value is shown does not take the value, nor the rest of the cell.
func TestAMethodThatPanicsIsTold(t *testing.T) {
	n := open(t)
	for _, method := range []string{"HTML() string", "Markdown() string", "SVG() string", "MIMEBundle() (map[string]any, error)", "Report() report.Report"} {
		name, _, _ := strings.Cut(method, "(")
		code := "type W struct{ n []int }\nfunc (w W) " + method + " {\n\tw.n[3]++\n\tpanic(0)\n}\nw := W{[]int{1}}\n"
		o := n.run(code + "display.Show(w)\nafter := 1\nw")
		want := fmt.Sprintf("{n:[1]}\nthe method %s of W panicked: In[%d]:3: index out of range [3] with length 1", name, n.count)
		if o.failure != nil || o.result != want || !slices.Equal(o.shows, []string{want}) {
			t.Errorf("%s: it shows %q, then %q, and fails with %v; want %q", name, o.shows, o.result, o.failure, want)
		}
	}
	if o := n.run("after"); o.result != "1" {
		t.Errorf("what the cell did after it is %q, %v", o.result, o.failure)
	}
}

// A method that never ends can be interrupted, and the value is kept.
func TestAMethodThatNeverEndsIsInterrupted(t *testing.T) {
	for _, method := range []string{"String", "HTML"} {
		n := open(t)
		id := n.queue("type W struct{ N int }\nfunc (w W) " + method + "() string {\n\tfmt.Println(\"begun\")\n\tfor { w.N++ }\n}\nw := W{3}\nw")
		if e, ok := n.event().(repl.Stream); !ok || e.Text != "begun\n" {
			t.Fatalf("%s: it begins with %+v", method, e)
		}
		n.send(repl.Interrupt{})
		if o := n.finish(id); o.failure == nil || o.failure.Name != "interrupted" {
			t.Errorf("%s: %+v, %v", method, o, o.failure)
		}
		if o := n.run("w.N"); o.result != "3" {
			t.Errorf("%s: afterwards w.N is %q, %v", method, o.result, o.failure)
		}
	}
}

// A call that is shown leaves out its error, which ends the cell.
func TestShowLeavesErrorsOut(t *testing.T) {
	n := open(t)
	o := n.run("display.Show(strconv.Atoi(\"7\"))\ndisplay.Show(strconv.Atoi(\"x\"))\ndisplay.Show(8)")
	if !slices.Equal(o.shows, []string{"7"}) || o.fail() != `In[1]:2: strconv.Atoi: parsing "x": invalid syntax` {
		t.Errorf("it shows %q and fails with %q", o.shows, o.fail())
	}
}

// Values of the types that a cell declares are tables, by the names that it gives.
func TestValuesOfCellsAreTables(t *testing.T) {
	n := open(t)
	n.run("type P struct{ x, Y float64; name string }\ntype L []P\nps := L{{1, 2, \"a\"}, {3, 4, \"b\"}}\ntype C float64\nfunc (c C) String() string { return \"cold\" }")
	for _, c := range []struct{ code, want string }{
		{"ps[0]", "**P**\n\n- **x**: 1\n- **Y**: 2\n- **name**: a\n"},
		{"&ps[0]", "**P**\n\n- **x**: 1\n- **Y**: 2\n- **name**: a\n"},
		{"ps", "**L, 2 elements**\n\n|  | x | Y | name |\n| --: | --: | --: | :-- |\n| 0 | 1 | 2 | a |\n| 1 | 3 | 4 | b |\n"},
		{"[]*P{&ps[1], nil}", "**\\[\\]\\*P, 2 elements**\n\n|  | x | Y | name |\n| --: | --: | --: | :-- |\n| 0 | 3 | 4 | b |\n| 1 |  |  |  |\n"},
		{"map[C]P{1: ps[1]}", "**map\\[C\\]P, 1 entry**\n\n| key | x | Y | name |\n| :-- | --: | --: | :-- |\n| cold | 3 | 4 | b |\n"},
		{"[]any{ps[0], ps[1]}", "**\\[\\]any, 2 elements**\n\n|  | x | Y | name |\n| --: | --: | --: | :-- |\n| 0 | 1 | 2 | a |\n| 1 | 3 | 4 | b |\n"},
		{"[][]C{{1}, {2, 3}}", "**\\[\\]\\[\\]C, 2 elements**\n\n|  | 0 | 1 |\n| --: | :-- | :-- |\n| 0 | cold |  |\n| 1 | cold | cold |\n"},
		{"struct{ P; in []int }{ps[0], []int{1}}", "**struct**\n\n- **P**: {x:1 Y:2 name:a}\n- **in**: \\[1\\]\n"},
	} {
		o := n.run(c.code)
		if o.markdown != c.want {
			t.Errorf("%s is shown as\n%s\nwant\n%s", c.code, o.markdown, c.want)
		}
	}
}

// BenchmarkShow takes the time of a cell that shows a large value of the session, up to its last
// message.
func BenchmarkShow(b *testing.B) {
	n := open(b)
	o := n.run(`type P struct{ name string; X, Y float64 }
const many, broad = 100_000, 1000
structs := make([]P, many)
pointers := make([]*P, many)
byName := map[string]P{}
numbers := make([]float64, many)
for i := range many {
	p := P{fmt.Sprint("point ", i), float64(i), 1}
	structs[i], pointers[i], byName[p.name], numbers[i] = p, &p, p, p.X
}
lists := make([][]float64, broad)
for i := range lists { lists[i] = numbers[:broad] }
matrix := mat.NewDense(many, 10, nil)
long := data.New(matrix, numbers)
wide := data.New(mat.NewDense(100, broad, nil), numbers[:100])`)
	if o.failure != nil {
		b.Fatal(o.failure.Value)
	}
	for _, name := range []string{"structs", "pointers", "byName", "numbers", "lists", "matrix", "long", "wide"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if o := n.run("display.Show(" + name + ")"); o.failure != nil || len(o.shows) != 1 {
					b.Fatalf("%+v", o)
				}
			}
		})
	}
}
