package kernel

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"sync"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

// A debugger answers debug requests, which are those of the Debug Adapter Protocol. It has
// what the variables panel of JupyterLab needs, and stops nowhere: cells run to their end.
//
// A variable keeps its reference as long as it does not change, so that a panel that has
// it open leaves it open.
type debugger struct {
	watcher repl.Watcher // not used while it is nil

	mu      sync.Mutex
	started bool
	seq     int                       // of the last message
	listed  map[string]listedVariable // the variables that the panel knows, by name
	opened  map[int]container         // by their references
	lastRef int
}

type listedVariable struct {
	variable repl.Variable
	shown    dapVariable
}

// A container is a value with parts that a client can list: a variable, or a part of the
// variable whose reference is root.
type container struct {
	root  int
	parts []repl.Variable
	shown []dapVariable // nil until it has been opened
}

func newDebugger(w repl.Watcher) *debugger {
	return &debugger{watcher: w, listed: map[string]listedVariable{}, opened: map[int]container{}}
}

// noStops is the message to a client that sets a breakpoint. JupyterLab shows the whole of it
// in a tooltip.
const noStops = "no breakpoints: cells run to their end"

// handlers returns the handler of each command. A command that is missing is refused.
func (d *debugger) handlers() map[string]func(debugRequest) (body any, err error) {
	empty := func(debugRequest) (any, error) { return struct{}{}, nil }
	fixed := func(body any) func(debugRequest) (any, error) {
		return func(debugRequest) (any, error) { return body, nil }
	}
	none := []any{}
	return map[string]func(debugRequest) (any, error){
		"debugInfo": d.info, "initialize": d.initialize, "attach": d.attach, "configurationDone": empty,
		"disconnect": d.disconnect, "terminate": d.disconnect,
		"inspectVariables": d.inspectVariables, "variables": d.variables, "richInspectVariables": d.render,
		"setBreakpoints":          setBreakpoints,
		"dumpCell":                fixed(map[string]any{"sourcePath": noStops}),
		"setExceptionBreakpoints": fixed(map[string]any{"breakpoints": none}),
		"modules":                 fixed(map[string]any{"modules": none, "totalModules": 0}),
		"threads":                 fixed(map[string]any{"threads": []any{map[string]any{"id": 1, "name": "cells"}}}),
		"stackTrace":              fixed(map[string]any{"stackFrames": none, "totalFrames": 0}),
		"scopes":                  fixed(map[string]any{"scopes": none}),
		"continue":                fixed(map[string]any{"allThreadsContinued": true}),
		"next":                    refusal(noStops), "stepIn": refusal(noStops), "stepOut": refusal(noStops), "pause": refusal(noStops),
		"evaluate": refusal("expressions are evaluated by cells: run one"),
		"source":   fixed(map[string]any{"content": "// " + noStops + "\n"}),
	}
}

func refusal(why string) func(debugRequest) (any, error) {
	return func(debugRequest) (any, error) { return nil, errors.New(why) }
}

// debug answers a debug_request. Its content is a request of the Debug Adapter Protocol,
// and the reply's the response: one that refuses succeeds as a reply.
func (s *server) debug(r *request) (any, error) {
	if s.cfg.Watcher == nil {
		return nil, fmt.Errorf("%s is not supported by this kernel", brief(r.header.Type))
	}
	var req debugRequest
	if err := r.decode(&req); err != nil {
		return nil, err
	}
	reply := debugReply{status: ok(), Type: "response", RequestSeq: req.Seq, Seq: s.debugger.nextSeq(), Command: req.Command, Success: true}
	handler, ok := s.debugger.handlers()[req.Command]
	if !ok {
		handler = refusal(fmt.Sprintf("the debugger does not know the command %s", brief(req.Command)))
	}
	body, err := handler(req)
	if err != nil {
		reply.Success, reply.Message = false, err.Error()
	}
	reply.Body = body
	if body == nil {
		reply.Body = struct{}{}
	}
	if req.Command == "attach" {
		s.iopub.publish(r.origin, "debug_event", debugEvent{"event", s.debugger.nextSeq(), "initialized", struct{}{}})
	}
	return reply, nil
}

func (d *debugger) nextSeq() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.seq++
	return d.seq
}

