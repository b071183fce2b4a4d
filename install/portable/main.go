// Portable runs the go command so that the programs it builds compute the same numbers on every
// processor, to the last bit:
//
//	go run ./install/portable [NAME=VALUE...] build [flags] [packages]
//
// What precedes the command is set in its environment, so that GOARCH=arm64 builds for that
// processor. The commands are those that compile: build, install, list, run, test and vet. Flags are those
// of the go command; tags are written as -tags=a,b, and -gcflags and -overlay are taken.
//
// A program that go builds by itself rounds as its processor likes it best. Three things differ.
// A portable build has what every processor has:
//
//   - On some processors the compiler fuses a multiplication with an addition and rounds once. The
//     compiler's own switch for finding faults of that, fmahash, leaves each rounded.
//   - gonum has assembly for amd64, which sums in another order than its Go code. The tag safe
//     leaves the assembly out. With the tag portable, programs that import stdlib/nvsd/solve give
//     gonum internal/blas in its place.
//   - Package math has Exp, Log and others in assembly for some processors, and the one for amd64
//     asks whether that has FMA. An overlay compiles the Go code that the same package has for all others.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/build/constraint"
	"log"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
)

const tags = "portable,safe"

func main() {
	log.SetFlags(0)
	log.SetPrefix("portable: ")
	var failed *exec.ExitError
	if err := run(os.Args[1:]); errors.As(err, &failed) {
		os.Exit(failed.ExitCode())
	} else if err != nil {
		log.Fatal(err)
	}
}

// run runs the go command with the arguments, before which there may be variables.
func run(args []string) error {
	first := slices.IndexFunc(args, func(a string) bool { return !strings.Contains(a, "=") })
	if first < 0 {
		return errors.New("name a command of go: portable [NAME=VALUE...] build [flags] [packages]")
	}
	environment := append(os.Environ(), args[:first]...)
	command := args[first]
	if !slices.Contains(commands, command) {
		return fmt.Errorf("%q is none of %s", command, strings.Join(commands, ", "))
	}
	given, rest, err := takeTags(command, args[first+1:])
	if err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "nvsd-portable-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	overlay, err := writeOverlay(work, environment)
	if err != nil {
		return err
	}
	flags := []string{command, "-tags=" + strings.Join(append(given, tags), ","), "-gcflags=all=-d=fmahash=qn", "-overlay=" + overlay}
	cmd := exec.Command("go", append(flags, rest...)...)
	cmd.Env, cmd.Stdin, cmd.Stdout, cmd.Stderr = environment, os.Stdin, os.Stdout, os.Stderr
	// An interrupt ends the go command, and then the overlay can be removed.
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt)
	defer signal.Stop(interrupts)
	return cmd.Run()
}

// commands lists the commands of go that compile.
var commands = []string{"build", "install", "list", "run", "test", "vet"}

// takeTags takes the tags out of the flags of a command, since the go command heeds the last -tags alone.
// For the same reason it refuses the flags that are set here.
func takeTags(command string, args []string) (given, rest []string, err error) {
	for i, a := range args {
		if a == "-args" || a == "--args" || command == "run" && !strings.HasPrefix(a, "-") {
			return given, append(rest, args[i:]...), nil // what follows is the program's
		}
		flag := a
		if strings.HasPrefix(a, "--") {
			flag = a[1:]
		}
		name, list, is := strings.Cut(flag, "=")
		switch {
		case name == "-tags" && is:
			given = append(given, strings.FieldsFunc(list, func(r rune) bool { return r == ',' })...)
		case name == "-tags":
			return nil, nil, errors.New("write the tags as -tags=a,b")
		case name == "-gcflags" || name == "-overlay" || name == "-C":
			return nil, nil, fmt.Errorf("%s cannot be set: portable sets -gcflags and -overlay, and needs the folder that it runs in", name)
		default:
			rest = append(rest, a)
		}
	}
	return given, rest, nil
}

