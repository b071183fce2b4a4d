package commands

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/spf13/pflag"

	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/data"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/procedure"
)

// tableFlags are the flags that say how a table is read.
type tableFlags struct {
	comma, thousands, comments, encoding                                  string
	group, time, weight, class                                            string
	factors, dates, drop, keep, key, na, impute, dateLayouts, dropMissing []string
	classes                                                               []string
	decimalComma, percent, currency, header, noHeader, uniqueNames        bool
}

// tableTexts are the names of the flags of a table with one text each, which may not be empty.
var tableTexts = []string{"comma", "thousands", "comments", "encoding", "group", "time", "weight", "class"}

// add declares the flags.
func (f *tableFlags) add(flags *pflag.FlagSet) {
	flags.StringSliceVar(&f.factors, "factor", nil, "columns that hold categories, with commas between them")
	flags.StringSliceVar(&f.dates, "dates", nil, "columns of dates to make inputs of: days, time of the year, day of the week, time of day; with commas between them")
	flags.StringSliceVar(&f.drop, "drop", nil, "columns to leave out, with commas between them")
	flags.StringSliceVar(&f.keep, "keep", nil, "columns that are inputs also if they count or name the rows, with commas between them; empty for all")
	flags.StringSliceVar(&f.key, "key", nil, "columns that tell the rows apart, and are no inputs, with commas between them")
	flags.StringVar(&f.group, "group", "", "the column whose equal values are rows that belong together, such as of a subject; it is no input")
	flags.StringVar(&f.time, "time", "", "the column of dates or numbers that orders the rows in time; it is no input")
	flags.StringVar(&f.weight, "weight", "", "the column of the weights of the rows: 2 is the row twice, and 0 leaves it out; it is no input")
	flags.StringSliceVar(&f.classes, "classes", nil, "the labels of the target with commas between them, of two that of -1 first (default: its labels, if it has 2 to 30 texts)")
	flags.StringVar(&f.class, "class", "", "the label of the target that is told from all others")
	flags.StringVar(&f.comma, "comma", "", "the character between the cells of the files (default \",\", or \";\" with --decimal-comma)")
	flags.BoolVar(&f.decimalComma, "decimal-comma", false, "numbers have a decimal comma, as in 3,14")
	flags.StringVar(&f.thousands, "thousands", "", "the character between groups of three digits, as in 12'000; a blank stands for all kinds of blanks")
	flags.BoolVar(&f.percent, "percent", false, "numbers may be followed by a percent sign, which is left out")
	flags.BoolVar(&f.currency, "currency", false, "numbers may have the sign of a currency, as in $1.50 and 1.50 CHF, which is left out")
	flags.StringVar(&f.comments, "comments", "", "lines that begin with this character are left out")
	flags.StringVar(&f.encoding, "encoding", "", "of files that are not UTF-8: latin1, windows-1252, utf-16, utf-16le, utf-16be")
	flags.StringArrayVar(&f.dateLayouts, "date-layout", nil, "NAME=LAYOUT: how the dates of a column are written, as the 2nd of January 2006 is: day=2/1/2006; may be repeated")
	flags.StringSliceVar(&f.na, "na", nil, "texts that stand for a missing cell beside the usual ones, with commas between them")
	flags.StringSliceVar(&f.impute, "impute", nil, "what stands for missing cells: mean or median of numbers, mostfrequent or level of categories, with a comma between two")
	flags.StringSliceVar(&f.dropMissing, "drop-missing", nil, "columns whose missing cells leave rows out, with commas between them; empty for the target and all inputs")
	flags.BoolVar(&f.header, "header", false, "the first line names the columns, also if it holds numbers")
	flags.BoolVar(&f.noHeader, "no-header", false, "the first line holds values; the columns are x1, x2, ...")
	flags.BoolVar(&f.uniqueNames, "unique-names", false, "tell repeated names of columns apart, as a, a.1, a.2")
}

// calls returns the options that the flags say.
func (f *tableFlags) calls(flags *pflag.FlagSet) (calls []data.Call, err error) {
	say := func(flag, option string, args ...string) {
		if flags.Changed(flag) {
			calls = append(calls, data.Call{Option: option, Args: args})
		}
	}
	if flags.Changed("drop") && len(f.drop) == 0 {
		f.drop = []string{""} // what has no name; the flag makes no name of it
	}
	if f.comma == `\t` {
		f.comma = "\t"
	}
	for _, c := range []struct{ flag, text string }{{"comma", f.comma}, {"thousands", f.thousands}, {"comments", f.comments}} {
		if utf8.RuneCountInString(c.text) > 1 || c.flag == "comments" && len(c.text) > 1 {
			return nil, fmt.Errorf("--%s %q: it must be one character; \\t is the tabulator of --comma", c.flag, c.text)
		}
	}
	if flags.Changed("group") && flags.Changed("time") {
		return nil, fmt.Errorf("--group and --time exclude each other: rows are held out by one of them; give the other column to --key")
	}
	if flags.Changed("class") && flags.Changed("classes") {
		return nil, fmt.Errorf("--class and --classes exclude each other: the first tells a label from all others, the second names all labels")
	}
	if flags.Changed("classes") && len(f.classes) < 2 {
		return nil, fmt.Errorf("--classes %q: it must be two labels or more with commas between them, of two that of -1 first", strings.Join(f.classes, ","))
	}
	say("factor", "Factor", f.factors...)
	say("dates", "Dates", f.dates...)
	say("drop", "Drop", f.drop...)
	say("keep", "Keep", f.keep...)
	say("key", "Key", f.key...)
	say("group", "Group", f.group)
	say("time", "Time", f.time)
	say("weight", "Weight", f.weight)
	say("classes", "Classes", f.classes...)
	say("class", "Class", f.class)
	say("encoding", "Encoding", f.encoding)
	say("comma", "Comma", f.comma)
	say("comments", "Comments", f.comments)
	is := func(said bool, flag, option string) {
		if said {
			say(flag, option)
		}
	}
	is(f.header, "header", "Header")
	is(f.noHeader, "no-header", "NoHeader")
	is(f.uniqueNames, "unique-names", "UniqueNames")
	is(f.decimalComma, "decimal-comma", "DecimalComma")
	say("thousands", "Thousands", f.thousands)
	is(f.percent, "percent", "Percent")
	is(f.currency, "currency", "Currency")
	for _, text := range f.dateLayouts {
		at := strings.LastIndex(text, "=")
		if at < 1 || at+1 == len(text) {
			return nil, fmt.Errorf("--date-layout %q: it must be a column and how its dates are written, as in day=2/1/2006", text)
		}
		say("date-layout", "DateLayout", text[at+1:], text[:at])
	}
	say("na", "NA", f.na...)
	for _, word := range f.impute {
		how, err := procedure.Filling(word)
		if err != nil {
			return nil, err
		}
		say("impute", "Impute", string(how))
	}
	say("drop-missing", "DropMissing", f.dropMissing...)
	return calls, nil
}
