package data

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"
)

// A Call is an option in its written form: its name and its arguments.
type Call struct {
	Option string   // a function of this package, such as "Thousands"
	Args   []string // its arguments; of Comma, Comments and Thousands one character, of Impute a Filling and names
}

// String returns the text of the call.
func (c Call) String() string {
	args := make([]string, len(c.Args))
	for i, arg := range c.Args {
		args[i] = fmt.Sprintf("%q", arg)
		switch {
		case c.Option == "Comma" || c.Option == "Thousands" || c.Option == "Comments":
			character, _ := utf8.DecodeRuneInString(arg)
			args[i] = fmt.Sprintf("%q", character)
		case c.Option == "Impute" && i == 0:
			args[i] = Filling(arg).inGo()
		}
	}
	return fmt.Sprintf("data.%s(%s)", c.Option, strings.Join(args, ", "))
}

// optionArity lists the options by name, each with the least number of its arguments.
var optionArity = map[string]struct {
	args   int
	option func(args []string) ReadOption
}{
	"AllowMissing": {0, func(args []string) ReadOption { return AllowMissing(args...) }},
	"Arrays":       {0, func(args []string) ReadOption { return Arrays(args...) }},
	"Class":        {1, func(args []string) ReadOption { return Class(args[0]) }},
	"Classes":      {2, func(args []string) ReadOption { return Classes(args...) }},
	"Comma":        {1, func(args []string) ReadOption { return Comma(character(args[0])) }},
	"Comments":     {1, func(args []string) ReadOption { return Comments(byte(character(args[0]))) }},
	"Currency":     {0, func([]string) ReadOption { return Currency() }},
	"Dates":        {0, func(args []string) ReadOption { return Dates(args...) }},
	"DateLayout":   {1, func(args []string) ReadOption { return DateLayout(args[0], args[1:]...) }},
	"DecimalComma": {0, func([]string) ReadOption { return DecimalComma() }},
	"Drop":         {0, func(args []string) ReadOption { return Drop(args...) }},
	"DropMissing":  {0, func(args []string) ReadOption { return DropMissing(args...) }},
	"Encoding":     {1, func(args []string) ReadOption { return Encoding(args[0]) }},
	"Factor":       {0, func(args []string) ReadOption { return Factor(args...) }},
	"Group":        {1, func(args []string) ReadOption { return Group(args[0]) }},
	"Header":       {0, func([]string) ReadOption { return Header() }},
	"Impute":       {1, func(args []string) ReadOption { return Impute(Filling(args[0]), args[1:]...) }},
	"Inputs":       {0, func(args []string) ReadOption { return Inputs(args...) }},
	"Keep":         {0, func(args []string) ReadOption { return Keep(args...) }},
	"Key":          {0, func(args []string) ReadOption { return Key(args...) }},
	"NA":           {0, func(args []string) ReadOption { return NA(args...) }},
	"NAOnly":       {0, func(args []string) ReadOption { return NAOnly(args...) }},
	"NoHeader":     {0, func(args []string) ReadOption { return NoHeader(args...) }},
	"NoTarget":     {0, func([]string) ReadOption { return NoTarget() }},
	"Percent":      {0, func([]string) ReadOption { return Percent() }},
	"QuotedTexts":  {0, func([]string) ReadOption { return QuotedTexts() }},
	"Target":       {1, func(args []string) ReadOption { return Target(args[0]) }},
	"Targets":      {1, func(args []string) ReadOption { return Targets(args...) }},
	"Thousands":    {1, func(args []string) ReadOption { return Thousands(character(args[0])) }},
	"Time":         {1, func(args []string) ReadOption { return Time(args[0]) }},
	"UniqueNames":  {0, func([]string) ReadOption { return UniqueNames() }},
	"Weight":       {1, func(args []string) ReadOption { return Weight(args[0]) }},
}

