// Package compiled runs the cases of package product as the Go toolchain compiles
// them.
package compiled

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/gob"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/interp/program/product"
)

const (
	inPackage = 300
	inBuild   = 20 * inPackage
	limit     = 10 * time.Second // of a batch, which takes much less
)

// Outputs returns the outputs of the cases, by name. It leaves out the cases that do not
// compile, fail before main begins, end their process or do not print the same twice. The
// outputs of a build are kept in the user's cache, by the text that was compiled.
func Outputs(ctx context.Context, cases []product.Case) (map[string]string, error) {
	outputs := map[string]string{}
	for part := range slices.Chunk(cases, inBuild) {
		some, err := newBuild(part).kept(ctx)
		if err != nil {
			return nil, err
		}
		for name, out := range some {
			outputs[name] = out
		}
	}
	return outputs, nil
}

// A build is one program, of a package for each of its batches of cases.
type build struct {
	batches [][]product.Case
	files   map[string]string
}

// packageName names a package by a word as long as main, which stands in outputs
// instead of it.
func packageName(i int) string { return fmt.Sprintf("q%03d", i) }

func newBuild(cases []product.Case) *build {
	b := &build{slices.Collect(slices.Chunk(cases, inPackage)), map[string]string{"go.mod": "module suite\ngo 1.26\n"}}
	var imports, list strings.Builder
	for i, batch := range b.batches {
		name := packageName(i)
		b.files[name+"/"+name+".go"] = product.Package(name, batch)
		fmt.Fprintf(&imports, "import %q\n", "suite/"+name)
		fmt.Fprintf(&list, "%s.Run,\n", name)
	}
	b.files["main.go"] = "package main\nimport (\n\"os\"\n\"strconv\"\n)\n" + imports.String() +
		"func number(i int) int {\nn, _ := strconv.Atoi(os.Args[i])\nreturn n\n}\n" +
		"func main() {\n[]func(int){\n" + list.String() + "}[number(1)](number(2))\n}\n"
	return b
}

// kept returns the outputs from the cache, into which it puts them first.
func (b *build) kept(ctx context.Context) (map[string]string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return nil, err
	}
	file := filepath.Join(cache, "nvsd-kernel", "product", b.key()+".gob")
	outputs := map[string]string{}
	if text, err := os.ReadFile(file); err == nil && gob.NewDecoder(bytes.NewReader(text)).Decode(&outputs) == nil {
		return outputs, nil
	}
	outputs, err = b.outputs(ctx)
	var bad *unfitError
	for left := slices.Concat(b.batches...); errors.As(err, &bad); {
		left = slices.DeleteFunc(left, func(c product.Case) bool { return bad.cases[c.Name] })
		outputs, err = newBuild(left).outputs(ctx)
	}
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	if err := gob.NewEncoder(&text).Encode(outputs); err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return nil, err
	}
	return outputs, os.WriteFile(file, text.Bytes(), 0o644)
}

// An unfitError says which cases spoil a build: they do not compile, or fail before
// main begins.
type unfitError struct {
	cases map[string]bool
	err   error
}

func (e *unfitError) Error() string { return e.err.Error() }

var inBatch = regexp.MustCompile(`\bq(\d{3})\.go:(\d+)`)

// unfit finds the cases of which a message of the compiler, or the stack of a panic,
// names lines. Where it names none the error is returned.
func (b *build) unfit(message string, err error) error {
	cases := map[string]bool{}
	for _, m := range inBatch.FindAllStringSubmatch(message, -1) {
		batch, _ := strconv.Atoi(m[1])
		line, _ := strconv.Atoi(m[2])
		if batch >= len(b.batches) {
			continue
		}
		text := b.files[packageName(batch)+"/"+packageName(batch)+".go"]
		for _, c := range b.batches[batch] {
			before, _, _ := strings.Cut(text, c.Source())
			first := 1 + strings.Count(before, "\n")
			if first <= line && line < first+strings.Count(c.Source(), "\n") {
				cases[c.Name] = true
			}
		}
	}
	err = fmt.Errorf("%w\n%.3000s", err, message)
	if len(cases) == 0 {
		return err
	}
	return &unfitError{cases, err}
}

// key identifies a build.
func (b *build) key() string {
	h := sha256.New()
	fmt.Fprintln(h, runtime.Version())
	for i := range b.batches {
		name := packageName(i)
		fmt.Fprintln(h, b.files[name+"/"+name+".go"])
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:16])
}

func (b *build) outputs(ctx context.Context) (map[string]string, error) {
	dir, err := os.MkdirTemp("", "product")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	for name, text := range b.files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return nil, err
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			return nil, err
		}
	}
	binary := filepath.Join(dir, "all")
	// Without optimisation a build takes half as long.
	cmd := exec.CommandContext(ctx, "go", "build", "-gcflags=-e -N -l", "-o", binary, ".")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, b.unfit(string(out), fmt.Errorf("go build: %w", err))
	}
	first, err := b.run(ctx, binary)
	if err != nil {
		return nil, err
	}
	again, err := b.run(ctx, binary)
	if err != nil {
		return nil, err
	}
	for name, out := range first {
		if again[name] != out {
			delete(first, name)
		}
	}
	return first, nil
}

// run runs each batch from its beginning, and again after each case that ends the
// process.
func (b *build) run(ctx context.Context, binary string) (map[string]string, error) {
	outputs := map[string]string{}
	for i, batch := range b.batches {
		for from := 0; from < len(batch); {
			limited, cancel := context.WithTimeout(ctx, limit)
			cmd := exec.CommandContext(limited, binary, fmt.Sprint(i), fmt.Sprint(from))
			var stderr strings.Builder
			cmd.WaitDelay = time.Second
			cmd.Dir, cmd.Stderr = filepath.Dir(binary), &stderr
			text, failed := cmd.Output()
			cancel()
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			name := packageName(i)
			outs, last := product.Outputs(product.AsMain(name, string(text)))
			for name, out := range outs {
				if failed == nil || name != last {
					outputs[name] = out
				}
			}
			if failed == nil {
				break
			}
			if last == "" {
				return nil, b.unfit(stderr.String(), fmt.Errorf("the build prints no case: %w", failed))
			}
			from = 1 + slices.IndexFunc(batch, func(c product.Case) bool { return c.Name == last })
		}
	}
	return outputs, nil
}
