package child

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/traefik/yaegi/interp"

	"github.com/nvsd-kernel/nvsd-kernel/display"
	"github.com/nvsd-kernel/nvsd-kernel/interp/cell"
	"github.com/nvsd-kernel/nvsd-kernel/interp/rt"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker/wire"
)

// commands implements the magics of a cell; package cell has their types. They run on the
// goroutine of the cell.
type commands struct {
	c *process

	serial   int // of the run that the rest belongs to
	began    []time.Time
	examples []example
}

// commandExports returns the functions of commands as the package that magics
// call.
func commandExports(c *process) interp.Exports {
	m := &commands{c: c}
	rt.OnBenchmarkLog(m.print)
	functions := map[string]reflect.Value{}
	for name, f := range map[string]any{
		"Start": m.start, "Stop": m.stop, "Shell": m.shell, "Cd": m.cd, "Env": m.env, "Print": m.print,
		"HTML":     func(text string) { m.display(display.HTML(text)) },
		"Markdown": func(text string) { m.display(display.Markdown(text)) },
		"Source":   m.source, "Vars": m.vars, "Snapshot": m.snapshot, "Render": m.render,
		"Benchmark": m.benchmark, "BenchmarkFunc": m.benchmarkFunc, "Example": m.example, "Test": m.test,
		"Run": m.run,
	} {
		functions[name] = reflect.ValueOf(f)
	}
	return interp.Exports{cell.CommandsPath + "/" + cell.CommandsName: functions}
}

// renew forgets the state of an earlier run, which stays where that run failed.
func (m *commands) renew() {
	if serial := m.c.here().serial; serial != m.serial {
		m.serial, m.began, m.examples = serial, nil, nil
	}
}

func (m *commands) start() {
	m.renew()
	m.began = append(m.began, time.Now())
}

func (m *commands) stop() {
	now := time.Now()
	last := len(m.began) - 1
	d := now.Sub(m.began[last])
	m.began = m.began[:last]
	m.print("time: " + round(d).String() + "\n")
}

// round leaves a duration the digits that mean something.
func round(d time.Duration) time.Duration {
	unit := time.Nanosecond
	for d/unit >= 10000 {
		unit *= 10
	}
	return d.Round(unit)
}

// print writes text in the order of all that the cell writes.
func (m *commands) print(text string) {
	_, _ = stream{m.c, wire.Stdout}.Write([]byte(text)) // fails when nobody reads any more
}

func (m *commands) display(v any) {
	b, err := display.Render(v)
	rt.Must(err)
	rt.Must(displaySink{m.c}.Emit(display.Shown{Bundle: b}))
}

func (m *commands) cd(dir string) {
	home, err := os.UserHomeDir()
	if dir == "" || dir == "~" || strings.HasPrefix(dir, "~/") {
		rt.Must(err)
		dir = filepath.Join(home, strings.TrimPrefix(dir, "~"))
	}
	if err := os.Chdir(dir); err != nil {
		rt.Must(fmt.Errorf("%%cd: %s", m.cannot(dir, err)))
	}
	now, err := os.Getwd()
	rt.Must(err)
	m.print(now + "\n")
}

// cannot says of a path, which the user may have meant from elsewhere, what is
// wrong.
func (m *commands) cannot(path string, err error) string {
	var perr *os.PathError
	if errors.As(err, &perr) {
		err = perr.Err
	}
	if here, werr := os.Getwd(); werr == nil && !filepath.IsAbs(path) {
		return fmt.Sprintf("%s: %v (the working directory is %s)", path, err, here)
	}
	return fmt.Sprintf("%s: %v", path, err)
}

func (m *commands) env(setting string) {
	name, value, set := strings.Cut(setting, "=")
	name = strings.TrimSpace(name)
	switch {
	case setting == "":
		all := os.Environ()
		slices.Sort(all)
		m.print(strings.Join(all, "\n") + "\n")
	case set:
		value = strings.TrimSpace(value)
		rt.Must(os.Setenv(name, value))
		m.print(name + "=" + value + "\n")
	default:
		value, ok := os.LookupEnv(name)
		if !ok {
			rt.Must(fmt.Errorf("%%env: there is no variable %s in the environment; %%env %s=VALUE sets it", name, name))
		}
		m.print(value + "\n")
	}
}

// source reads a file for a magic.
func (m *commands) source(magic, file string) any {
	text, err := os.ReadFile(file)
	if err != nil {
		rt.Must(fmt.Errorf("%s: %s", magic, m.cannot(file, err)))
	}
	return sourceText(text)
}

// A sourceText is the text of a file, which is shown whole, however long.
type sourceText string

// MIMEBundle implements [display.MIMEBundler].
func (s sourceText) MIMEBundle() (map[string]any, error) {
	return map[string]any{display.MIMEText: string(s)}, nil
}
