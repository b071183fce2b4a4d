package commands

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/nvsd-kernel/nvsd-kernel/cmd/nvsd-kernel/internal/identity"
	"github.com/nvsd-kernel/nvsd-kernel/cmd/nvsd-kernel/internal/process"
	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/internal/version"
	"github.com/nvsd-kernel/nvsd-kernel/interp"
	"github.com/nvsd-kernel/nvsd-kernel/kernel"
)

// serve is the kernel that Jupyter starts.
func serve(cmd *cobra.Command, file string) error {
	spool := process.NewSpool(cmd.ErrOrStderr())
	defer spool.Drain()
	log, err := logger(cmd, spool)
	if err != nil {
		return err
	}
	past, err := openHistory(cmd, log)
	if err != nil {
		return err
	}
	defer past.Close() // an error loses nothing: all cells have been written
	info, err := kernel.ReadConnection(file)
	if err != nil {
		if !isPath(file) {
			err = fmt.Errorf("there is no command %q, and %w; see: %s --help", file, err, cmd.Name())
		}
		return statusError{exitUsage, err}
	}
	signals := process.Endings()
	if !signal.Ignored(syscall.SIGQUIT) {
		// By default SIGQUIT ends a Go program at once and leaves socket files behind, and
		// a thousand lines in the log.
		signals = append(signals, syscall.SIGQUIT)
	}
	ctx, stop := signal.NotifyContext(cmd.Context(), signals...)
	defer stop()
	// The reader of the log may have gone. SIGPIPE would then end a Go program that does
	// not take it.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	ctx, release := process.WhileParentLives(ctx)
	defer release()
	go process.LogVitals(ctx, log)
	quiet, err := silentStale(cmd)
	if err != nil {
		return err
	}
	session, err := openSession(ctx, cmd, interp.Options{Logger: log, SilentStale: quiet})
	if err != nil {
		return err
	}
	defer process.OnInterrupt(func() {
		if err := session.Send(repl.Interrupt{}); err != nil {
			log.Warn("an interrupt did not reach the interpreter", "error", err)
		}
	})()
	return kernel.Serve(ctx, kernel.Config{
		Connection:     info,
		Session:        session,
		Analyzer:       session,
		Watcher:        session,
		History:        past,
		Implementation: "nvsd-kernel",
		Version:        version.String(),
		Banner:         fmt.Sprintf("nvsd-kernel %s, Go %s: nonlinear variable selection", version.String(), identity.GoVersion()),
		Language:       identity.Language(),
		Logger:         log,
	})
}

// isPath reports whether an argument names a file, such as the connection file, and no command.
func isPath(arg string) bool { return strings.ContainsAny(arg, `./\`) }

// openSession starts an interpreter whose worker is this program itself.
func openSession(ctx context.Context, cmd *cobra.Command, o interp.Options) (*interp.Session, error) {
	if err := setLimits(cmd, &o); err != nil {
		return nil, err
	}
	self, err := identity.Command()
	if err != nil {
		return nil, fmt.Errorf("the worker cannot be started: %w", err)
	}
	o.Command = append(self, workerCommand)
	return interp.Open(ctx, o)
}
