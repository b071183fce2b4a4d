package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sort"
	"sync"
	"sync/atomic"
)

type key struct{ name string }
type K2 int
type Conf struct {
	A int
	B string
}
type MyErr struct{ Code int }

func (e MyErr) Error() string { return fmt.Sprint("code ", e.Code) }

type LV struct{ u, p string }

func (l LV) LogValue() slog.Value {
	return slog.GroupValue(slog.String("user", l.u), slog.String("pass", "***"))
}

type St int

func (s St) String() string { return "St!" }

func main() {
	var av atomic.Value
	av.Store(Conf{1, "x"})
	fmt.Println(av.Load().(Conf).A)
	av.Store(Conf{2, "y"})
	fmt.Println(av.Load().(Conf))
	func() {
		defer func() { fmt.Println(recover()) }()
		av.Store(key{"a"})
	}()
	var sm sync.Map
	sm.Store(key{"a"}, 1)
	sm.Store(K2(1), 2)
	sm.Store(1, 3)
	fmt.Println(sm.Load(key{"a"}))
	fmt.Println(sm.Load(K2(1)))
	fmt.Println(sm.Load(1))
	fmt.Println(sm.Load(key{"b"}))
	v, loaded := sm.LoadOrStore(key{"a"}, 9)
	fmt.Println(v, loaded)
	sm.Range(func(k, v any) bool {
		switch k.(type) {
		case key:
			fmt.Println("key", v)
		}
		return true
	})
	ctx := context.WithValue(context.Background(), key{"q"}, Conf{5, "c"})
	ctx = context.WithValue(ctx, K2(3), "k2")
	fmt.Println(ctx.Value(key{"q"}), ctx.Value(K2(3)), ctx.Value(3), ctx.Value(key{"r"}))
	c, ok := ctx.Value(key{"q"}).(Conf)
	fmt.Println(c.A, ok)
	fmt.Println(errors.Is(fmt.Errorf("w: %w", MyErr{3}), MyErr{3}), errors.Is(fmt.Errorf("w: %w", MyErr{3}), MyErr{4}))
	var me MyErr
	fmt.Println(errors.As(fmt.Errorf("w: %w", MyErr{3}), &me), me.Code)
	log := slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: func(g []string, a slog.Attr) slog.Attr {
		if a.Key == "time" {
			return slog.Attr{}
		}
		return a
	}}))
	log.Info("msg", "conf", Conf{1, "z"}, "st", St(1), "err", MyErr{2}, "lv", LV{"u", "p"})
	jl := slog.New(slog.NewJSONHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: func(g []string, a slog.Attr) slog.Attr {
		if a.Key == "time" {
			return slog.Attr{}
		}
		return a
	}}))
	jl.Info("msg", "conf", Conf{1, "z"}, "st", St(1), "err", MyErr{2}, "lv", LV{"u", "p"})
	people := []Conf{{3, "c"}, {1, "a"}, {2, "b"}}
	sort.Slice(people, func(i, j int) bool { return people[i].A < people[j].A })
	fmt.Println(people)
	pool := sync.Pool{New: func() any { return &Conf{7, "p"} }}
	fmt.Println(pool.Get().(*Conf).A)
	m := map[any]string{key{"a"}: "ka", K2(1): "k2", 1: "one"}
	fmt.Println(m[key{"a"}], m[K2(1)], m[1], len(m))
	cause, cancel := context.WithCancelCause(context.Background())
	cancel(MyErr{9})
	fmt.Println(context.Cause(cause), errors.Is(context.Cause(cause), MyErr{9}))
	fmt.Println(errors.Is(errors.Join(MyErr{1}, MyErr{2}), MyErr{2}))
}
