package lower

import "slices"

// A Rule is something that a program is not written as it stands for, because
// the interpreter would get it wrong. Tests can leave out each of them: then
// the program is written in its place as it stands.
type Rule string

// The rules, in the order in which [Rules] describes them.
const (
	OwnVariables        Rule = "OwnVariables"
	NamedResults        Rule = "NamedResults"
	InitOrder           Rule = "InitOrder"
	RangeStrings        Rule = "RangeStrings"
	RangeIntegers       Rule = "RangeIntegers"
	RangeLengths        Rule = "RangeLengths"
	RangeChannels       Rule = "RangeChannels"
	RangePlaces         Rule = "RangePlaces"
	RangeFunctions      Rule = "RangeFunctions"
	Switches            Rule = "Switches"
	Selects             Rule = "Selects"
	DeferredCalls       Rule = "DeferredCalls"
	GoStatements        Rule = "GoStatements"
	Panics              Rule = "Panics"
	Places              Rule = "Places"
	ParallelAssignments Rule = "ParallelAssignments"
	PackageVariables    Rule = "PackageVariables"
	Constants           Rule = "Constants"
	ShiftCounts         Rule = "ShiftCounts"
	ArrayPointers       Rule = "ArrayPointers"
	CheckedAddresses    Rule = "CheckedAddresses"
	InterfaceEquality   Rule = "InterfaceEquality"
	BlankFields         Rule = "BlankFields"
	ChannelEquality     Rule = "ChannelEquality"
	Lengths             Rule = "Lengths"
	ChannelDirections   Rule = "ChannelDirections"
	NewValues           Rule = "NewValues"
	Extremes            Rule = "Extremes"
	Clearing            Rule = "Clearing"
	AppendedElements    Rule = "AppendedElements"
	InterfaceKeys       Rule = "InterfaceKeys"
	ListArguments       Rule = "ListArguments"
	NilLists            Rule = "NilLists"
	CallsOfCalls        Rule = "CallsOfCalls"
	MethodValues        Rule = "MethodValues"
	Boxes               Rule = "Boxes"
	Assertions          Rule = "Assertions"
	TypeTests           Rule = "TypeTests"
	Wrappers            Rule = "Wrappers"
	ArrayConversions    Rule = "ArrayConversions"
	UnsafePointers      Rule = "UnsafePointers"
	FieldNames          Rule = "FieldNames"
	ErrorTargets        Rule = "ErrorTargets"
	RawArguments        Rule = "RawArguments"
	Callers             Rule = "Callers"
	Finalizers          Rule = "Finalizers"
	Forms               Rule = "Forms"
)

// without reports whether a rule is left out.
func (s *Session) without(r Rule) bool { return s.Without[r] }

// A RuleText says what a rule is for.
type RuleText struct {
	Rule Rule
	File string // in which it stands
	Why  string // what the interpreter gets wrong without it, with an example
}

// Rules describes all rules.
func Rules() []RuleText { return slices.Clone(rules) }