// character returns the first character of an argument.
func character(arg string) rune {
	r, _ := utf8.DecodeRuneInString(arg)
	return r
}

// Options returns the options that calls are. It is an error if one is no option of a reader, or
// lacks an argument.
func Options(calls ...Call) ([]ReadOption, error) {
	var opts []ReadOption
	for _, c := range calls {
		known, is := optionArity[c.Option]
		if !is || len(c.Args) < known.args {
			return nil, fmt.Errorf("data: %v is no option of a reader, or lacks an argument", c)
		}
		opts = append(opts, known.option(c.Args))
	}
	return opts, nil
}

// Calls returns the options as calls, with one call of a function for several options where that
// has the same effect.
func Calls(opts ...ReadOption) (calls []Call) {
	o := newReadOptions(opts)
	say := func(said bool, option string, args ...string) {
		if said {
			calls = append(calls, Call{option, args})
		}
	}
	say(o.Target != "" && len(o.Roles.Targets) == 0, "Target", o.Target)
	say(len(o.Roles.Targets) > 0, "Targets", append([]string{o.Target}, o.Roles.Targets...)...)
	say(o.NoTarget, "NoTarget")
	say(len(o.Inputs) > 0, "Inputs", o.Inputs...)
	say(len(o.Drop) > 0, "Drop", o.Drop...)
	say(len(o.Roles.Keys) > 0, "Key", o.Roles.Keys...)
	say(o.Roles.Group != "", "Group", o.Roles.Group)
	say(o.Roles.Time != "", "Time", o.Roles.Time)
	say(o.Roles.Weight != "", "Weight", o.Roles.Weight)
	say(len(o.Factors) > 0, "Factor", o.Factors...)
	say(len(o.Dates) > 0, "Dates", o.Dates...)
	if o.Classes != nil && o.Classes.Rest {
		say(true, "Class", o.Classes.Positive)
	} else if o.Classes != nil {
		say(true, "Classes", o.Classes.all()...)
	}
	say(o.Keep != nil, "Keep", o.Keep...)
	say(o.Encoding != "", "Encoding", o.Encoding)
	say(o.Comma != 0, "Comma", string(o.Comma))
	say(o.Comment != 0, "Comments", string(rune(o.Comment)))
	say(o.Header, "Header")
	say(o.NoHeader, "NoHeader", o.Names...)
	say(o.UniqueNames, "UniqueNames")
	say(o.QuotedTexts, "QuotedTexts")
	say(o.DecimalComma, "DecimalComma")
	say(o.Thousands != 0, "Thousands", string(o.Thousands))
	say(o.Percent, "Percent")
	say(o.Currency, "Currency")
	for _, names := range o.alikeDates() {
		for _, layout := range o.DateLayouts[names[0]] {
			say(true, "DateLayout", append([]string{layout}, names...)...)
		}
	}
	say(o.NA != nil, "NAOnly", o.NA...)
	say(len(o.MoreNA) > 0, "NA", o.MoreNA...)
	for _, r := range o.Missing {
		switch r.How {
		case Missing:
			say(true, "AllowMissing", r.Names...)
		case leftOut:
			say(true, "DropMissing", r.Names...)
		default:
			say(true, "Impute", append([]string{string(r.How)}, r.Names...)...)
		}
	}
	say(len(o.Arrays) > 0, "Arrays", o.Arrays...)
	return calls
}

// alikeDates returns the columns that have a DateLayout, in groups of equal layouts.
func (o *readOptions) alikeDates() (alike [][]string) {
	for _, name := range slices.Sorted(maps.Keys(o.DateLayouts)) {
		k := slices.IndexFunc(alike, func(names []string) bool { return slices.Equal(o.DateLayouts[names[0]], o.DateLayouts[name]) })
		if k < 0 {
			alike = append(alike, nil)
			k = len(alike) - 1
		}
		alike[k] = append(alike[k], name)
	}
	return alike
}
