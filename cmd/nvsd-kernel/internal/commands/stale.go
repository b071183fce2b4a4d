package commands

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"
)

// Cells tell which others have used what they have changed, unless the flag is given or the
// variable is "off".
const (
	noStaleFlag   = "no-stale"
	staleVariable = "NVSD_STALE"
)

// silentStale reports whether no cell tells of others.
func silentStale(cmd *cobra.Command) (bool, error) {
	off, err := cmd.Flags().GetBool(noStaleFlag)
	if err != nil || off {
		return off, err
	}
	switch text := os.Getenv(staleVariable); {
	case strings.EqualFold(text, "off"):
		return true, nil
	case text != "" && !strings.EqualFold(text, "on"):
		return false, statusError{exitUsage, fmt.Errorf("%s %q: it is \"on\" or \"off\"", staleVariable, text)}
	}
	return false, nil
}
