package study

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"sync"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/internal/version"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/progress"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/trait"
)

// An Option is a setting of [Run].
type Option func(*options)

type options struct {
	shard, shards int // from 1; 0 of 0 is all
	retry         bool
}

// Shard computes part i of n, from 1, of the units. The parts are about equally large, and together they are all units; the
// same folder may be shared by them, or their folders merged.
func Shard(i, n int) Option { return func(o *options) { o.shard, o.shards = i, n } }

// RetryFailed computes again the units whose method has failed.
func RetryFailed() Option { return func(o *options) { o.retry = true } }

// Run computes the units of the design that have no result in the folder dir, and returns the results of all. In the folder ""
// nothing is kept. A method that fails, or panics, on a replication has its error as the result there, and is
// not run again unless [RetryFailed] says so. A result whose file is broken is computed again, and Broken counts it.
//
// The results do not depend on the number of processors, nor on the order or the parts in which they are
// computed. Where ctx ends, or a disk is full, Run returns the results that there are together with the error.
func Run(ctx context.Context, d Design, dir string, with ...Option) (*Results, error) {
	o := optionsOf(with)
	if o.shards != 0 && (o.shard < 1 || o.shard > o.shards) {
		return nil, fmt.Errorf("study: shard %d of %d: shards are 1 to %d", o.shard, o.shards, o.shards)
	}
	r, err := prepare(d, dir)
	if err != nil {
		return nil, err
	}
	if r.archive != nil {
		return r, nil
	}
	var todo []Unit
	for _, u := range d.Units() {
		have := r.all[u]
		if o.has(u) && (have == nil || o.retry && have.Err != "") {
			todo = append(todo, u)
		}
	}
	return r, r.compute(ctx, todo)
}

func optionsOf(with []Option) (o options) {
	for _, set := range with {
		set(&o)
	}
	return o
}

// prepare returns the results that there are, and makes the folder one of the design.
func prepare(d Design, dir string) (*Results, error) {
	r, err := Read(d, dir)
	if err != nil || r.store == nil {
		return r, err
	}
	return r, r.store.adopt(r.blueprint)
}

// has reports whether a unit is in the shard. Neighbours are in different ones, since methods take different times.
func (o options) has(u Unit) bool {
	if o.shards == 0 {
		return true
	}
	h := fnv.New64a()
	fmt.Fprint(h, u)
	return h.Sum64()%uint64(o.shards) == uint64(o.shard-1)
}

// compute computes units, and keeps each when it is done.
func (r *Results) compute(ctx context.Context, todo []Unit) error {
	if len(todo) == 0 {
		return nil
	}
	d, err := r.design.made(ctx)
	if err != nil {
		return err
	}
	r.design = d
	var mu sync.Mutex
	_, err = progress.Units{Of: "study " + r.design.Name, Unit: "unit", All: len(todo)}.Each(ctx, func(ctx context.Context, i int) error {
		own, err := r.design.Do(ctx, todo[i])
		if err != nil {
			return err
		}
		own.Program = version.String()
		if r.store != nil {
			if err := r.keep(own); err != nil {
				return err
			}
		}
		mu.Lock()
		defer mu.Unlock()
		r.all[own.Unit] = own
		return nil
	})
	return err
}

func (r *Results) keep(own *Result) error {
	key, err := r.blueprint.key(own.Unit)
	if err != nil {
		return err
	}
	return r.store.write(key, own)
}

// Do computes one unit. A failure of the method is in the result; the error is of a unit that the design does not have, of code that
// cannot be made, or that ctx has ended.
func (d Design) Do(ctx context.Context, u Unit) (*Result, error) {
	d, err := d.made(ctx)
	if err != nil {
		return nil, err
	}
	p, err := d.problem(u.Problem)
	if err != nil {
		return nil, err
	}
	var how Fitter
	for _, m := range d.Methods {
		if m.Name == u.Method {
			how = m.Fit
		}
	}
	if how == nil {
		return nil, fmt.Errorf("study: %q has no method %q", d.Name, u.Method)
	}
	own := &Result{Unit: u}
	data, err := d.replication(p, u.Train, u.Rep)
	if err == nil {
		start := time.Now()
		own.Outcomes, err = outcomes(ctx, how, data)
		own.Seconds = time.Since(start).Seconds()
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		own.Outcomes, own.Err = nil, err.Error()
	}
	return own, nil
}

// outcomes fits a method and measures its models. A panic, as code of a cell may have, is an error.
func outcomes(ctx context.Context, how Fitter, data *Replication) (rows []Row, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			rows, err = nil, fmt.Errorf("panic: %v", cause)
		}
	}()
	found, err := how.Fit(ctx, data)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, errors.New("study: the method has returned no model")
	}
	for _, own := range found {
		if own.Model == nil {
			return nil, errors.New("study: the method has returned no model")
		}
		selected, values, err := measured(own.Model, data)
		if err != nil {
			return nil, err
		}
		for _, m := range Measures() { // in their order, since an error is a result too
			if v := values[m]; math.IsInf(v, 0) || math.IsNaN(v) {
				return nil, fmt.Errorf("study: the %s is %v", m, v)
			}
		}
		row := Row{Rule: own.Rule, Selected: selected, Values: values}
		var said warned
		if trait.Find(own.Model, &said) {
			row.Warnings = said.Warnings()
		}
		rows = append(rows, row)
	}
	return rows, nil
}
