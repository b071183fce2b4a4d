package lower

import "slices"

// A Rule names a construct that is lowered because the interpreter runs it
// incorrectly. Tests can switch off each rule: then the construct is written
// unchanged.
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
	MissedEntries       Rule = "MissedEntries"
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
	LiteralAddresses    Rule = "LiteralAddresses"
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

// without reports whether a rule is switched off.
func (s *State) without(r Rule) bool { return s.Without[r] }

// A RuleText is the description of a rule.
type RuleText struct {
	Rule Rule
	File string // the file that implements it
	Why  string // what goes wrong without it, with an example
}

// Rules describes all rules.
func Rules() []RuleText { return slices.Clone(rules) }

var rules = []RuleText{
	{OwnVariables, "heap.go", "Function literals of different iterations share the variables that a loop declares: `for i := range 3 { f = append(f, func() int { return i }) }` gives functions that all return the last i."},
	{NamedResults, "function.go", "A named result starts with the value that an inner call of the same function has left: `func f(n int) (r int) { r++; ... f(n-1) ... }` continues to count."},
	{InitOrder, "package.go", "Variables of a package are initialised in the order of their declarations, not of their dependencies: `var a = b + 1; var b = 1` sets a to 1."},
	{RangeStrings, "range.go", "An invalid UTF-8 byte ends a loop over a string too early or at a wrong index: `for i, r := range \"a\\xffb\"`."},
	{RangeIntegers, "range.go", "A loop over an integer can fail to compile: `for i := range 3 { defer fmt.Print(i) }`."},
	{RangeLengths, "range.go", "A loop over the indices of an array reads the array, also through a nil pointer: `var p *[3]int; for i := range p {}` panics."},
	{RangeChannels, "range.go", "A loop over a slice of channels receives from its channels instead of iterating over them: `for _, c := range []chan int{a, b}`."},
	{RangePlaces, "range.go", "The operands on the left side of a range clause are evaluated too late: `for i, a[i] = range s` uses the new i."},
	{RangeFunctions, "range.go", "A loop over a function does not compile: `for x := range slices.Values(s)`."},
	{Switches, "control.go", "After a fallthrough, or for a condition in a case, the wrong body runs: `switch { case x > 1: fallthrough; case false: ... }`."},
	{Selects, "select.go", "A select keeps its cases in one place for all goroutines, and its break and labels go wrong: `for { select { case v := <-c: ...; break } }`."},
	{DeferredCalls, "later.go", "A deferred call evaluates its arguments when it runs, and recover does not return the value of the panic: `x := 1; defer fmt.Println(x); x = 2` prints 2."},
	{GoStatements, "later.go", "A go statement evaluates the function when the goroutine starts: `go f(x); f = g` calls g."},
	{Panics, "builtin.go", "After `panic(nil)` recover returns nil, not a *runtime.PanicNilError; the calls that a panic unwinds are lost."},
	{Places, "place.go", "Operands on the left side are evaluated after other assignments: `i, a[i] = 1, 2` sets a[1]."},
	{ParallelAssignments, "assign.go", "Right sides are evaluated while the assignment is under way: in `a[0], a[1] = a[1], f()`, where f returns a[0], f returns the new value."},
	{MissedEntries, "assign.go", "A key that a map lacks leaves the variable for the entry as it is: `for _, k := range keys { v, ok := m[k] }` gives the entry of an earlier iteration."},
	{PackageVariables, "place.go", "A variable of a compiled package is treated as a constant: `runtime.MemProfileRate = 0` does not compile."},
	{Constants, "const.go", "Constant expressions are computed in the type of the variable that they are assigned to: `var f float64 = 3 / 2` is 1.5."},
	{ShiftCounts, "expr.go", "A negative shift count does not panic: `n := -1; 1 << n`."},
	{ArrayPointers, "expr.go", "A pointer to an array cannot be indexed, sliced or ranged over: `for _, x := range &[3]int{}` does not compile."},
	{CheckedAddresses, "expr.go", "`&*p` of a nil pointer fails inside the interpreter, with another message."},
	{InterfaceEquality, "equality.go", "Interfaces are compared by their representation in the interpreter: `var x any = []int{}; x == 1` does not compile."},
	{BlankFields, "equality.go", "Structs are compared including their blank fields, which Go ignores: `struct{ a, _ int }`."},
	{ChannelEquality, "equality.go", "Channels of different directions cannot be compared: `c == (<-chan int)(c)` does not compile."},
	{Lengths, "builtin.go", "The length of an array behind a nil pointer panics: `var p *[3]int; len(p)`."},
	{ChannelDirections, "builtin.go", "A channel with one direction cannot be made: `make(<-chan int)` panics."},
	{NewValues, "builtin.go", "`new(3)` points to 0, not to 3."},
	{Extremes, "builtin.go", "min and max are undefined."},
	{Clearing, "builtin.go", "clear is undefined."},
	{AppendedElements, "append.go", "Elements that are appended to a part of their own slice are read after earlier ones have been written, and one element whose type is that of the slice is taken for the slice: `append(s[:0], s[1], s[0])`, `append([]any{}, []any{1})`."},
	{InterfaceKeys, "literal.go", "A literal treats keys of different types with the same value as equal: `map[any]int{int(0): 0, T(0): 0}` does not compile, where T is a type parameter."},
	{LiteralAddresses, "literal.go", "The address of a literal that is no struct is the same in each evaluation: `for i := range 3 { l = append(l, &[]int{i}) }` gives three pointers to the last."},
	{ListArguments, "call.go", "A single variadic argument whose type is that of the list is taken for the list: `fmt.Println([]any{1})` prints 1."},
	{NilLists, "call.go", "A function value called without variadic arguments gets a list that is not nil: `func(v ...int) bool { return v == nil }()`."},
	{CallsOfCalls, "call.go", "The results of a call that are the arguments of another lose their types: `fmt.Println(f())` does not use their String methods."},
	{MethodValues, "call.go", "A method value evaluates its receiver when it is called: `f := t.Get; t = u; f()` calls u.Get, and `var i I; f := i.M` does not panic."},
	{Boxes, "conv.go", "A value in an interface loses its declared type: `fmt.Printf(\"%T\", N(1))` prints int."},
	{Assertions, "assertion.go", "Assertions to declared types look at the representation in the interpreter: `any(T{}).(T)` panics."},
	{TypeTests, "assertion.go", "`v, ok := x.(T)` and type switches look at that representation too: ok is false."},
	{Wrappers, "conv.go", "Compiled code cannot call the methods of a type that the program declares: `var err error = T{}` does not compile."},
	{ArrayConversions, "conv.go", "The panic of `[3]int(s)` for a short slice has another text."},
	{UnsafePointers, "conv.go", "An unsafe.Pointer cannot be converted to a pointer to a declared struct, which atomic.Pointer needs."},
	{FieldNames, "types.go", "Structs cannot have unexported fields: `struct{ n int }` panics."},
	{ErrorTargets, "call.go", "errors.As accepts any error as one of an interface type of the program: `var t interface{ Timeout() bool }; errors.As(err, &t)`."},
	{RawArguments, "reflects.go", "Functions that inspect the structure of their arguments see the representation in the interpreter: `sort.Slice(s, less)` of declared types, `reflect.TypeOf`."},
	{Callers, "caller.go", "Methods that report their caller name files of the interpreter: `logger.Println`, where logger has log.Lshortfile."},
	{Finalizers, "finalizer.go", "A finalizer never runs, since it keeps the variables of the function that sets it alive: `t := new(T); runtime.SetFinalizer(t, done)`."},
	{Forms, "lower.go", "An expression in a place where the interpreter gets it wrong is not hoisted into a variable: `return 7, len(v)` gives 7 7."},
}
