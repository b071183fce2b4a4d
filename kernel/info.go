package kernel

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
