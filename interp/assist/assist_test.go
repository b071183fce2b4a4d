package assist

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/interp/cell"
	"github.com/nvsd-kernel/nvsd-kernel/interp/symbols"
)

const module = "github.com/nvsd-kernel/nvsd-kernel/"

// The cells that a notebook has run before the ones of the tests.
var notebook = []string{
	`import "sort"`,
	`// Shape is a thing with an area.
type Shape interface {
	Area() float64 // in square metres
}

// Square is a shape.
//
// It has four sides.
type Square struct {
	Side  float64 // in metres
	label string
}

// Area is the square of the side.
func (s Square) Area() float64 { return s.Side * s.Side }

// Grow makes the square larger.
func (s *Square) Grow(by float64) { s.Side += by }

type Tile struct {
	Square
	Colour Colour
	Next   *Tile
}

type Colour int

const (
	Red Colour = iota // like a rose
	Green
)

type Pair[K comparable, V any] struct {
	Key   K
	Value V
}`,
	`// areaOf adds up areas.
func areaOf(shapes ...Shape) float64 {
	total := 0.0
	for _, s := range shapes {
		total += s.Area() // of each
	}
	return total
}

func paint(t *Tile, c Colour) {}

func nothing() {}`,
	`square := Square{Side: 2}
tile := Tile{}
count := 3
colour := Green
byName := map[string]Square{}
squares := []Square{square}
pair := Pair[string, int]{"a", 1}
diabetes := data.Load("diabetes")
spec := nvsd.Spec{Kernel: kern.Linear{}, Penalty: penalty.Lasso{}, Nu: nvsd.Fixed(1)}
m := mat.NewDense(2, 2, nil)
done := make(chan Colour)`,
}

func newTestSession(t testing.TB) *cell.Session {
	t.Helper()
	s := cell.NewSession(symbols.Importer(), cell.Options{
		Packages: symbols.Packages(),
		Own:      func(path string) bool { return strings.HasPrefix(path, module) },
	})
	for i, code := range notebook {
		p, err := s.Check(cell.Source{Label: "In[" + string(rune('1'+i)) + "]", Count: i + 1, Code: code})
		if err != nil {
			t.Fatal(err)
		}
		s.Commit(p)
	}
	return s
}

func newTestAnalyzer(t testing.TB) *Analyzer {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"housing.csv", "count me.go", "data/iris.csv", "data/wine.csv", ".hidden"} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var library symbols.Library
	session := newTestSession(t)
	return New(Options{
		Session: func() *cell.Session { return session },
		Paths:   symbols.Paths(),
		Doc:     library.Doc,
		Example: library.Example,
		Magics:  []string{"%time", "%%time", "%timeit", "%vars", "%load"},
		About: func(name string) string {
			if name == "%time" {
				return "says how long"
			}
			return ""
		},
		Dir: dir,
		Value: func(name string) (string, bool) {
			return "{Side:2}", name == "square"
		},
	})
}
