package worker

import (
	"bytes"
	"fmt"
	"strconv"
	"testing"
)

// What a cell leaves behind is what it declares, and not the cell: a thousand
// small ones leave less than a kilobyte or two each.
func TestCellsLeaveLittle(t *testing.T) {
	p := start(t)
	heap := func(n int) int {
		r := do(t, p, program(n, `import "runtime"; import "fmt"`, `runtime.GC(); var m runtime.MemStats; runtime.ReadMemStats(&m); fmt.Print(m.HeapAlloc)`))
		size, err := strconv.Atoi(string(bytes.TrimSpace([]byte(r.stdout))))
		if err != nil {
			t.Fatal(r)
		}
		return size
	}
	const cells = 1000
	before := heap(1)
	for i := range cells {
		c := program(2+i, fmt.Sprintf(`import "strings"; var v%d int`, i), fmt.Sprintf(`v%d = len(strings.Repeat("x", %d))`, i, i))
		c.Once = append(c.Once, c.Entry)
		do(t, p, c)
	}
	if each := (heap(cells+2) - before) / cells; each > 4<<10 {
		t.Errorf("a cell has left %d bytes", each)
	}
}

// What later programs and goroutines need of an earlier one is there.
func TestTidiedProgramsGoOn(t *testing.T) {
	p := start(t)
	first := program(1, "import \"fmt\"; var say func(int); func twice(n int) int { return 2 * n }; var more = make(chan int)",
		`say = func(n int) { fmt.Println(twice(n)) }; go func() { for n := range more { say(n); more <- 0 } }()`)
	first.Once = append(first.Once, first.Entry)
	do(t, p, first)
	for i := range 3 {
		next := program(2+i, ``, fmt.Sprintf(`say(%d); more <- %d; <-more; _ = twice(1)`, i, i+10))
		next.Once = append(next.Once, next.Entry)
		if r := do(t, p, next); r.stdout != fmt.Sprintf("%d\n%d\n", 2*i, 2*(i+10)) {
			t.Errorf("run %d wrote %q: %+v", i, r.stdout, r)
		}
	}
}
