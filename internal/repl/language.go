package repl

// Language describes the language of cells to clients, which highlight and save
// them.
type Language struct {
	Name              string `json:"name"`
	Version           string `json:"version"`
	MIMEType          string `json:"mimetype"`
	FileExtension     string `json:"file_extension"` // with its dot
	PygmentsLexer     string `json:"pygments_lexer,omitempty"`
	CodeMirrorMode    string `json:"codemirror_mode,omitempty"`
	NBConvertExporter string `json:"nbconvert_exporter,omitempty"`

	// Program is the program that runs the cells. Clients store a language whole in the
	// notebook, so that it says where its outputs come from.
	Program Program `json:"nvsd,omitzero"`
}
