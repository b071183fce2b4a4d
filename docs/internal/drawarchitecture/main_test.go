package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nvsd-kernel/nvsd-kernel/internal/golden"
)

// TestPictureIsDrawn compares the picture in the repository with the drawing.
func TestPictureIsDrawn(t *testing.T) {
	golden.Check(t, filepath.Join("..", "..", "architecture.svg"), picture())
}

// TestPackagesAreThere: a box names a package of the module by the end of its path, and
// so do two texts beside the arrows.
func TestPackagesAreThere(t *testing.T) {
	exists := func(path string) {
		files, err := filepath.Glob(filepath.Join("..", "..", "..", filepath.FromSlash(path), "*.go"))
		if err != nil || len(files) == 0 {
			t.Errorf("%s has no Go files: the picture shows it", path)
		}
	}
	for _, path := range []string{"internal/repl", "interp/worker/wire"} {
		exists(path)
		if !strings.Contains(picture(), ">"+path+"<") {
			t.Errorf("the picture does not show %s", path)
		}
	}
	for _, b := range boxes {
		if b.path == "" {
			continue
		}
		exists(b.path)
		if !strings.HasSuffix(b.path, b.name) && !strings.HasSuffix(b.name, b.path) {
			t.Errorf("the box of %s is called %s", b.path, b.name)
		}
	}
}

// TestNothingOverlaps: texts stay in their boxes, boxes and markers in the picture
// and apart.
func TestNothingOverlaps(t *testing.T) {
	for i, b := range boxes {
		if w := nameAdvance * nameSize * float64(len(b.name)); w > b.w-6 {
			t.Errorf("%s is %.0f wide in a box of %v", b.name, w, b.w)
		}
		for _, line := range b.lines {
			if w := textAdvance * textSize * float64(len(line)); w > b.w {
				t.Errorf("%q is %.0f wide in a box of %v", line, w, b.w)
			}
		}
		if h := 14 * float64(len(b.lines)+1); h > b.h {
			t.Errorf("the texts of %s are %v high in a box of %v", b.name, h, b.h)
		}
		if b.x < 0 || b.y < 0 || b.x+b.w > width || b.y+b.h > height {
			t.Errorf("%s leaves the picture", b.name)
		}
		for _, other := range boxes[:i] {
			if b.meets(other.rect) {
				t.Errorf("%s overlaps %s", b.name, other.name)
			}
		}
	}
	for _, a := range arrows {
		for i := 0; i+3 < len(a.points); i += 2 {
			x1, y1, x2, y2 := a.points[i], a.points[i+1], a.points[i+2], a.points[i+3]
			stretch := rect{min(x1, x2), min(y1, y2), max(x1, x2) - min(x1, x2), max(y1, y2) - min(y1, y2)}
			for _, b := range boxes {
				if b.meets(stretch) {
					t.Errorf("the arrow %s along %v crosses %s", a.marker, a.points, b.name)
				}
			}
		}
		if a.marker == "" {
			continue
		}
		x, y := a.place()
		disc := rect{x - markerRadius, y - markerRadius, 2 * markerRadius, 2 * markerRadius}
		for _, b := range boxes {
			if b.meets(disc) {
				t.Errorf("marker %s overlaps %s", a.marker, b.name)
			}
		}
	}
}

func (r rect) meets(o rect) bool {
	return r.x < o.x+o.w && o.x < r.x+r.w && r.y < o.y+o.h && o.y < r.y+r.h
}

// TestPageExplainsEveryStep: the page has a line for each marker.
func TestPageExplainsEveryStep(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "architecture.md"))
	if err != nil {
		t.Fatal(err)
	}
	steps := 0
	for _, a := range arrows {
		if a.marker == "" {
			continue
		}
		steps++
		if !strings.Contains(string(page), "\n| "+a.marker+" |") {
			t.Errorf("architecture.md says nothing of step %s", a.marker)
		}
	}
	if steps == 0 {
		t.Error("the picture has no steps")
	}
}
