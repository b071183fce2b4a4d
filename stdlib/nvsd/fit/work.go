package fit

import (
	"context"
	"fmt"
	"maps"
	"strings"
	"sync"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/baseline"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
)

// Run solves the request. If ctx ends, the entry under way has the best that is known, and the
// entries after it have only what was asked for. The status of all of them is cancelled.
func (r *Request) Run(ctx context.Context, progress Progress) (Answer, error) {
	answer := Answer{"method": r.schema.name}
	w := r.work()
	defer progress.watch(w.String)()
	for _, l := range r.schema.lists {
		entries := []answerEntry{}
		for _, j := range r.jobs[l.name] {
			a, err := r.do(ctx, w, j)
			if err != nil {
				return nil, err
			}
			entries = append(entries, a)
		}
		answer[l.name] = entries
	}
	maps.Copy(answer, r.beside)
	return answer, nil
}

// do answers an entry.
func (r *Request) do(ctx context.Context, w *work, j *job) (answerEntry, error) {
	a := answerEntry{"status": statusCancelled}
	maps.Copy(a, j.given)
	var models []*baseline.Model
	for i, at := range j.fits {
		if ctx.Err() != nil {
			break
		}
		w.begin(j, i)
		m, err := w.fit(ctx, at)
		switch {
		case m != nil: // says itself that it has not converged
			models = append(models, m)
		case ctx.Err() == nil:
			return nil, bad(j.place, "%s", strings.TrimPrefix(reason(err), "baseline: "+at.method.String()+": "))
		}
	}
	if len(models) == 0 {
		return a, nil
	}
	told, err := r.told(ctx, models[0])
	if err != nil {
		return nil, err
	}
	maps.Copy(a, told)
	if len(models) < len(j.fits) {
		a["status"] = statusCancelled
	}
	return a, j.tell(a, models)
}

// A work holds the systems of a request. Each is prepared once and dropped after its last
// fit.
type work struct {
	frame   *data.Frame
	systems []baseline.Method
	left    []int // fits of each
	ready   []*baseline.Prepared

	mu      sync.Mutex
	entries int
	number  int // of the entry at work, from 1
	at      *job
	fits    int // of the job, done
	from    time.Time
}

func (r *Request) work() *work {
	w := &work{frame: r.frame, systems: r.systems, left: make([]int, len(r.systems)), ready: make([]*baseline.Prepared, len(r.systems)), from: time.Now()}
	for _, jobs := range r.jobs {
		for _, j := range jobs {
			w.entries++
			for _, at := range j.fits {
				w.left[at.system]++
			}
		}
	}
	return w
}

// begin notes which entry is under way.
func (w *work) begin(j *job, fit int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.at != j {
		w.number++
	}
	w.at, w.fits = j, fit
}

// String describes the fit that is under way in a line.
func (w *work) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.at == nil {
		return ""
	}
	at := w.at.fits[w.fits]
	return fmt.Sprintf("%s, %d of %d: %v at %s = %.4g, %.1f s", w.at.place, w.number, w.entries, at.method, at.field, at.weight, time.Since(w.from).Seconds())
}

// fit fits a system at a weight.
func (w *work) fit(ctx context.Context, at plannedFit) (*baseline.Model, error) {
	p, err := w.prepare(ctx, at.system)
	if err != nil {
		return nil, err
	}
	m, err := p.Fit(ctx, nvsd.Tau(at.weight))
	w.left[at.system]--
	if w.left[at.system] == 0 && !w.wanted(p) {
		w.ready[at.system] = nil
	}
	return m, err
}

// prepare prepares a system if that is not done yet, from another one if possible.
func (w *work) prepare(ctx context.Context, i int) (*baseline.Prepared, error) {
	if w.ready[i] != nil {
		return w.ready[i], nil
	}
	for k, p := range w.ready {
		if p == nil {
			continue
		}
		if other, ok := p.With(w.systems[i]); ok {
			if w.left[k] == 0 { // other replaces it
				w.ready[k] = nil
			}
			w.ready[i] = other
			return other, nil
		}
	}
	p, err := baseline.Prepare(ctx, w.systems[i], w.frame)
	if err != nil {
		return nil, err
	}
	w.ready[i] = p
	return p, nil
}

// wanted reports whether a later system can be made from p.
func (w *work) wanted(p *baseline.Prepared) bool {
	for i, m := range w.systems {
		if w.left[i] > 0 && w.ready[i] == nil {
			if _, ok := p.With(m); ok {
				return true
			}
		}
	}
	return false
}

// watch passes on the lines that line returns until stop is called.
func (p Progress) watch(line func() string) (stop func()) {
	if p.Tell == nil || p.Every <= 0 {
		return func() {}
	}
	ended, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		tick := time.NewTicker(p.Every)
		defer tick.Stop()
		for {
			select {
			case <-ended:
				return
			case <-tick.C:
				if text := line(); text != "" {
					p.Tell(text)
				}
			}
		}
	}()
	return func() {
		close(ended)
		<-gone
	}
}
