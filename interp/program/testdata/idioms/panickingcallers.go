package main

import (
	"fmt"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"sort"
	"strings"
	"sync"
)

// name is the name of a function, and for those that Go's runtime keeps to itself and that
// differ between processors no more than that.
func name(function string) string {
	inner, is := strings.CutPrefix(function, "runtime.")
	switch inner {
	case "gopanic", "main", "goexit", "Goexit", "panicmem", "sigpanic", "panicdivide", "panicshift", "panicdottypeE", "closechan", "Callers":
		return function
	}
	if is {
		return "runtime..."
	}
	return function
}

// calls prints the calls that this goroutine is in, in each of the ways to ask.
func calls(what string) {
	fmt.Println(what)
	for skip := range 4 {
		var list []string
		pcs := make([]uintptr, 40)
		frames := runtime.CallersFrames(pcs[:runtime.Callers(skip, pcs)])
		for more := true; more; {
			var f runtime.Frame
			f, more = frames.Next()
			at := name(f.Function)
			if filepath.Base(f.File) == "panickingcallers.go" && at != "main.main" && at != "main.after" {
				at += fmt.Sprint(":", f.Line)
			}
			if n := len(list); n == 0 || list[n-1] != at {
				list = append(list, at)
			}
		}
		fmt.Println("  from", skip, strings.Join(list, " "))
	}
	n := 0
	for n < 100 {
		if _, _, _, ok := runtime.Caller(n); !ok {
			break
		}
		n++
	}
	var pcs [100]uintptr
	fmt.Println("  as many one by one:", n == runtime.Callers(1, pcs[:]))
	var few [2]uintptr
	for _, pc := range few[:runtime.Callers(2, few[:])] {
		fmt.Print("  ", name(runtime.FuncForPC(pc-1).Name()))
	}
	fmt.Println()
	for _, line := range strings.Split(string(debug.Stack()), "\n") {
		if function, _, is := strings.Cut(line, "("); is && strings.Contains(function, "main.") && !strings.HasPrefix(line, "\t") && !strings.HasPrefix(line, "created") {
			fmt.Print("  ", function)
		} else if strings.HasPrefix(line, "panic(") || strings.HasPrefix(line, "runtime.") {
			fmt.Print("  ", function)
		}
	}
	fmt.Println()
}

type list struct {
	next  *list
	value int
}

func (l *list) get() int { return l.value }

var (
	five    = 5
	none    []int
	nothing *list
	nils    map[string]int
	closed  chan int
	held    any = 1
	atStart     = begin()
)

func begin() int {
	var pcs [10]uintptr
	frames := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs[:])])
	for range 2 {
		f, _ := frames.Next()
		fmt.Println("at the start:", f.Function)
	}
	return 0
}

var panics = []struct {
	what string
	do   func()
}{
	{"panic", func() { panic(five) }},
	{"error", func() { panic(fmt.Errorf("%d", five)) }},
	{"nil", func() { fmt.Sprint(nothing.value) }},
	{"method of nil", func() { nothing.get() }},
	{"nil function", func() {
		var f func()
		f()
	}},
	{"index", func() { none[five]++ }},
	{"index of a string", func() { fmt.Sprint("abc"[five]) }},
	{"slice", func() { fmt.Sprint(none[five:]) }},
	{"array", func() { fmt.Sprint([3]int(none)) }},
	{"divide", func() { fmt.Sprint(1 / (five - 5)) }},
	{"shift", func() { fmt.Sprint(1 << (five - 6)) }},
	{"make", func() { none = make([]int, five-6) }},
	{"nil map", func() { nils["a"] = 1 }},
	{"assertion", func() { fmt.Sprint(held.(string)) }},
	{"close", func() { close(closed) }},
	{"sort", func() { sort.Slice([]int{2, 1}, func(i, j int) bool { panic(five) }) }},
	{"once", func() {
		var o sync.Once
		o.Do(func() { panic(five) })
	}},
	{"compiled", func() { strings.Repeat("a", five-6) }},
}

func looks(what string) { calls(what) }

func recovering(do func()) {
	defer func() {
		recover()
		calls("recovered")
	}()
	do()
}

func unwinding(do func()) {
	defer func() { recover() }()
	defer calls("a declared function")
	defer looks("a declared function that calls")
	defer func() { calls("a literal") }()
	do()
}

func replacing() {
	defer func() {
		defer func() {
			recover()
			calls("the second recovered")
		}()
		panic("second")
	}()
	panic("first")
}

func twice() {
	defer func() {
		r := recover()
		defer func() {
			recover()
			calls("thrown again")
		}()
		panic(r)
	}()
	panic("first")
}

func after() {
	defer func() { calls("after a panic that is over") }()
	defer func() { recover() }()
	panic("over")
}

func recursive(n int) {
	if n == 0 {
		panic("deep")
	}
	defer func() { n++ }()
	recursive(n - 1)
}

func main() {
	calls("plain")
	for _, p := range panics {
		fmt.Println(p.what)
		recovering(p.do)
	}
	unwinding(panics[0].do)
	unwinding(panics[2].do)
	unwinding(func() { recursive(3) })
	func() {
		defer func() { recover() }()
		replacing()
	}()
	twice()
	after()
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		recovering(panics[0].do)
		calls("goroutine")
	}()
	wg.Wait()
	wg.Add(1)
	go func() {
		defer wg.Done()
		defer func() { calls("the end of a goroutine") }()
		runtime.Goexit()
	}()
	wg.Wait()
}
