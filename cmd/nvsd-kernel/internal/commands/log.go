package commands

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"

	"github.com/spf13/cobra"
)

// The flag sets the level of the log. Without it the variable does, which also reaches
// kernels that Jupyter starts.
const (
	levelFlag     = "log-level"
	levelVariable = "NVSD_LOG_LEVEL"
	defaultLevel  = "warn"
)

// logger returns a logger that writes what the level of a command lets through.
func logger(cmd *cobra.Command, to io.Writer) (*slog.Logger, error) {
	name, source, err := setting(cmd, levelFlag, levelVariable)
	if err != nil {
		return nil, err
	}
	level, err := parseLevel(cmp.Or(name, defaultLevel))
	if err != nil {
		return nil, statusError{exitUsage, fmt.Errorf("%s %q: %w", source, name, err)}
	}
	return slog.New(slog.NewTextHandler(to, &slog.HandlerOptions{Level: level})), nil
}

func parseLevel(name string) (slog.Level, error) {
	for _, level := range []slog.Level{slog.LevelDebug, slog.LevelInfo, slog.LevelWarn, slog.LevelError} {
		if strings.EqualFold(name, level.String()) {
			return level, nil
		}
	}
	return 0, errors.New("it is one of debug, info, warn, error")
}
