package main

import (
	"fmt"
	"log"
	"log/slog"
	"os"
)

func main() {
	log.SetFlags(0)
	log.Println("plain")
	slog.SetLogLoggerLevel(slog.LevelDebug)
	slog.Debug("dbg")
	log.SetPrefix("p ")
	log.Print("x")
	slog.Info("i")
	log.SetOutput(os.Stdout)
	log.Print("out")
	slog.Info("out i")
	fmt.Println(log.Prefix(), log.Flags(), log.Writer() == os.Stdout, log.Default() == log.Default())
	log.Default().Println("def")
	slog.SetDefault(slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{ReplaceAttr: func(g []string, a slog.Attr) slog.Attr {
		if a.Key == "time" {
			return slog.Attr{}
		}
		return a
	}})))
	log.Print("via")
	slog.Error("e", "err", os.ErrNotExist)
	defer fmt.Println("not reached")
	defer func() { fmt.Println(recover()) }()
	log.Panicln("end", 1)
}
