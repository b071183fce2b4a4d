package repl

// An Analyzer answers questions about source text. It runs nothing and may be asked at
// any time, also while a cell runs.
//
// A cursor is a place between two bytes of code. A cursor outside the code or inside a
// character is moved to the next place that is in the code and between characters.
type Analyzer interface {
	Completeness(code string) Completeness
	Complete(code string, cursor int) Completions
	// Inspect returns the documentation of the name at the cursor. The detail is as in the
	// protocol: 0, or 1 to have the source too if there is one.
	Inspect(code string, cursor, detail int) Inspection
}

// Completeness says whether a cell could be run as it stands.
type Completeness struct {
	State  CompletenessState
	Indent string // what the next line should begin with, when incomplete
}

// CompletenessState is one of the states of the protocol's is_complete_reply.
type CompletenessState string

const (
	Complete   CompletenessState = "complete"
	Incomplete CompletenessState = "incomplete"
	Invalid    CompletenessState = "invalid"
)

// Completions lists the texts that may stand at the cursor, the likeliest first.
type Completions struct {
	Start, End int // each entry replaces code[Start:End]
	Entries    []Completion
}

// A Completion is one text that may stand at the cursor.
type Completion struct {
	Text      string
	Kind      CompletionKind
	Signature string // parameters and results, a type, a path; or empty
}

// CompletionKind is the kind of a completion, which a client shows beside it.
type CompletionKind string

const (
	FunctionKind CompletionKind = "function"
	MethodKind   CompletionKind = "method"
	TypeKind     CompletionKind = "type"
	VariableKind CompletionKind = "variable"
	ConstantKind CompletionKind = "const"
	FieldKind    CompletionKind = "field"
	PackageKind  CompletionKind = "package"
	KeywordKind  CompletionKind = "keyword"
	MagicKind    CompletionKind = "magic"
	PathKind     CompletionKind = "path"
)

// An Inspection is the documentation of the name at the cursor, as plain text and as
// Markdown. Both are empty if nothing is known of the name.
type Inspection struct {
	Plain    string
	Markdown string
}
