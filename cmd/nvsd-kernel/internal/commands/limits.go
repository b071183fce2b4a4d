package commands

import (
	"cmp"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/nvsd-kernel/nvsd-kernel/interp"
	"github.com/nvsd-kernel/nvsd-kernel/interp/memory"
	"github.com/nvsd-kernel/nvsd-kernel/interp/worker"
)

// These are the flags that limit cells, and the environment variables that stand for them
// when Jupyter starts the program.
const (
	memoryFlag     = "memory"
	memoryVariable = "NVSD_MEMORY"
	graceFlag      = "grace"
	graceVariable  = "NVSD_GRACE"
)

// defaultMemory leaves a machine enough for the kernel and the browser.
const defaultMemory = "80%"

// minMemory is a little more than the interpreter itself needs.
const minMemory = 64 << 20

// addLimits gives a command that runs cells the flags of their limits.
func addLimits(cmd *cobra.Command) {
	cmd.Flags().String(memoryFlag, "", "the `SIZE` of memory that cells may hold, as 4GiB, 500MB, 80% of the machine's or off (default $"+memoryVariable+", else "+defaultMemory+")")
	cmd.Flags().String(graceFlag, "", fmt.Sprintf("the `TIME` that an interrupted cell has to end, as 10s, before the interpreter is stopped (default $%s, else %v)", graceVariable, worker.DefaultGrace))
}

// setLimits sets the limits in the options of a session.
func setLimits(cmd *cobra.Command, o *interp.Options) error {
	text, name, err := setting(cmd, memoryFlag, memoryVariable)
	if err != nil {
		return err
	}
	all := memory.Machine()
	switch {
	case text != "":
		o.Memory, err = memory.Parse(text, all)
	case all > 0:
		o.Memory, err = memory.Parse(defaultMemory, all)
	}
	if err == nil && o.Memory > 0 && o.Memory < minMemory {
		err = fmt.Errorf("%q is less than the interpreter itself needs, %v", text, memory.Size(minMemory))
	}
	if err != nil {
		return statusError{exitUsage, fmt.Errorf("%s: %w", name, err)}
	}
	text, name, err = setting(cmd, graceFlag, graceVariable)
	if err != nil || text == "" {
		return err
	}
	o.Grace, err = time.ParseDuration(text)
	if err != nil || o.Grace <= 0 {
		return statusError{exitUsage, fmt.Errorf("%s: %q is no time, as 10s or 1m", name, text)}
	}
	return nil
}

// setting returns the value and the name of a flag or, if the flag is not given, of an
// environment variable.
func setting(cmd *cobra.Command, flag, variable string) (text, name string, err error) {
	given, err := cmd.Flags().GetString(flag)
	name = "--" + flag
	if given == "" {
		name = variable
	}
	return cmp.Or(given, os.Getenv(variable)), name, err
}
