package commands

import (
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"

	"github.com/nvsd-kernel/nvsd-kernel/interp"
	"github.com/nvsd-kernel/nvsd-kernel/interp/memory"
)

// limitsOf returns the limits that a command line and an environment set.
func limitsOf(t *testing.T, env map[string]string, args ...string) (interp.Options, error) {
	t.Helper()
	for _, name := range []string{memoryVariable, graceVariable} {
		t.Setenv(name, env[name])
	}
	var o interp.Options
	cmd := &cobra.Command{}
	addLimits(cmd)
	if err := cmd.ParseFlags(args); err != nil {
		t.Fatal(err)
	}
	err := setLimits(cmd, &o)
	return o, err
}

func TestLimits(t *testing.T) {
	usual, unknown := memory.Parse(defaultMemory, memory.Machine())
	inEnv := map[string]string{memoryVariable: "2GiB", graceVariable: "1m"}
	cases := []struct {
		name   string
		env    map[string]string
		args   []string
		memory memory.Size
		grace  time.Duration
	}{
		{"neither", nil, nil, usual, 0},
		{"the environment", inEnv, nil, 2 << 30, time.Minute},
		{"a flag before the environment", inEnv, []string{"--memory", "1GiB", "--grace", "10s"}, 1 << 30, 10 * time.Second},
		{"no limit", inEnv, []string{"--memory", "off"}, 0, time.Minute},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if c.env == nil && unknown != nil {
				t.Skip(unknown)
			}
			o, err := limitsOf(t, c.env, c.args...)
			if err != nil || o.Memory != c.memory || o.Grace != c.grace {
				t.Errorf("%v and %v (%v), want %v and %v", o.Memory, o.Grace, err, c.memory, c.grace)
			}
		})
	}
}

func TestLimitsThatAreNoneNameWhereTheyAre(t *testing.T) {
	for _, c := range []struct {
		env  map[string]string
		args []string
		name string
	}{
		{nil, []string{"--memory", "plenty"}, "--memory"},
		{nil, []string{"--memory", "10MiB"}, "--memory"},
		{nil, []string{"--grace", "soon"}, "--grace"},
		{nil, []string{"--grace", "-1s"}, "--grace"},
		{map[string]string{memoryVariable: "plenty"}, nil, memoryVariable},
		{map[string]string{graceVariable: "soon"}, nil, graceVariable},
	} {
		if _, err := limitsOf(t, c.env, c.args...); err == nil || !strings.HasPrefix(err.Error(), c.name+": ") {
			t.Errorf("%v %q: %v", c.env, c.args, err)
		}
	}
}
