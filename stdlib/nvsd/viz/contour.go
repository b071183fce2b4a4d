package viz

import (
	"math"

	"gonum.org/v1/plot/vg"
)

// A field is numbers at the nodes of a grid.
type field struct {
	x, y []vg.Length // places of the nodes, rising or falling
	z    [][]float64 // z[i][j] at x[i], y[j]; what is not drawable is outside of every region
}

// A ring is the closed border of a region. Segment k goes from point k to the next one.
type ring struct {
	points []vg.Point
	edge   []bool // whether segment k is where the numbers end, and no contour
}

// inside reports whether a node is in the region where the field is at least level. No node
// beyond the grid is.
func (f field) inside(i, j int, level float64) bool {
	return i >= 0 && j >= 0 && i < len(f.x) && j < len(f.y) && drawable(f.z[i][j]) && f.z[i][j] >= level
}

// A side is an edge of a cell of the grid: from a node upwards, or to the right.
type side struct {
	i, j int
	up   bool
}

// ends returns the two nodes of a side.
func (s side) ends() (i, j, k, l int) {
	if s.up {
		return s.i, s.j, s.i, s.j + 1
	}
	return s.i, s.j, s.i + 1, s.j
}

// The sides of a cell.
const (
	bottom = iota
	rightSide
	top
	leftSide
)

// crossings are the segments of a contour in a cell, from side to side with the region at
// their left. The index has a bit for each corner in the region: 1 for that at the left
// below, 2, 4 and 8 for the others against the clock. Entries 5 and 10 are for a cell
// whose middle is in the region too, and 16 and 17 are the same where it is not.
var crossings = [18][][2]int{
	1: {{bottom, leftSide}}, 2: {{rightSide, bottom}}, 4: {{top, rightSide}}, 8: {{leftSide, top}},
	3: {{rightSide, leftSide}}, 6: {{top, bottom}}, 12: {{leftSide, rightSide}}, 9: {{bottom, top}},
	7: {{top, leftSide}}, 11: {{rightSide, top}}, 13: {{bottom, rightSide}}, 14: {{leftSide, bottom}},
	5: {{top, leftSide}, {bottom, rightSide}}, 10: {{leftSide, bottom}, {rightSide, top}},
	16: {{bottom, leftSide}, {top, rightSide}}, 17: {{rightSide, bottom}, {leftSide, top}},
}

// region returns the borders of the region where the field is at least level, by marching
// squares. They have the region at their left, so that the holes of a path of all rings stay
// empty. Cells beyond the grid close the rings along its edge.
func (f field) region(level float64) []ring {
	type step struct {
		to   side
		edge bool
	}
	next := map[side]step{}
	var starts []side
	for i := -1; i < len(f.x); i++ {
		for j := -1; j < len(f.y); j++ {
			sides := [4]side{bottom: {i, j, false}, rightSide: {i + 1, j, true}, top: {i, j + 1, false}, leftSide: {i, j, true}}
			edge := !f.known(i, j)
			for _, c := range crossings[f.corners(i, j, level)] {
				next[sides[c[0]]] = step{sides[c[1]], edge}
				starts = append(starts, sides[c[0]])
			}
		}
	}
	var rings []ring
	for _, start := range starts {
		var r ring
		for at := start; ; {
			s, ok := next[at]
			if !ok {
				break
			}
			delete(next, at)
			r.points, r.edge = append(r.points, f.cross(at, level)), append(r.edge, s.edge)
			at = s.to
		}
		r = r.short()
		if len(r.points) > 2 {
			rings = append(rings, r)
		}
	}
	return rings
}

// corners returns the index of a cell in crossings.
func (f field) corners(i, j int, level float64) int {
	index := 0
	for bit, in := range [4]bool{f.inside(i, j, level), f.inside(i+1, j, level), f.inside(i+1, j+1, level), f.inside(i, j+1, level)} {
		if in {
			index |= 1 << bit
		}
	}
	if index != 5 && index != 10 {
		return index
	}
	if f.known(i, j) && f.z[i][j]/4+f.z[i+1][j]/4+f.z[i+1][j+1]/4+f.z[i][j+1]/4 >= level {
		return index
	}
	return 16 + index/10
}

// known reports whether all corners of a cell have numbers.
func (f field) known(i, j int) bool {
	all := math.Inf(-1)
	return f.inside(i, j, all) && f.inside(i+1, j, all) && f.inside(i+1, j+1, all) && f.inside(i, j+1, all)
}

// cross returns the crossing of the contour with a side, of which one node is in the
// region. If the other node has no number, this is at the node in the region.
func (f field) cross(s side, level float64) vg.Point {
	i, j, k, l := s.ends()
	if !f.inside(i, j, level) {
		i, j, k, l = k, l, i, j
	}
	in := vg.Point{X: f.x[i], Y: f.y[j]}
	if !f.inside(k, l, math.Inf(-1)) {
		return in
	}
	out := vg.Point{X: f.x[k], Y: f.y[l]}
	part := vg.Length((f.z[i][j] - level) / (f.z[i][j] - f.z[k][l]))
	return vg.Point{X: in.X + part*(out.X-in.X), Y: in.Y + part*(out.Y-in.Y)}
}

// short leaves out the points that the ring does not need: those that are the next point too,
// and those between two segments of one direction along the edge of the grid.
func (r ring) short() ring {
	r = r.only(func(k, _, after int) bool { return r.points[k] != r.points[after] })
	return r.only(func(k, before, after int) bool {
		p, q, s := r.points[before], r.points[k], r.points[after]
		straight := (q.X-p.X)*(s.Y-q.Y) == (q.Y-p.Y)*(s.X-q.X)
		return !straight || !r.edge[k] || !r.edge[before]
	})
}

// only returns the ring of those points that are needed.
func (r ring) only(needed func(k, before, after int) bool) ring {
	var kept ring
	n := len(r.points)
	for k, p := range r.points {
		if needed(k, (k+n-1)%n, (k+1)%n) {
			kept.points, kept.edge = append(kept.points, p), append(kept.edge, r.edge[k])
		}
	}
	return kept
}

// contours returns the parts of a ring that are no edge of the grid, each as a line.
func (r ring) contours() [][]vg.Point {
	n := len(r.points)
	first := 0 // behind a segment of the edge, if there is one
	for k, edge := range r.edge {
		if edge {
			first = k + 1
			break
		}
	}
	var lines [][]vg.Point
	var line []vg.Point
	for m := range n {
		k := (first + m) % n
		if r.edge[k] {
			line = nil
			continue
		}
		if line == nil {
			lines = append(lines, nil)
			line = []vg.Point{r.points[k]}
		}
		line = append(line, r.points[(k+1)%n])
		lines[len(lines)-1] = line
	}
	return lines
}

// regionPath returns the rings as one path to be filled.
func regionPath(rings []ring) vg.Path {
	var p vg.Path
	for _, r := range rings {
		for k, at := range r.points {
			if k == 0 {
				p.Move(at)
			} else {
				p.Line(at)
			}
		}
		p.Close()
	}
	return p
}
