package commands

import (
	"bytes"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// logs is what a command logs that says one thing at each level.
func logs(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var out, errOut bytes.Buffer
	root := newRoot(Streams{strings.NewReader(""), &out, &errOut})
	root.RunE = func(cmd *cobra.Command, _ []string) error {
		log, err := logger(cmd, cmd.ErrOrStderr())
		if err != nil {
			return err
		}
		log.Debug("d")
		log.Info("i")
		log.Warn("w")
		log.Error("e")
		return nil
	}
	root.SetArgs(args)
	err := root.Execute()
	said := ""
	for _, level := range "diwe" {
		if strings.Contains(errOut.String(), "msg="+string(level)) {
			said += string(level)
		}
	}
	return said, err
}

func TestLogLevel(t *testing.T) {
	for _, tt := range []struct {
		variable string
		args     []string
		want     string
	}{
		{"", nil, "we"},
		{"debug", nil, "diwe"},
		{"ERROR", nil, "e"},
		{"info", []string{"--log-level", "error"}, "e"},
		{"info", []string{"--log-level", "warn"}, "we"},
		{"nonsense", []string{"--log-level", "info"}, "iwe"},
	} {
		t.Setenv(levelVariable, tt.variable)
		if got, err := logs(t, tt.args...); got != tt.want || err != nil {
			t.Errorf("%s=%s %v: logs %q, %v; expected %q", levelVariable, tt.variable, tt.args, got, err, tt.want)
		}
	}
	t.Setenv(levelVariable, "loud")
	if _, err := logs(t); err == nil || !strings.Contains(err.Error(), levelVariable) || !strings.Contains(err.Error(), "loud") {
		t.Errorf("a bad value: %v", err)
	}
}
