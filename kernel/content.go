package kernel

import (
	"encoding/json"
	"slices"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// This file has a struct for the content of each type of message that is read or
// written, with the fields that this kernel uses. Fields that a request may leave
// out get their defaults before the request is decoded.

// Requests.

type executeRequest struct {
	Code            string            `json:"code"`
	Silent          bool              `json:"silent"`
	StoreHistory    bool              `json:"store_history"`
	UserExpressions map[string]string `json:"user_expressions"`
	AllowStdin      bool              `json:"allow_stdin"`
	StopOnError     bool              `json:"stop_on_error"`
}

// executeMetadata names the cell of a request, and the cells that the user has deleted, as
// JupyterLab and Visual Studio Code send them.
type executeMetadata struct {
	Cell    string   `json:"cellId"`
	Deleted []string `json:"deletedCells"`
}

type codeRequest struct { // of complete, inspect and is_complete
	Code        string `json:"code"`
	CursorPos   int    `json:"cursor_pos"`   // in code points
	DetailLevel int    `json:"detail_level"` // of inspect
}

type historyRequest struct {
	Output  bool   `json:"output"`
	Access  string `json:"hist_access_type"`
	Session int    `json:"session"`
	Start   int    `json:"start"`
	Stop    *int   `json:"stop"`
	N       *int   `json:"n"`
	Pattern string `json:"pattern"`
	Unique  bool   `json:"unique"`
}

type shutdownRequest struct {
	Restart bool `json:"restart"`
}

type commInfoRequest struct {
	Target string `json:"target_name"` // empty: all targets
}

// debugRequest is a request of the Debug Adapter Protocol.
type debugRequest struct {
	Seq       int            `json:"seq"`
	Command   string         `json:"command"`
	Arguments debugArguments `json:"arguments"`
}

// debugArguments holds the arguments of the debugger's commands. Each command reads its own.
type debugArguments struct {
	Breakpoints  []struct{ Line int } `json:"breakpoints"`        // of setBreakpoints
	Reference    int                  `json:"variablesReference"` // of variables
	VariableName string               `json:"variableName"`       // of richInspectVariables
}

// inputReply holds the line that the user has typed, or the error of a client that could not
// ask.
type inputReply struct {
	status
	Value *string `json:"value"`
	Error string  `json:"evalue"`
}

// commContent is the content of comm_open, comm_msg and comm_close in both
// directions.
type commContent struct {
	ID     string          `json:"comm_id"`
	Target string          `json:"target_name,omitempty"` // of comm_open
	Data   json.RawMessage `json:"data"`
}

func (c commContent) appendJSON(b []byte) ([]byte, error) {
	fields := []field{{"comm_id", c.ID}, {"target_name", c.Target}, {"data", c.Data}}
	if c.Target == "" {
		fields = slices.Delete(fields, 1, 2)
	}
	return appendObject(b, fields...)
}

// Replies.

// status begins every reply but is_complete_reply.
type status struct {
	Status string `json:"status"`
}

// ok returns the status of a request that has succeeded.
func ok() status { return status{"ok"} }

type errorReply struct {
	status
	failure
}

func newErrorReply(f *repl.Failure) errorReply {
	return errorReply{status{"error"}, newFailure(f)}
}

type executeReply struct {
	status
	ExecutionCount  int            `json:"execution_count"`
	UserExpressions map[string]any `json:"user_expressions"`
	Payload         []any          `json:"payload"` // deprecated, but read by clients
}

type executeErrorReply struct {
	errorReply
	ExecutionCount int `json:"execution_count"`
}

type kernelInfoReply struct {
	status
	ProtocolVersion       string        `json:"protocol_version"`
	Implementation        string        `json:"implementation"`
	ImplementationVersion string        `json:"implementation_version"`
	LanguageInfo          repl.Language `json:"language_info"`
	Banner                string        `json:"banner"`
	Debugger              bool          `json:"debugger"`
	HelpLinks             []HelpLink    `json:"help_links"`
	SupportedFeatures     []string      `json:"supported_features"`
}

type isCompleteReply struct {
	Status string  `json:"status"`
	Indent *string `json:"indent,omitempty"` // there if and only if incomplete
}

type completeReply struct {
	status
	Matches     []string         `json:"matches"`
	CursorStart int              `json:"cursor_start"` // in code points
	CursorEnd   int              `json:"cursor_end"`
	Metadata    completeMetadata `json:"metadata"`
}

type completeMetadata struct {
	Types []completeType `json:"_jupyter_types_experimental"`
}

type completeType struct {
	Text      string              `json:"text"`
	Type      repl.CompletionKind `json:"type"`
	Signature string              `json:"signature,omitempty"`
	Start     int                 `json:"start"`
	End       int                 `json:"end"`
}

type inspectReply struct {
	status
	Found bool `json:"found"`
	bundle
}

type historyReply struct {
	status
	History []any `json:"history"`
}

type commInfoReply struct {
	status
	Comms map[string]commInfo `json:"comms"` // by their ids
}

type commInfo struct {
	Target string `json:"target_name"`
}

// debugReply is a response of the Debug Adapter Protocol.
type debugReply struct {
	status
	Type       string `json:"type"` // "response"
	Seq        int    `json:"seq"`
	RequestSeq int    `json:"request_seq"`
	Command    string `json:"command"`
	Success    bool   `json:"success"`
	Message    string `json:"message,omitempty"` // why it did not succeed
	Body       any    `json:"body"`
}

type debugInfo struct {
	IsStarted      bool     `json:"isStarted"`
	HashMethod     string   `json:"hashMethod"`
	HashSeed       int      `json:"hashSeed"`
	TmpFilePrefix  string   `json:"tmpFilePrefix"`
	TmpFileSuffix  string   `json:"tmpFileSuffix"`
	Breakpoints    []any    `json:"breakpoints"`
	StoppedThreads []int    `json:"stoppedThreads"`
	ExceptionPaths []string `json:"exceptionPaths"`
	RichRendering  bool     `json:"richRendering"`
	CopyToGlobals  bool     `json:"copyToGlobals"`
}

// dapVariable is a variable of the Debug Adapter Protocol.
type dapVariable struct {
	Name         string `json:"name"`
	Value        string `json:"value"`
	Type         string `json:"type,omitempty"`
	EvaluateName string `json:"evaluateName,omitempty"`
	Reference    int    `json:"variablesReference"` // asks for its parts; 0: it has none
}

type shutdownReply struct {
	status
	Restart bool `json:"restart"`
}

// What is published on iopub.

type kernelStatus struct {
	State string `json:"execution_state"` // "starting", "busy" or "idle"
}

type welcome struct {
	Subscription string `json:"subscription"`
}

type executeInput struct {
	Code           string `json:"code"`
	ExecutionCount int    `json:"execution_count"`
}

type streamText struct {
	Name repl.StreamName `json:"name"`
	Text string          `json:"text"`
}

type displayData struct { // also the content of update_display_data
	bundle
	Transient transient
}

func (d displayData) appendJSON(b []byte) ([]byte, error) {
	return appendObject(b, field{"data", d.Data}, field{"metadata", d.Metadata}, field{"transient", d.Transient})
}

type transient struct {
	DisplayID string `json:"display_id,omitempty"`
}

type executeResult struct {
	bundle
	ExecutionCount int
}

func (r executeResult) appendJSON(b []byte) ([]byte, error) {
	return appendObject(b, field{"data", r.Data}, field{"metadata", r.Metadata}, field{"execution_count", r.ExecutionCount})
}

type clearOutput struct {
	Wait bool `json:"wait"`
}

// debugEvent is an event of the Debug Adapter Protocol.
type debugEvent struct {
	Type  string `json:"type"` // "event"
	Seq   int    `json:"seq"`
	Event string `json:"event"`
	Body  any    `json:"body"`
}

// What is asked on stdin.

type inputRequest struct {
	Prompt   string `json:"prompt"`
	Password bool   `json:"password"`
}

// bundle is a repl.Bundle in JSON. Neither part may be null.
type bundle struct {
	Data     map[string]json.RawMessage `json:"data"`
	Metadata map[string]json.RawMessage `json:"metadata"`
}

func newBundle(b repl.Bundle) bundle {
	out := bundle{Data: b.Data, Metadata: b.Metadata}
	if out.Data == nil {
		out.Data = map[string]json.RawMessage{}
	}
	if out.Metadata == nil {
		out.Metadata = map[string]json.RawMessage{}
	}
	return out
}

// failure is a repl.Failure in JSON. The traceback may not be null. A failure is the
// whole content of an error message and a part of an error reply.
type failure struct {
	Name      string   `json:"ename"`
	Value     string   `json:"evalue"`
	Traceback []string `json:"traceback"`
}

func newFailure(f *repl.Failure) failure {
	out := failure{f.Name, f.Value, f.Traceback}
	if out.Traceback == nil {
		out.Traceback = []string{}
	}
	return out
}

// userExpressions returns answers as an execute_reply has them.
func userExpressions(answers map[string]repl.Answer) map[string]any {
	out := make(map[string]any, len(answers))
	for name, a := range answers {
		if a.Failure != nil {
			out[name] = newErrorReply(a.Failure)
			continue
		}
		out[name] = struct {
			status
			bundle
		}{ok(), newBundle(a.Bundle)}
	}
	return out
}
