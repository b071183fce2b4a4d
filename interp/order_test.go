package interp

import "testing"

// The order in which a cell initialises what it declares.
var orders = []script{
	{"init runs when the variables that it uses have begun", []step{
		{code: "var s string\nfunc init() { s = \"x\" }\ns", result: "x"},
		{code: "s", result: "x"},
		{code: "func init() { s += \"y\" }\nfunc init() { s += \"z\"; add(\"w\") }\nfunc add(t string) { s += t; n++ }\nvar n = 4\nvar t = s + \"t\""},
		{code: "s, n, t", result: "xyzw\n5\nxt"},
		{code: "func init() { add(\"a\") }\ns := \"b\"\ns", result: "ba"},
		{code: "func init() { add(\"c\") }\ns", result: "bac"},
		{code: "var s string\nfunc init() { s = \"x\" }\ns", result: "x"},
		{code: "func init() { s = \"first\" }\nfmt.Println(s)\ns := \"second\"\nfmt.Println(s)", out: "x\nfirst\n"},
		{code: "type T struct{}\nfunc (T) set() { v = append(v, 1) }\nfunc init() { var t T; t.set() }\nv := []int{0}\nfunc init() { T{}.set() }\nv", result: "[0 1 1]"},
		{code: "var a = func() int { fmt.Println(\"a\"); return 1 }()\nfunc init() { fmt.Println(\"init\") }\nvar b = func() int { fmt.Println(\"b\"); return 1 }()\nfmt.Println(\"last\")", out: "a\nb\ninit\nlast\n"},
		{code: "func init() { var x []int; x[0]++ }\nfmt.Println(\"not\")", fail: "In[11]:1: index out of range [0] with length 0"},
		{code: "func init() { m[\"a\"] = 1 }\nvar m = map[string]int{}", err: ""},
		{code: "func init() { s = \"last\" }\nvar s = \"s\"", err: ""},
		{code: "len(m), s", result: "1\nlast"},
	}},
	{"declarations of variables in the order of Go", []step{
		{code: "var (\n\ta = f(b)\n\tb = 2\n)\nfunc f(x int) int { return x + 1 }\na, b", result: "3\n2"},
		{code: "var (\n\ta = f(b)\n\tb = 20\n)\na, b", result: "21\n20"},
		{code: "var (\n\tx = y + z\n\ty, z = pair()\n)\nfunc pair() (int, int) { return w, w + 1 }\nvar w = 5\nx", result: "11"},
		{code: "var n = T{}.M()\nvar k = 7\ntype T struct{}\nfunc (T) M() int { return k }\nn", result: "7"},
		{code: "var n = T{}.M()\nvar k = 8\nn", result: "7"},
		{code: "var (\n\tp, q = r, 2\n\tr = q * 10\n)\np", result: "20"},
		{code: "var (\n\tlit = func() int { return late }()\n\tlate = 4\n)\nlit", result: "4"},
		{code: "var (\n\tzero = fill(&list)\n\tlist []int\n)\nfunc fill(p *[]int) int { *p = []int{1}; return 0 }\nlist", result: "[1]"},
		{code: "func say(s string) string { fmt.Println(s); return s }\nvar (\n\ts1 = say(\"one \" + s3)\n\ts2 = say(\"two\")\n\ts3 = say(\"three\")\n)", out: "two\nthree\none three\n"},
		{code: "var u = strings.Repeat(\"a\", count)\nvar count = 3", fail: "In[10]:1:29: undefined: count"},
		{code: "count := 1"},
		{code: "var before = count\nvar count = 2\nbefore, count", result: "1\n2"},
		{code: "var (\n\tcount = count + 1\n\tnext = count\n)\ncount, next", result: "3\n3"},
		{code: "var count, next = next, count\ncount++\ncount, next", result: "4\n3"},
		{code: "var m = nvsd.Fixed(part)\nvar part = half()\nfunc half() float64 { return 0.5 }", fail: "In[15]:1:20: undefined: part"},
		{code: "var (\n\td = text(e)\n\te = strconv.Atoi(\"6\")\n)\nfunc text(n int) string { return fmt.Sprint(n, n) }\nd", result: "6 6"},
	}},
	{"cycles of initialisation", []step{
		{code: "var (\n\ta = b\n\tb = a\n)", fail: "In[1]:2:2: initialization cycle for a\n\ta refers to b\n\tb refers to a"},
		{code: "var (\n\ta = f()\n\tb = a\n)\nfunc f() int { return b }", fail: "In[2]:2:2: initialization cycle for a\n\ta refers to f\n\tf refers to b\n\tb refers to a"},
		{code: "type T struct{}\nfunc (T) M() int { return c }\nvar (\n\tc = T{}.M()\n\td = 1\n)", fail: "In[3]:4:2: initialization cycle for c\n\tc refers to M\n\tM refers to c"},
		{code: "func stop() { fmt.Println(len(srv)) }\nfunc start(f func()) string { return \"srv\" }\nvar srv = start(stop)\nstop()", out: "3\n"},
		{code: "var n = 1\nvar srv = start(stop)\nstop()", out: "3\n"},
	}},
	{"a file that is pasted whole", []step{
		{code: "package main\n\nimport (\n\t\"fmt\"\n\tstr \"strings\"\n)\n\nvar table = build()\nvar size = 3\n\nfunc build() []int { return make([]int, size) }\n\nfunc init() { size++ }\n\nfunc main() { fmt.Println(str.ToUpper(\"x\"), table, size) }\n",
			out: "X [0 0 0] 4\n", err: "In[1] is a whole file of package main: its imports and declarations are the session's from now on, and main is called\n"},
		{code: "size++\nmain()", out: "X [0 0 0] 5\n"},
		{code: "str.Repeat(\"a\", 2)", result: "aa"},
		{code: "// A comment.\npackage main\n\nvar a = b\nvar b = 1\n\nfunc main() { panic(a) }", err: "In[4] is a whole file of package main: its imports and declarations are the session's from now on, and main is called\n", fail: "In[4]:7: 1"},
		{code: "package main\n\nfunc main() { fmt.Println(\"main\") }\nmain()\nmain()", out: "main\nmain\n", err: "In[5] is a whole file of package main: its imports and declarations are the session's from now on\n"},
		{code: "package area\n\nimport \"math\"\n\nfunc Circle(r float64) float64 { return math.Pi * r * r }", err: "In[6] is a whole file of package area: its imports and declarations are the session's from now on\n"},
		{code: "Circle(0)", result: "0"},
		{code: "x := 1\npackage main", fail: "In[8]:2:1: expected statement, found 'package'"},
		{code: "package main\n\nvar a = b\nvar b = a", fail: "In[9]:3:5: initialization cycle for a\n\ta refers to b\n\tb refers to a"},
	}},
}

func TestOrders(t *testing.T) { play(t, orders) }
