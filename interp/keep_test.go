package interp

import (
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// halfway declares paths of 40 fits that wait, after three of them, for the interrupt.
const halfway = `spec := nvsd.Spec{Kernel: kern.Gaussian{Width: kern.MedianDistance}, Penalty: penalty.Lasso{}, Nu: nvsd.Fixed(0.1)}
train := data.Friedman1(40, 5, 1)
type box struct{ path *nvsd.Path }
boxed, paths := box{}, map[string]*nvsd.Path{}
var of any
var later, kept *nvsd.Path

func told(ctx context.Context) context.Context {
	return nvsd.WithReporter(ctx, func(p nvsd.Progress) {
		if p.Step == nil && p.Parts[0].Done == 3 {
			fmt.Print("*")
			<-ctx.Done()
		}
	})
}
func handsOn() (*nvsd.Path, error) { return spec.Path(told(ctx), train, 40) }
func drops() *nvsd.Path { return spec.Path(told(ctx), train, 40) }
func assigns() { later = spec.Path(told(ctx), train, 40) }`

// TestInterruptKeepsWhatIsDone: a result whose error is left out is assigned before the error
// ends the cell, wherever it is assigned, and says how much was done.
func TestInterruptKeepsWhatIsDone(t *testing.T) {
	n := open(t)
	if o := n.run(halfway); o.failure != nil {
		t.Fatal(o.failure)
	}
	for _, c := range []struct{ cell, look string }{
		{"path1 := spec.Path(told(ctx), train, 40)", "path1"},
		{"var path2 = spec.Path(told(ctx), train, 40)", "path2"},
		{"kept = spec.Path(told(ctx), train, 40)", "kept"},
		{"boxed.path = spec.Path(told(ctx), train, 40)", "boxed.path"},
		{`paths["a"] = spec.Path(told(ctx), train, 40)`, `paths["a"]`},
		{"of = spec.Path(told(ctx), train, 40)", "of"},
		{"path3 := handsOn()", "path3"},
		{"assigns()", "later"},
		{"if true {\n\tkept = nil\n\tkept = spec.Path(told(ctx), train, 40)\n}", "kept"},
		{"spec.Path(told(ctx), train, 40)", "_"},
		{"tree := baseline.Lasso{}.Path(told(ctx), train, 40)", "tree"},
	} {
		n.interruptAt(t, c.cell)
		if o := n.run(c.look); !strings.Contains(o.result, "3 of 40 fits") {
			t.Errorf("after %q %s is\n%s%s", c.cell, c.look, o.result, o.fail())
		}
	}
	for _, cell := range []string{
		"lost1 := drops()",
		"lost1 := spec.Path(told(ctx), train, 40).Len()",
		"lost1, other := spec.Path(told(ctx), train, 40), 1",
		"lost1 := []*nvsd.Path{spec.Path(told(ctx), train, 40)}",
	} {
		n.interruptAt(t, cell)
		if o := n.run("lost1"); !strings.Contains(o.fail(), "lost1") {
			t.Errorf("after %q lost1 is %q, failure %q", cell, o.result, o.fail())
		}
	}
}

// interruptAt runs a cell and interrupts it when it has printed a star.
func (n *notebook) interruptAt(t *testing.T, code string) {
	t.Helper()
	id := n.queue(code)
	if e, ok := n.event().(repl.Stream); !ok || e.Text != "*" {
		t.Fatalf("%q begins with %+v", code, e)
	}
	n.send(repl.Interrupt{})
	if o := n.finish(id); o.failure == nil || o.failure.Name != "interrupted" {
		t.Errorf("%q ends with %v", code, o.failure)
	}
}

// TestFailureKeepsNothingThatIsNot: a call that returns nothing beside its error leaves the
// variable as it was, and panics that are recovered hold up no interrupt.
func TestFailureKeepsNothingThatIsNot(t *testing.T) {
	n := open(t)
	if o := n.run(halfway + "\npath := spec.Path(train, 2)"); o.failure != nil {
		t.Fatal(o.failure)
	}
	if o := n.run("path = spec.Path(train, 0)"); !strings.Contains(o.fail(), "a path of 0 taus") {
		t.Errorf("failure %q", o.fail())
	}
	if o := n.run("path.Len()"); o.result != "2" {
		t.Errorf("the path has %s fits, %s", o.result, o.fail())
	}
	recovered := `func() {
	defer func() { recover() }()
	path = spec.Path(nvsd.WithReporter(ctx, func(nvsd.Progress) { panic("boom") }), train, 3)
}()
fmt.Print("*")
for {
}`
	n.interruptAt(t, recovered)
	if o := n.run("path.Len()"); o.result != "2" {
		t.Errorf("after a panic the path has %s fits, %s", o.result, o.fail())
	}
}