// exact lists the files of package math whose results no rounding can change.
var exact = []string{"dim", "floor", "modf"}

// writeOverlay writes an overlay that takes the assembly out of package math, and returns its path.
func writeOverlay(work string, environment []string) (string, error) {
	cmd := exec.Command("go", "env", "-json", "GOROOT", "GOARCH", "GOFLAGS")
	cmd.Env, cmd.Stderr = environment, os.Stderr
	said, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("go env: %w", err)
	}
	var env struct{ GOROOT, GOARCH, GOFLAGS string }
	if err := json.Unmarshal(said, &env); err != nil {
		return "", fmt.Errorf("go env: %w", err)
	}
	for _, name := range []string{"-tags", "-gcflags", "-overlay"} {
		if strings.Contains(env.GOFLAGS, name) {
			return "", fmt.Errorf("GOFLAGS has %s, which portable sets: put GOFLAGS= before the command, and tags behind it", name)
		}
	}
	if env.GOARCH == "s390x" {
		return "", errors.New("package math is assembly throughout on s390x; go build ./cmd/nvsd-kernel builds a program with the processor's own last digits")
	}
	replace, err := withoutAssembly(filepath.Join(env.GOROOT, "src", "math"), env.GOARCH, work)
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	path := filepath.Join(work, "overlay.json")
	return path, os.WriteFile(path, text, 0o644)
}

// withoutAssembly returns the replacements of the files of package math whose functions are
// assembly on the processor; "" takes a file out. NAME_asm.go declares the functions of
// NAME_ARCH.s, and NAME_noasm.go or NAME_stub.go says on other processors that there are none.
func withoutAssembly(dir, arch, work string) (map[string]string, error) {
	declarations, err := filepath.Glob(filepath.Join(dir, "*_asm.go"))
	if err != nil {
		return nil, err
	}
	if len(declarations) == 0 {
		return nil, fmt.Errorf("%s has no *_asm.go: this release of Go keeps its assembly elsewhere, and install/portable has to learn where", dir)
	}
	replace := map[string]string{}
	for _, declares := range declarations {
		name := strings.TrimSuffix(filepath.Base(declares), "_asm.go")
		is, err := isFor(declares, arch)
		if err != nil {
			return nil, err
		}
		if !is || slices.Contains(exact, name) {
			continue
		}
		instead := filepath.Join(work, name+".go")
		if err := copyUnconstrained(instead, filepath.Join(dir, name+"_noasm.go"), filepath.Join(dir, name+"_stub.go")); err != nil {
			return nil, err
		}
		replace[declares] = instead
		for _, ending := range []string{".s", ".go"} {
			if file := filepath.Join(dir, name+"_"+arch+ending); isFile(file) {
				replace[file] = ""
			}
		}
	}
	return replace, nil
}

func isFile(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// isFor reports whether a Go file is compiled for a processor.
func isFor(file, arch string) (bool, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return false, err
	}
	for line := range strings.Lines(string(text)) {
		if constraint.IsGoBuild(line) {
			expr, err := constraint.Parse(line)
			if err != nil {
				return false, fmt.Errorf("%s: %w", file, err)
			}
			return expr.Eval(func(tag string) bool { return tag == arch }), nil
		}
	}
	return true, nil
}

// copyUnconstrained copies the first of the sources that is there, without its build constraint.
func copyUnconstrained(to string, sources ...string) error {
	i := slices.IndexFunc(sources, isFile)
	if i < 0 {
		return fmt.Errorf("none of %s is there: this release of Go names them otherwise, and install/portable has to learn how", strings.Join(sources, ", "))
	}
	text, err := os.ReadFile(sources[i])
	if err != nil {
		return err
	}
	var kept strings.Builder
	for line := range strings.Lines(string(text)) {
		if !constraint.IsGoBuild(line) {
			kept.WriteString(line)
		}
	}
	return os.WriteFile(to, []byte(kept.String()), 0o644)
}
