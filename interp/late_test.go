package interp

import (
	"testing"
)

// What a goroutine does after the end of its cell belongs to that cell, while
// another runs and while none does.
func TestLateOutput(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, first string }{
		{"go", "go late()"},
		{"go in a goroutine", "go func() { defer recover(); go late() }()"},
		{"time.AfterFunc", "time.AfterFunc(time.Millisecond, late)"},
		{"context.AfterFunc", "c, cancel := context.WithTimeout(context.Background(), time.Millisecond)\ncontext.AfterFunc(c, late)\n_ = cancel"},
		{"a goroutine of compiled code", "var group sync.WaitGroup\ngroup.Go(late)"},
		{"an iterator's goroutine", "next, _ := iter.Pull(func(yield func(int) bool) { late(); yield(1) })\ngo next()"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			n := open(t)
			n.run(`release, said := make(chan bool), make(chan bool)
func late() {
	for range 2 {
		<-release
		fmt.Println("out")
		fmt.Fprintln(os.Stderr, "err")
		display.Show("shown")
		log.SetFlags(0)
		log.Print("log")
		display.ShowAs("p", 1)
		display.Update("p", 2)
		display.Clear(true)
		display.Page("paged")
		c, _ := comm.Open("t", nil)
		c.Close(nil)
		println("printed")
		said <- true
	}
}`)
			n.run(c.first + "\ntime.Sleep(20 * time.Millisecond)")
			id := n.queue("fmt.Println(1); release <- true; <-said; fmt.Println(2)")
			late := []string{
				"cell 2: stdout out", "cell 2: stderr err", "cell 2: show shown", "cell 2: stderr log", "cell 2: show 1 p", "cell 2: update 2 p",
				"cell 2: clear wait=true", "cell 2: page paged", "cell 2: comm_open t {} {} []", "cell 2: comm_close {} []", "cell 2: stderr printed",
			}
			expect(t, n.until(id), append(append([]string{"cell 3: stdout 1"}, late...), "cell 3: stdout 2", "cell 3: done")...)

			n.finish(n.queue("go func() { time.Sleep(50 * time.Millisecond); release <- true; <-said }()"))
			var idle []string
			for range late {
				idle = append(idle, order(n.event()))
			}
			expect(t, idle, late...)
		})
	}
}
