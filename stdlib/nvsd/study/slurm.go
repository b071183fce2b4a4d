package study

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/progress"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/report"
)

// Slurm runs studies as job arrays of Slurm, from a machine that has its commands:
//
//	study.Slurm{Partition: "short"}.Run(d, "/shared/e1")
//
// The folder must be one that all nodes see at the same path, and so must this program, which is the worker. Only files of
// results count, and never the state of a job: what has no file when its job is gone is submitted again, at most three times in all.
type Slurm struct {
	Partition, Account string        // "" is the default of the site
	Time               time.Duration // that an element may take, in whole minutes; 0 is the default of the site
	Memory             string        // of an element, as sbatch has it: "2G"; "" is the default of the site
	CPUs               int           // of an element; 0 is 1
	Chunk              time.Duration // that an element should take, by the pilot; 0 is 45 s
	MaxRunning         int           // elements at once; 0 is as many as the site allows
	Args               []string      // more arguments of sbatch
	Program            string        // path of nvsd-kernel on the nodes; "" is this program
	Pilot              time.Duration // in which units are tried here first, to know what they cost; 0 is 60 s
}

const (
	usualChunk = 45 * time.Second
	usualPilot = 60 * time.Second
	mostRounds = 3

	// A file may be seen by other machines some time after it was written.
	fileLatency = 5 * time.Second
)

// submitted is the account of what was submitted, in slurm/jobs.json of the folder, for a later run and other shells.
type submitted struct {
	Round int      `json:"round"`
	Jobs  []string `json:"jobs"`
}

// Run computes what is missing in the folder as [Run] does, on the cluster. If jobs of an earlier run of the same folder are
// still there, it waits for these first. Where ctx ends, the jobs are cancelled, what is done is kept, and the results come together
// with the error.
func (s Slurm) Run(ctx context.Context, d Design, dir string, with ...Option) (*Results, error) {
	o := optionsOf(with)
	if dir == "" {
		return nil, errors.New("study: on a cluster a study needs a folder that all nodes see")
	}
	if err := d.travels(); err != nil {
		return nil, err
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("study: %w", err)
	}
	r, err := prepare(d, dir)
	if err != nil {
		return nil, err
	}
	if o.retry {
		if err := r.forgetFailed(); err != nil {
			return nil, err
		}
	}
	program := s.Program
	if program == "" {
		program, err = os.Executable()
		if err != nil {
			return nil, fmt.Errorf("study: %w", err)
		}
	}
	if err := os.MkdirAll(filepath.Join(dir, "slurm", "logs"), 0o777); err != nil {
		return nil, fmt.Errorf("study: %w", err)
	}
	return r, r.onSlurm(ctx, queue{s, dir}, program)
}

// forgetFailed removes the results of units that have failed.
func (r *Results) forgetFailed() error {
	for _, own := range r.Failed() {
		key, err := r.blueprint.key(own.Unit)
		if err != nil {
			return err
		}
		if err := os.Remove(r.store.path(key)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("study: %w", err)
		}
		delete(r.all, own.Unit)
	}
	return nil
}

// missing returns the units without a result.
func (r *Results) missing() []Unit {
	return slices.DeleteFunc(slices.Clone(r.units), func(u Unit) bool { return r.all[u] != nil })
}

// onSlurm submits what is missing until nothing is.
func (r *Results) onSlurm(ctx context.Context, q queue, program string) error {
	had := len(r.all)
	if had == len(r.units) {
		return nil
	}
	ctx, at := progress.Begin(ctx, progress.Part{Of: "study " + r.design.Name + " on Slurm", Unit: "unit", All: len(r.units) - had})
	defer at.End()
	tell := func() { at.Reached(ctx, len(r.all)-had) }
	before := q.before()
	if len(before.Jobs) > 0 {
		if count, known := q.active(ctx, before.Jobs); known && count > 0 {
			if err := r.await(ctx, q, before.Jobs, tell); err != nil {
				return err
			}
		}
	}
	if len(r.missing()) == 0 {
		return nil
	}
	pilot := q.Pilot
	if pilot == 0 {
		pilot = usualPilot
	}
	if err := r.pilot(ctx, pilot.Seconds()); err != nil {
		return err
	}
	for round := range mostRounds {
		todo := r.missing()
		if len(todo) == 0 {
			return nil
		}
		chunk := q.Chunk
		if chunk == 0 {
			chunk = usualChunk
		}
		if round > 0 { // each alone, since one of them may have taken its neighbours with it
			chunk = 0
		}
		jobs, err := r.submit(ctx, q, program, before.Round+1+round, pack(todo, r.Plan().Costs, chunk.Seconds()))
		if err != nil {
			return err
		}
		if err := r.await(ctx, q, jobs, tell); err != nil {
			return err
		}
	}
	left := r.missing()
	if len(left) == 0 {
		return nil
	}
	return fmt.Errorf("study: %s left without a result after %d submissions, the first of them %v: what the workers said is in %s",
		report.Plural(len(left), "unit"), mostRounds, left[0], filepath.Join(q.dir, "slurm", "logs"))
}

// before returns the account of an earlier run.
func (q queue) before() (s submitted) {
	text, err := os.ReadFile(filepath.Join(q.dir, "slurm", "jobs.json"))
	if err != nil || json.Unmarshal(text, &s) != nil {
		return submitted{}
	}
	return s
}

// submit submits the elements of a round, as many arrays as they need, and notes their jobs.
func (r *Results) submit(ctx context.Context, q queue, program string, round int, elements []element) (jobs []string, err error) {
	if err := r.writeElements(round, elements); err != nil {
		return nil, fmt.Errorf("study: %w", err)
	}
	size := q.arraySize(ctx)
	for first := 0; first < len(elements); first += size {
		job, err := q.submit(ctx, program, round, first, min(size, len(elements)-first))
		if err != nil {
			return nil, errors.Join(err, q.cancelAll(jobs))
		}
		jobs = append(jobs, job)
		text, err := json.Marshal(submitted{round, jobs})
		if err == nil {
			err = r.store.writeFile(filepath.Join(q.dir, "slurm", "jobs.json"), text)
		}
		if err != nil {
			return nil, errors.Join(fmt.Errorf("study: %w", err), q.cancelAll(jobs))
		}
	}
	return jobs, nil
}

func (q queue) cancelAll(jobs []string) error {
	if len(jobs) == 0 {
		return nil
	}
	return q.cancel(jobs)
}

// await waits until nothing is missing, or the jobs are gone. Where ctx ends it cancels them.
func (r *Results) await(ctx context.Context, q queue, jobs []string, tell func()) error {
	const shortest, longest = 200 * time.Millisecond, 10 * time.Second
	pause := shortest
	var gone time.Time // since when no job has been there
	for {
		before := len(r.all)
		if err := r.look(r.missing()); err != nil {
			return err
		}
		if len(r.all) > before {
			tell()
		}
		if len(r.missing()) == 0 {
			return nil
		}
		count, known := q.active(ctx, jobs)
		switch {
		case known && count > 0 || !known:
			gone = time.Time{}
		case gone.IsZero():
			gone = time.Now()
		case time.Since(gone) > fileLatency:
			return nil
		}
		select {
		case <-ctx.Done():
			if err := r.look(r.missing()); err != nil {
				return errors.Join(err, q.cancelAll(jobs))
			}
			return errors.Join(fmt.Errorf("study: %s on Slurm stopped after %d of %s: %w", r.design.Name, len(r.all), report.Plural(len(r.units), "unit"), ctx.Err()), q.cancelAll(jobs))
		case <-time.After(pause):
		}
		pause = min(pause*3/2, longest)
	}
}
