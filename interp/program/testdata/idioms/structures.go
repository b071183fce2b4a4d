package main

import (
	"encoding/json"
	"fmt"
	"sort"
	"sync"
)

type node struct {
	next *node
	list *list
	val  int
}

type list struct {
	root node
	len  int
}

func (l *list) push(v int) *list {
	l.root.next = &node{next: l.root.next, list: l, val: v}
	l.len++
	return l
}

type base struct{ id int }

func (b *base) ID() int     { return b.id }
func (b base) Kind() string { return "base" }

type derived struct {
	base
	sync.Mutex
	name string
}

func (d derived) Kind() string { return "derived of " + d.base.Kind() }

type byAge []person

type person struct {
	Name string `json:"name"`
	Age  int    `json:"age,omitempty"`
	note string
}

func (b byAge) Len() int           { return len(b) }
func (b byAge) Less(i, j int) bool { return b[i].Age < b[j].Age }
func (b byAge) Swap(i, j int)      { b[i], b[j] = b[j], b[i] }

type state func(*machine) state

type machine struct{ steps int }

func start(m *machine) state { m.steps++; return middle }
func middle(m *machine) state {
	if m.steps++; m.steps < 5 {
		return start
	}
	return nil
}

type weekday int

const (
	sunday weekday = iota
	monday
)

func (d weekday) String() string { return [...]string{"Sun", "Mon"}[d] }

func main() {
	l := (&list{}).push(1).push(2)
	for n := l.root.next; n != nil; n = n.next {
		fmt.Print(n.val, n.list == l, " ")
	}
	fmt.Println(l.len)
	d := &derived{base: base{7}, name: "x"}
	d.Lock()
	d.id++
	d.Unlock()
	fmt.Println(d.ID(), d.Kind(), d.base.Kind())
	people := byAge{{"Bo", 40, "n"}, {"Al", 30, ""}}
	sort.Sort(people)
	fmt.Printf("%v %+v\n", people, people[0])
	sort.Slice(people, func(i, j int) bool { return people[i].Name > people[j].Name })
	text, err := json.Marshal(people)
	fmt.Println(string(text), err)
	var back []person
	fmt.Println(json.Unmarshal(text, &back), back)
	m := &machine{}
	for s := state(start); s != nil; s = s(m) {
	}
	fmt.Println(m.steps, sunday, monday, []weekday{1, 0}, map[weekday]string{monday: "m", sunday: "s"})
	copied := *d
	copied.name = "y"
	fmt.Println(d.name, copied.name, person{} == person{"", 0, ""})
	var wg sync.WaitGroup
	results := make(chan person, 3)
	for i := range 3 {
		wg.Add(1)
		go func() { defer wg.Done(); results <- person{Age: i} }()
	}
	wg.Wait()
	close(results)
	total := 0
	for p := range results {
		total += p.Age
	}
	fmt.Println(total)
	select {
	case p, ok := <-results:
		fmt.Println(p, ok)
	default:
		fmt.Println("default")
	}
}
