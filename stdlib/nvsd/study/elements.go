package study

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
)

// An element is the units that one job of an array computes, one job after the other on a processor.
type element []Unit

// pack divides units into elements that take about so many seconds each by the costs. A unit whose cost is not known
// is an element of its own.
func pack(units []Unit, costs []Cost, seconds float64) []element {
	type kind struct {
		place
		method string
	}
	known := map[kind]float64{}
	for _, c := range costs {
		known[kind{place{c.Problem, c.Train}, c.Method}] = c.Seconds
	}
	var elements []element
	var open element
	sum := 0.0
	for _, u := range units {
		cost, is := known[kind{place{u.Problem, u.Train}, u.Method}]
		if !is || math.IsNaN(cost) || cost >= seconds {
			elements = append(elements, element{u})
			continue
		}
		open, sum = append(open, u), sum+cost
		if sum >= seconds {
			elements, open, sum = append(elements, open), nil, 0
		}
	}
	if open != nil {
		elements = append(elements, open)
	}
	return elements
}

// elementsPath returns the file of the elements of a round of submissions.
func elementsPath(dir string, round int) string {
	return filepath.Join(dir, "slurm", fmt.Sprintf("elements-%d.json", round))
}

// A round is the input of the workers of a submission. The design of the folder may be another one by then, with more methods.
type round struct {
	Design   json.RawMessage `json:"design"`
	Elements []element       `json:"elements"`
}

// writeElements writes the elements of a round for its workers.
func (r *Results) writeElements(number int, elements []element) error {
	text, err := json.Marshal(round{r.blueprint.whole, elements})
	if err != nil {
		return err
	}
	return r.store.writeFile(elementsPath(r.store.dir, number), text)
}

// DoElement computes an element of a round of submissions to a cluster, in the folder that they share. It is for the workers, whose
// command is written by [Slurm].
func DoElement(ctx context.Context, dir string, number, index int) error {
	text, err := os.ReadFile(elementsPath(dir, number))
	if err != nil {
		return fmt.Errorf("study: %w", err)
	}
	var own round
	if err := json.Unmarshal(text, &own); err != nil {
		return fmt.Errorf("study: %s: %w", elementsPath(dir, number), err)
	}
	if index < 0 || index >= len(own.Elements) {
		return fmt.Errorf("study: element %d of %d", index, len(own.Elements))
	}
	d, err := ReadDesign(own.Design, "")
	if err != nil {
		return err
	}
	r, err := newResults(d, dir)
	if err != nil {
		return err
	}
	if err := r.look(own.Elements[index]); err != nil {
		return err
	}
	todo := slices.DeleteFunc(own.Elements[index], func(u Unit) bool { return r.all[u] != nil })
	return r.compute(ctx, todo)
}
