package kernel

import "github.com/nvsd-kernel/nvsd-kernel/kernel/repl"

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
	Program repl.Program `json:"nvsd,omitzero"`
}

// HelpLink is an entry of a client's help menu.
type HelpLink struct {
	Text string `json:"text"`
	URL  string `json:"url"`
}

// kernelInfo describes the kernel. Clients show controls for the features that it
// names, so it names only those that exist.
func (s *server) kernelInfo() kernelInfoReply {
	debugs := s.cfg.Watcher != nil
	features := []string{}
	if debugs {
		features = append(features, "debugger")
	}
	return kernelInfoReply{
		status:                ok(),
		ProtocolVersion:       protocolVersion,
		Implementation:        s.cfg.Implementation,
		ImplementationVersion: s.cfg.Version,
		LanguageInfo:          s.cfg.Language,
		Banner:                s.cfg.Banner,
		HelpLinks:             append([]HelpLink{}, s.cfg.HelpLinks...),
		Debugger:              debugs,
		SupportedFeatures:     features,
	}
}