// info tells a client how it finds the debugger. The names of cells are required, though
// nothing stops in a cell.
func (d *debugger) info(debugRequest) (any, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return debugInfo{
		IsStarted: d.started, HashMethod: "Murmur2", TmpFilePrefix: "cell-", TmpFileSuffix: ".go",
		Breakpoints: []any{}, StoppedThreads: []int{}, ExceptionPaths: []string{}, RichRendering: true,
	}, nil
}

func (d *debugger) initialize(debugRequest) (any, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.started = true
	return map[string]any{
		"supportsConfigurationDoneRequest": true, "supportsModulesRequest": true, "exceptionBreakpointFilters": []any{},
	}, nil
}

func (d *debugger) attach(debugRequest) (any, error) {
	d.watcher.Watch(true)
	return struct{}{}, nil
}

func (d *debugger) disconnect(debugRequest) (any, error) {
	d.watcher.Watch(false)
	d.mu.Lock()
	defer d.mu.Unlock()
	d.started = false
	clear(d.listed)
	clear(d.opened)
	return struct{}{}, nil
}

// setBreakpoints takes no breakpoint, and says so of each. JupyterLab lists them with the
// path of their source, and nowhere shows the message; so the path has it too.
func setBreakpoints(req debugRequest) (any, error) {
	points := []any{}
	for _, at := range req.Arguments.Breakpoints {
		points = append(points, map[string]any{
			"verified": false, "line": at.Line, "message": noStops, "source": map[string]any{"path": noStops},
		})
	}
	return map[string]any{"breakpoints": points}, nil
}

// inspectVariables lists the variables. One that is as before keeps its reference.
func (d *debugger) inspectVariables(debugRequest) (any, error) {
	d.watcher.Watch(true) // a client may ask without attaching
	now := d.watcher.Variables()
	d.mu.Lock()
	defer d.mu.Unlock()
	shown := make([]dapVariable, len(now))
	listed := make(map[string]listedVariable, len(now))
	current := map[int]bool{}
	for i, v := range now {
		entry, ok := d.listed[v.Name]
		if !ok || !reflect.DeepEqual(entry.variable, v) {
			entry = listedVariable{v, d.show(0, v)}
			entry.shown.EvaluateName = v.Name
		}
		listed[v.Name], shown[i] = entry, entry.shown
		current[entry.shown.Reference] = true
	}
	d.listed = listed
	maps.DeleteFunc(d.opened, func(_ int, o container) bool { return !current[o.root] })
	return map[string]any{"variables": shown}, nil
}

// show returns a variable as the protocol has it, or a part of the variable whose reference
// is root. mu must be held.
func (d *debugger) show(root int, v repl.Variable) dapVariable {
	shown := dapVariable{Name: v.Name, Type: v.Type, Value: v.Value}
	switch {
	case v.Type == "":
	case len(v.Parts) == 0 && v.Value != "":
		// JupyterLab's tree shows the type where there is one, and not the value.
		shown.Type += " = " + v.Value
	case v.Size != "":
		shown.Type += " (" + v.Size + ")"
	}
	if len(v.Parts) > 0 {
		d.lastRef++
		shown.Reference = d.lastRef
		d.opened[d.lastRef] = container{root: cmp.Or(root, d.lastRef), parts: v.Parts}
	}
	return shown
}

// variables lists the parts of a variable.
func (d *debugger) variables(req debugRequest) (any, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	o, ok := d.opened[req.Arguments.Reference]
	if !ok {
		return nil, errors.New("the variable has changed: close it and open it again")
	}
	if o.shown == nil {
		for _, part := range o.parts {
			o.shown = append(o.shown, d.show(o.root, part))
		}
		d.opened[req.Arguments.Reference] = o
	}
	return map[string]any{"variables": o.shown}, nil
}

// render returns the renderings of a variable.
func (d *debugger) render(req debugRequest) (any, error) {
	name := req.Arguments.VariableName
	b := d.watcher.Render(name)
	if len(b.Data) == 0 {
		text, err := json.Marshal(name + " is not a variable of the session. A part of a variable is shown in the tree.")
		if err != nil {
			return nil, err
		}
		b = repl.Bundle{Data: map[string]json.RawMessage{"text/plain": text}}
	}
	return newBundle(b), nil
}
