package data

// A ReadOption is a setting of a reader of tables.
type ReadOption func(*readOptions)

// readOptions holds the settings of a reader. An [Origin] has them as JSON, so that a file can
// be read again in the same way: every field is exported for that.
type readOptions struct {
	Target   string   `json:"target,omitempty"`
	NoTarget bool     `json:"no_target,omitempty"`
	Inputs   []string `json:"inputs,omitempty"` // none: every column but the target and those of a role
	Drop     []string `json:"drop,omitempty"`

	Comma        rune                  `json:"comma,omitempty"` // 0: that of the format
	DecimalComma bool                  `json:"decimal_comma,omitempty"`
	Thousands    rune                  `json:"thousands,omitempty"` // 0: nothing is between them
	Percent      bool                  `json:"percent,omitempty"`
	Currency     bool                  `json:"currency,omitempty"`
	Comment      byte                  `json:"comment,omitempty"` // 0: there are no comments
	NoHeader     bool                  `json:"no_header,omitempty"`
	Header       bool                  `json:"header,omitempty"` // the first line is one of names
	UniqueNames  bool                  `json:"unique_names,omitempty"`
	Names        []string              `json:"names,omitempty"` // of columns in a file without
	DateLayouts  map[string]layoutList `json:"date_layouts,omitempty"`
	NA           []string              `json:"na,omitzero"`        // nil: what stands for a missing cell if nothing is said
	MoreNA       []string              `json:"more_na,omitempty"`  // beside that, or beside NA
	Encoding     string                `json:"encoding,omitempty"` // "": UTF-8
	QuotedTexts  bool                  `json:"quoted_texts,omitempty"`
	Arrays       []string              `json:"arrays,omitempty"` // of an NPZ file

	Factors []string `json:"factors,omitempty"` // inputs
	Dates   []string `json:"dates,omitempty"`   // columns of which inputs are made
	Classes *classes `json:"classes,omitempty"` // nil: the target is a number

	Keep       []string `json:"keep,omitzero"`         // inputs whatever is in them; [] for all
	RowNumbers []string `json:"row_numbers,omitempty"` // that the reader has left out
	looks      bool     // for those; not when a file is read again, nor in a data set that is known

	remarks []Remark // what its reader has noticed of the file

	Roles   roles         `json:"roles,omitzero"`
	Missing []missingRule `json:"missing,omitempty"`
}

// Target names the column to predict. The default is the last one.
func Target(name string) ReadOption {
	return func(o *readOptions) { o.Target, o.Roles.Targets = name, nil }
}

// NoTarget reads a table without a target, such as rows to predict. Every column is then an
// input, Target is "", and Y holds NaN.
func NoTarget() ReadOption {
	return func(o *readOptions) { o.NoTarget = true }
}

// Inputs names the columns to use as inputs, in the given order. The default is all columns
// but the target, and but dates and the columns that Key, Group and Time name. A column of [Dates] stands for the inputs that are made of it.
func Inputs(names ...string) ReadOption {
	return func(o *readOptions) { o.Inputs = append(o.Inputs, names...) }
}

// Drop names columns that are not read at all. They may hold text. The name "" is that of all
// columns of a text that have none, such as the row names that pandas and R write.
func Drop(names ...string) ReadOption {
	return func(o *readOptions) { o.Drop = append(o.Drop, names...) }
}

// Comma is the character between the cells of a text. The default is the comma, the tabulator
// in a TSV file, and the semicolon after DecimalComma.
func Comma(r rune) ReadOption {
	return func(o *readOptions) { o.Comma = r }
}

// DecimalComma reads numbers with a decimal comma, such as 1,5. Unless Comma says otherwise,
// a semicolon is between cells.
func DecimalComma() ReadOption {
	return func(o *readOptions) { o.DecimalComma = true }
}

// Comments leaves out the lines of a text that begin with the character.
func Comments(character byte) ReadOption {
	return func(o *readOptions) { o.Comment = character }
}

// Header takes the names of the columns from the first line of a text, also if it holds numbers.
// Numbers from 0 on in order are names without this option.
func Header() ReadOption {
	return func(o *readOptions) { o.Header, o.NoHeader = true, false }
}

// UniqueNames makes repeated names of columns unique, in a text or an ARFF file: of three columns a
// the second is a.1 and the third a.2.
func UniqueNames() ReadOption {
	return func(o *readOptions) { o.UniqueNames = true }
}

// NoHeader takes the first line of a text as values. The names are given, one for each
// column, or else are x1, x2, ...
func NoHeader(names ...string) ReadOption {
	return func(o *readOptions) { o.Header, o.NoHeader, o.Names = false, true, append(o.Names, names...) }
}

// DateLayout sets the format of the dates of the named columns, as package time writes layouts:
// "02/01/2006" is day, month and year. Dates such as 2006-01-02 need no layout, and may be
// beside those of one that cannot be taken for them. A column has several layouts if several
// options say so; a cell that is another date in one of them than in another is an error.
func DateLayout(layout string, names ...string) ReadOption {
	return func(o *readOptions) {
		if o.DateLayouts == nil {
			o.DateLayouts = make(map[string]layoutList)
		}
		for _, name := range names {
			o.DateLayouts[name] = append(o.DateLayouts[name], layout)
		}
	}
}

// Encoding sets the encoding of a text that is not UTF-8: "latin1", "windows-1252", or
// "utf-16" with the ends "le" and "be" if it has no byte order mark.
func Encoding(name string) ReadOption {
	return func(o *readOptions) { o.Encoding = name }
}

// Arrays names the arrays of an NPZ file to read: those of the inputs, and that of the target
// at the end. The default is "X" and "y" if there are such, and else every array.
func Arrays(names ...string) ReadOption {
	return func(o *readOptions) { o.Arrays = append(o.Arrays, names...) }
}
