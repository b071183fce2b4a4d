package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"reflect"
	"sync"
	"sync/atomic"
	"time"
)

type config struct {
	name string
	size int
}

type server struct {
	current atomic.Pointer[config]
	hits    atomic.Int64
}

type notFound struct{ what string }

func (e *notFound) Error() string { return "no " + e.what }

// An alike error says of itself that it is another.
type alike struct{ notFound }

func (e alike) As(target any) bool {
	p, ok := target.(**notFound)
	if ok {
		*p = &notFound{"likeness of " + e.what}
	}
	return ok
}

func (e alike) Error() string { return "alike" }

type code int

func (c code) Error() string { return fmt.Sprint("code ", int(c)) }

func main() {
	load := sync.OnceValue(func() config { fmt.Println("loading"); return config{"a", 1} })
	fmt.Println(load(), load().size)
	open := sync.OnceValues(func() (*config, error) { fmt.Println("opening"); return nil, &notFound{"file"} })
	_, err := open()
	_, again := open()
	fmt.Println(err == again, err)
	fails := sync.OnceValue(func() int { panic(code(7)) })
	for range 2 {
		func() {
			defer func() { fmt.Println("recovered", recover()) }()
			fails()
		}()
	}
	sync.OnceFunc(func() { fmt.Println("once") })()

	var s server
	fmt.Println(s.current.Load() == nil)
	first := &config{"first", 1}
	s.current.Store(first)
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Go(func() {
			for {
				old := s.current.Load()
				if s.current.CompareAndSwap(old, &config{"next", old.size + i}) {
					s.hits.Add(1)
					return
				}
			}
		})
	}
	wg.Wait()
	fmt.Println(*s.current.Load(), s.hits.Load())
	p := &s.current
	fmt.Println(p.Swap(first).size, p.Load() == first)
	numbers := make([]atomic.Pointer[int], 2)
	n := 5
	numbers[1].Store(&n)
	*numbers[1].Load()++
	fmt.Printf("%d %T\n", n, p)

	wrapped := fmt.Errorf("around: %w", errors.Join(code(3), &notFound{"key"}))
	if e, ok := errors.AsType[*notFound](wrapped); ok {
		fmt.Println("not found:", e.what)
	}
	if e, ok := errors.AsType[*notFound](fmt.Errorf("around: %w", alike{notFound{"key"}})); ok {
		fmt.Println("not found:", e.what)
	}
	c, ok := errors.AsType[code](wrapped)
	_, isPath := errors.AsType[*fs.PathError](wrapped)
	fmt.Println(c, ok, isPath)

	d := rand.N(10 * time.Millisecond)
	fmt.Println(d >= 0 && d < 10*time.Millisecond, rand.N(1))
	fmt.Println(reflect.TypeFor[error](), reflect.TypeFor[[]int](), reflect.TypeFor[map[string]float64]().Kind())
	x, ok := reflect.TypeAssert[int](reflect.ValueOf(42))
	fmt.Println(x, ok, cmp.Or("", "default"), cmp.Or(code(0), code(4)), *cmp.Or(nil, &n))
}
