package rt

import (
	"context"
	"io"
	"log/slog"
	"sync"
	"time"
)

// slogged logs as a logger does that a function of a program calls. It makes the
// record itself: package slog would have it come from the interpreter.
func slogged(ctx context.Context, l *slog.Logger, level slog.Level, add func(r *slog.Record), msg string) {
	if ctx == nil {
		ctx = context.Background()
	}
	if !l.Enabled(ctx, level) {
		return
	}
	var pc uintptr
	if f, ok := caller(0); ok {
		pc = pcOf(f)
	}
	r := slog.NewRecord(time.Now(), level, msg, pc)
	add(&r)
	_ = SlogHandle(l.Handler(), ctx, r) // of no interest to who logs, as in Go
}

func slogArgs(ctx context.Context, l *slog.Logger, level slog.Level, msg string, args []any) {
	slogged(ctx, l, level, func(r *slog.Record) { r.Add(args...) }, msg)
}

// The methods of a *slog.Logger that log.

func SlogLog(l *slog.Logger, ctx context.Context, level slog.Level, msg string, args ...any) {
	slogArgs(ctx, l, level, msg, args)
}

func SlogLogAttrs(l *slog.Logger, ctx context.Context, level slog.Level, msg string, attrs ...slog.Attr) {
	slogged(ctx, l, level, func(r *slog.Record) { r.AddAttrs(attrs...) }, msg)
}

func SlogDebug(l *slog.Logger, msg string, args ...any) {
	slogArgs(context.Background(), l, slog.LevelDebug, msg, args)
}

func SlogInfo(l *slog.Logger, msg string, args ...any) {
	slogArgs(context.Background(), l, slog.LevelInfo, msg, args)
}
func SlogWarn(l *slog.Logger, msg string, args ...any) {
	slogArgs(context.Background(), l, slog.LevelWarn, msg, args)
}
func SlogError(l *slog.Logger, msg string, args ...any) {
	slogArgs(context.Background(), l, slog.LevelError, msg, args)
}

func SlogDebugContext(l *slog.Logger, ctx context.Context, msg string, args ...any) {
	slogArgs(ctx, l, slog.LevelDebug, msg, args)
}

func SlogInfoContext(l *slog.Logger, ctx context.Context, msg string, args ...any) {
	slogArgs(ctx, l, slog.LevelInfo, msg, args)
}

func SlogWarnContext(l *slog.Logger, ctx context.Context, msg string, args ...any) {
	slogArgs(ctx, l, slog.LevelWarn, msg, args)
}

func SlogErrorContext(l *slog.Logger, ctx context.Context, msg string, args ...any) {
	slogArgs(ctx, l, slog.LevelError, msg, args)
}

// slogging are the functions of package slog that log to the default logger, or
// make handlers.
func slogging() map[string]any {
	atLevel := func(level slog.Level) func(msg string, args ...any) {
		return func(msg string, args ...any) { slogArgs(context.Background(), slog.Default(), level, msg, args) }
	}
	within := func(level slog.Level) func(ctx context.Context, msg string, args ...any) {
		return func(ctx context.Context, msg string, args ...any) { slogArgs(ctx, slog.Default(), level, msg, args) }
	}
	return map[string]any{
		"Debug": atLevel(slog.LevelDebug), "Info": atLevel(slog.LevelInfo), "Warn": atLevel(slog.LevelWarn), "Error": atLevel(slog.LevelError),
		"DebugContext": within(slog.LevelDebug), "InfoContext": within(slog.LevelInfo),
		"WarnContext": within(slog.LevelWarn), "ErrorContext": within(slog.LevelError),
		"Log": func(ctx context.Context, level slog.Level, msg string, args ...any) {
			slogArgs(ctx, slog.Default(), level, msg, args)
		},
		"LogAttrs": func(ctx context.Context, level slog.Level, msg string, attrs ...slog.Attr) {
			SlogLogAttrs(slog.Default(), ctx, level, msg, attrs...)
		},
		"NewTextHandler": newTextHandler, "NewJSONHandler": newJSONHandler,
	}
}

// handled are the program counters of records that goroutines have handlers look
// at, by the goroutine.
var handled sync.Map

// SlogHandle is the method Handle of a handler.
func SlogHandle(h slog.Handler, ctx context.Context, r slog.Record) error {
	if _, ok := placeAt(r.PC); ok {
		n := self()
		before, had := handled.Swap(n, r.PC)
		defer func() {
			if had {
				handled.Store(n, before)
			} else {
				handled.Delete(n)
			}
		}()
	}
	return h.Handle(ctx, r)
}

// SlogSource is the method Source of a record.
func SlogSource(r slog.Record) *slog.Source {
	if p, ok := placeAt(r.PC); ok {
		return &slog.Source{Function: p.fn, File: p.file, Line: p.line}
	}
	return r.Source()
}

// placing returns options by which a handler writes, for the place of a record that
// comes from the interpreter, that in the program.
func placing(opts *slog.HandlerOptions) *slog.HandlerOptions {
	if opts == nil || !opts.AddSource {
		return opts
	}
	placed, next := *opts, opts.ReplaceAttr
	placed.ReplaceAttr = func(groups []string, a slog.Attr) slog.Attr {
		if src, ok := a.Value.Any().(*slog.Source); ok && a.Key == slog.SourceKey && len(groups) == 0 && src != nil {
			a.Value = slog.AnyValue(placedSource(src))
		}
		if next == nil {
			return a
		}
		return next(groups, a)
	}
	return &placed
}

// placedSource returns the place in the program of a record that this goroutine has a
// handler look at, given the place of package slog.
func placedSource(src *slog.Source) *slog.Source {
	if pc, ok := handled.Load(self()); ok && src.Function == "" {
		return SlogSource(slog.Record{PC: pc.(uintptr)})
	}
	if src.Function == "" {
		return src
	}
	// Package log has passed on what a program has logged by it.
	if f, ok := caller(0); ok {
		return &slog.Source{Function: f.Func, File: f.Filename, Line: f.Line}
	}
	return src
}

func newTextHandler(w io.Writer, opts *slog.HandlerOptions) *slog.TextHandler {
	return slog.NewTextHandler(w, placing(opts))
}

func newJSONHandler(w io.Writer, opts *slog.HandlerOptions) *slog.JSONHandler {
	return slog.NewJSONHandler(w, placing(opts))
}
