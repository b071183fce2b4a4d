package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
	"github.com/nvsd-kernel/nvsd-kernel/interp"
	"github.com/nvsd-kernel/nvsd-kernel/kernel"
)

// serve is the kernel that Jupyter starts.
func serve(cmd *cobra.Command, file string) error {
	spool := newSpool(cmd.ErrOrStderr())
	defer spool.drain()
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
	signals := endings()
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
	ctx, release := whileParentLives(ctx)
	defer release()
	go logVitals(ctx, log)
	quiet, err := silentStale(cmd)
	if err != nil {
		return err
	}
	session, err := openSession(ctx, cmd, interp.Options{Logger: log, SilentStale: quiet})
	if err != nil {
		return err
	}
	defer onInterrupt(func() {
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
		Version:        version(),
		Banner:         fmt.Sprintf("nvsd-kernel %s, Go %s: nonlinear variable selection", version(), goVersion()),
		Language:       language(),
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
	self, err := itself()
	if err != nil {
		return nil, fmt.Errorf("the worker cannot be started: %w", err)
	}
	o.Command = append(self, workerCommand)
	return interp.Open(ctx, o)
}

// onInterrupt calls do at each interrupt signal until the returned function is
// called.
func onInterrupt(do func()) (stop func()) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt)
	done := make(chan struct{})
	go func() {
		for {
			select {
			case <-signals:
				do()
			case <-done:
				return
			}
		}
	}()
	return func() {
		signal.Stop(signals)
		close(done)
	}
}
