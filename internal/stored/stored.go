// Package stored keeps the solutions of a session's fits, and puts stored ones in the place of
// fits: with it `nvsd-kernel check --proof` runs cells without fitting. Who fits and who keeps
// meet in a context.
package stored

import (
	"context"
	"encoding/json"
	"math"
	"sync"
)

// A Key identifies the problem of a solution.
type Key struct {
	What    string  `json:"what"` // "fit" or "tau_max"
	Rows    int     `json:"rows"`
	Inputs  int     `json:"inputs"`
	Kernel  string  `json:"kernel"`
	Penalty string  `json:"penalty"`
	Tau     float64 `json:"tau"`
	Nu      float64 `json:"nu"`
	// Marks are sums over the data that tell one part of them from another.
	Marks []float64 `json:"marks"`
}

// same reports whether two keys are of one problem, but for the roundings of another machine.
func (k Key) same(other Key) bool {
	if k.What != other.What || k.Rows != other.Rows || k.Inputs != other.Inputs || k.Kernel != other.Kernel || k.Penalty != other.Penalty || len(k.Marks) != len(other.Marks) {
		return false
	}
	for i, m := range k.Marks {
		if !near(m, other.Marks[i]) {
			return false
		}
	}
	return near(k.Tau, other.Tau) && near(k.Nu, other.Nu)
}

func near(x, y float64) bool { return math.Abs(x-y) <= 1e-9*max(math.Abs(x), math.Abs(y)) }

// A Fit is a solution with its key.
type Fit struct {
	Key
	Solution json.RawMessage `json:"solution"`
}

// Most is the largest number of bytes of solutions that are kept for the next run that asks
// for them.
const Most = 16 << 20

// A Keeper keeps the solutions of fits. Its methods may be called from any goroutine.
type Keeper struct {
	mu       sync.Mutex
	kept     []Fit
	bytes    int
	lost     int   // solutions for which there was no room
	given    []Fit // in the place of fits; taken ones have no Solution
	replaces bool
	computed int      // fits that nothing was given for
	refused  []string // what was given and does not hold
}

// Given returns a Keeper that gives solutions in the place of fits, and keeps none.
func Given(fits []Fit) *Keeper { return &Keeper{given: fits, replaces: true} }

// Replaces reports whether the Keeper gives solutions.
func (k *Keeper) Replaces() bool { return k != nil && k.replaces }

// Keeps reports whether the Keeper keeps solutions.
func (k *Keeper) Keeps() bool { return k != nil && !k.replaces }

// Keep keeps a solution.
func (k *Keeper) Keep(key Key, solution any) {
	raw, err := json.Marshal(solution)
	if err != nil {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.bytes+len(raw) > Most {
		k.lost++
		return
	}
	k.bytes += len(raw)
	k.kept = append(k.kept, Fit{key, raw})
}

// Take returns the solutions that were kept since the last call, and the number of those
// that were lost.
func (k *Keeper) Take() (fits []Fit, lost int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	fits, lost = k.kept, k.lost
	k.kept, k.lost, k.bytes = nil, 0, 0
	return fits, lost
}

// Find gives the first solution of the problem that was not given before.
func (k *Keeper) Find(key Key) (json.RawMessage, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for i := range k.given {
		if f := &k.given[i]; f.Solution != nil && f.same(key) {
			raw := f.Solution
			f.Solution = nil
			return raw, true
		}
	}
	return nil, false
}

// Compute counts a result that is computed because no stored one was given.
func (k *Keeper) Compute() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.computed++
}

// Refuse records the reason why a given solution does not hold.
func (k *Keeper) Refuse(why string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.refused = append(k.refused, why)
}

// Told returns the number of fits that were computed since the last call, and the reasons
// of refusals.
func (k *Keeper) Told() (computed int, refused []string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	computed, refused = k.computed, k.refused
	k.computed, k.refused = 0, nil
	return computed, refused
}

type keeperKey struct{}

// With returns a context whose fits k keeps, or gives. Nil is for fits that nobody keeps.
func With(ctx context.Context, k *Keeper) context.Context {
	return context.WithValue(ctx, keeperKey{}, k)
}

// Of returns the Keeper of a context, or nil.
func Of(ctx context.Context) *Keeper {
	k, _ := ctx.Value(keeperKey{}).(*Keeper)
	return k
}
