package commands

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nvsd-kernel/nvsd-kernel/install"
	"github.com/nvsd-kernel/nvsd-kernel/kernel/history"
)

// The cells of sessions are kept unless the flag is given. The variable turns that off too,
// or names another folder.
const (
	noHistoryFlag   = "no-history"
	historyVariable = "NVSD_HISTORY"
)

// openHistory opens the history in the folder that the user wants, or a history of this
// session only.
func openHistory(cmd *cobra.Command, log *slog.Logger) (*history.History, error) {
	off, err := cmd.Flags().GetBool(noHistoryFlag)
	if err != nil {
		return nil, err
	}
	if off {
		return history.New("", log), nil
	}
	switch place := os.Getenv(historyVariable); {
	case strings.EqualFold(place, "off"):
		return history.New("", log), nil
	case filepath.IsAbs(place):
		return history.New(place, log), nil
	case place != "":
		return nil, statusError{exitUsage, fmt.Errorf("%s %q: it is \"off\" or the absolute path of a folder", historyVariable, place)}
	}
	data, err := install.DataDir()
	if err != nil {
		log.Warn("the history of this session is not kept: there is no place for it", "error", err)
		return history.New("", log), nil
	}
	return history.New(filepath.Join(data, "nvsd-kernel", "history"), log), nil
}