var rules = []RuleText{
	{OwnVariables, "heap.go", "Function literals of different iterations share the variables that a loop declares: `for i := range 3 { f = append(f, func() int { return i }) }` gives functions that all return the last i."},
	{NamedResults, "function.go", "A named result begins with what an inner call of the same function has left in its place: `func f(n int) (r int) { r++; ... f(n-1) ... }` counts on."},
	{InitOrder, "package.go", "Variables of a package are initialised in the order in which they stand, not in that of what they depend on: `var a = b + 1; var b = 1` makes a 1."},
	{RangeStrings, "control.go", "A byte that is no rune ends a loop over a string too early or at a wrong index: `for i, r := range \"a\\xffb\"`."},
	{RangeIntegers, "control.go", "A loop over an integer can fail to compile: `for i := range 3 { defer fmt.Print(i) }`."},
	{RangeLengths, "control.go", "A loop over the indices of an array looks at the array, which may not be there: `var p *[3]int; for i := range p {}` panics."},
	{RangeChannels, "control.go", "A loop over a list of channels receives from the channel that is its value: `for _, c := range []chan int{a, b}`."},
	{RangePlaces, "control.go", "What a loop assigns to is found out too late: `for i, a[i] = range s` uses the new i."},
	{RangeFunctions, "stmt.go", "A loop over a function does not compile: `for x := range slices.Values(s)`."},
	{Switches, "control.go", "A case that falls through, or a condition in a case, goes to the wrong body: `switch { case x > 1: fallthrough; case false: ... }`."},
	{Selects, "select.go", "A select keeps its cases in one place for all goroutines, and break and labels of it go wrong: `for { select { case v := <-c: ...; break } }`."},
	{DeferredCalls, "stmt.go", "A deferred call takes its arguments when it is made, and recover does not give what was panicked with: `x := 1; defer fmt.Println(x); x = 2` prints 2."},
	{GoStatements, "stmt.go", "A go statement takes the function when the goroutine begins: `go f(x); f = g` calls g."},
	{Panics, "builtin.go", "`panic(nil)` gives recover nil, not a *runtime.PanicNilError; the calls that a panic leaves are lost."},
	{Places, "assign.go", "Operands of what is assigned to are evaluated after other assignments: `i, a[i] = 1, 2` sets a[1]."},
	{ParallelAssignments, "assign.go", "Values of an assignment are taken while it assigns: `a[0], a[1] = a[1], f()`, where f returns a[0], gives the new one."},
	{PackageVariables, "assign.go", "A variable of a compiled package is taken for a constant: `runtime.MemProfileRate = 0` does not compile."},
	{Constants, "const.go", "Constant expressions are computed in the type of what they are assigned to: `var f float64 = 3 / 2` is 1.5."},
	{ShiftCounts, "expr.go", "A negative count of a shift does not panic: `n := -1; 1 << n`."},
	{ArrayPointers, "expr.go", "A pointer to an array is no array to index, to slice or to range over: `for _, x := range &[3]int{}` does not compile."},
	{CheckedAddresses, "expr.go", "`&*p` of a nil pointer fails inside the interpreter, with a message of its own."},
	{InterfaceEquality, "equality.go", "Interfaces are compared as what the interpreter keeps in them: `var x any = []int{}; x == 1` does not compile."},
	{BlankFields, "equality.go", "Structs are compared with their blank fields, which Go leaves out: `struct{ a, _ int }`."},
	{ChannelEquality, "equality.go", "Channels of different directions do not compare: `c == (<-chan int)(c)` does not compile."},
	{Lengths, "builtin.go", "The length of an array behind a nil pointer panics: `var p *[3]int; len(p)`."},
	{ChannelDirections, "builtin.go", "A channel of one direction cannot be made: `make(<-chan int)` panics."},
	{NewValues, "builtin.go", "`new(3)` points to 0, not to 3."},
	{Extremes, "builtin.go", "min and max are undefined."},
	{Clearing, "builtin.go", "clear is undefined."},
	{AppendedElements, "append.go", "Elements that are appended to a part of their own list are read after the ones before them have been written, and a value of the type of the list is taken for the list: `append(s[:0], s[1], s[0])`, `append([]any{}, []any{1})`."},
	{InterfaceKeys, "literal.go", "Keys of different types with one value are the same to a literal: `map[any]int{int(0): 0, T(0): 0}` does not compile, where T is a type parameter."},
	{ListArguments, "call.go", "One value of the type of the list is taken for the list: `fmt.Println([]any{1})` prints 1."},
	{NilLists, "call.go", "A function that is a value gets a list that is not nil where it gets no values: `func(v ...int) bool { return v == nil }()`."},
	{CallsOfCalls, "call.go", "The values of a call that are the arguments of another lose their types: `fmt.Println(f())` prints no value of f as its String method says."},
	{MethodValues, "call.go", "A method value finds its receiver when it is called: `f := t.Get; t = u; f()` asks u, and `var i I; f := i.M` does not panic."},
	{Boxes, "conv.go", "A value in an interface forgets which declared type it has: `fmt.Printf(\"%T\", N(1))` prints int."},
	{Assertions, "assertion.go", "Assertions to declared types look at what the interpreter keeps: `any(T{}).(T)` panics."},
	{TypeTests, "assertion.go", "So do `v, ok := x.(T)` and type switches: ok is false."},
	{Wrappers, "conv.go", "Compiled code cannot call the methods of a type of a program: `var err error = T{}` does not compile."},
	{ArrayConversions, "conv.go", "The panic of `[3]int(s)` of a short slice has other words."},
	{UnsafePointers, "conv.go", "An unsafe.Pointer cannot be converted to a pointer to a declared struct, as atomic.Pointer does."},
	{FieldNames, "types.go", "Structs cannot have unexported fields: `struct{ n int }` panics."},
	{ErrorTargets, "call.go", "errors.As takes any error for one of an interface type of the program: `var t interface{ Timeout() bool }; errors.As(err, &t)`."},
	{RawArguments, "reflects.go", "Functions that look at the structure of what they are given see what it is kept in: `sort.Slice(s, less)` of declared types, `reflect.TypeOf`."},
	{Callers, "caller.go", "Methods that say from where they are called name files of the interpreter: `logger.Println`, where logger has log.Lshortfile."},
	{Finalizers, "finalizer.go", "A finalizer never runs, since it holds on to the variables of the function that sets it: `t := new(T); runtime.SetFinalizer(t, done)`."},
	{Forms, "lower.go", "What stands where the interpreter gets it wrong is not hoisted into a variable first: `return 7, len(v)` gives 7 7."},
}
