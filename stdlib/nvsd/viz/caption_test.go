package viz

import (
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"pgregory.net/rapid"
)

// A caption stands below the drawing, in lines, and makes the figure higher.
func TestCaption(t *testing.T) {
	f := &Figure{width: 200, height: 100, draw: func(draw.Canvas) {}, title: "t", desc: "Bars."}
	if _, h := f.Size(); h != 100 || f.String() != "t. Bars." {
		t.Errorf("without a caption it is %v high, and in words %q", h, f)
	}
	f.caption = sentences(leftOutNote(2, "bar", "bars"), "", sampledNote(maxMarks+1, maxMarks, "points"))
	_, h := f.Size()
	if h <= 100 {
		t.Errorf("with a caption it is %v high", h)
	}
	const said = "2 bars are left out: NaN, infinite or above 1e+300. 600 of the 601 points are drawn."
	if want := "t. Bars. " + said; f.String() != want || !strings.Contains(f.SVG(), said) {
		t.Errorf("in words %q, want %q, which its <desc> has too", f, want)
	}
	inside(t, f)
	var lines []string
	for _, e := range texts(t, f) {
		lines = append(lines, e.content)
		if e.y < 100-margin.Points() {
			t.Errorf("%q is in the drawing", e.content)
		}
	}
	if len(lines) < 2 || strings.Join(lines, " ") != said {
		t.Errorf("drawn is %q", lines)
	}
}

func TestNotesOfWhatIsDrawnCompletely(t *testing.T) {
	if s := sentences(leftOutNote(0, "bar", "bars"), sampledNote(maxMarks, maxMarks, "points")); s != "" {
		t.Errorf("the caption is %q", s)
	}
	if s := leftOutNote(1, "bar", "bars"); !strings.HasPrefix(s, "1 bar is left out") {
		t.Errorf("of one bar: %q", s)
	}
}

// The marks that are drawn are in their order, from the whole of the data, and always the same.
func TestSampled(t *testing.T) {
	for _, n := range []int{0, 1, maxMarks, maxMarks + 1, 10*maxMarks + 7, 1000 * maxMarks} {
		got := sampled(n, maxMarks)
		if len(got) != min(n, maxMarks) || !slices.Equal(got, sampled(n, maxMarks)) {
			t.Fatalf("of %d marks %d are drawn", n, len(got))
		}
		for k, i := range got {
			if i < k*n/len(got) || i >= (k+1)*n/len(got) {
				t.Fatalf("of %d marks, the %d-th drawn is %d", n, k, i)
			}
		}
	}
}

// Kept marks are among those that are drawn, which are as many as without them.
func TestSampledKeeps(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.IntRange(1, 300).Draw(rt, "n")
		most := rapid.IntRange(10, 100).Draw(rt, "most")
		kept := rapid.SliceOfNDistinct(rapid.IntRange(0, n-1), 0, min(n, 9), rapid.ID[int]).Draw(rt, "kept")
		slices.Sort(kept)
		got := sampled(n, most, kept...)
		if len(got) != min(n, most) || len(slices.Compact(slices.Clone(got))) != len(got) || !slices.IsSorted(got) || got[0] < 0 || got[len(got)-1] >= n {
			rt.Fatalf("of %d marks at most %d: %v", n, most, got)
		}
		for _, i := range kept {
			if !slices.Contains(got, i) {
				rt.Fatalf("mark %d of %d is not drawn: %v", i, n, got)
			}
		}
	})
}

func TestWrapped(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := clean(rapid.String().Draw(rt, "s"))
		width := vg.Length(rapid.Float64Range(15, 300).Draw(rt, "width"))
		for _, line := range wrapped(s, captionStyle(), width) {
			if line == "" || captionStyle().Width(line) > width {
				rt.Fatalf("%q of %q is %v wide, more than %v", line, s, captionStyle().Width(line), width)
			}
		}
	})
}
