package stubgen

import (
	"bytes"
	"os"
	"strconv"
	"strings"
	"testing"
)

// TestHeaderIsGenerated holds stubs.h to what the generator writes.
func TestHeaderIsGenerated(t *testing.T) {
	have, err := os.ReadFile("../../stubs.h")
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(have, Header()) {
		t.Error("stubs.h is not what the generator writes; run: go generate ./interp/rt/named")
	}
}

// TestHeaderLaysOutEachStubOnce expands the macros as the assembler does, and finds
// every number below Count, in order.
func TestHeaderLaysOutEachStubOnce(t *testing.T) {
	macros := map[string][]string{} // the calls in each
	var numbers []int
	var expand func(call string, i int)
	expand = func(call string, i int) {
		name, arg, ok := strings.Cut(strings.TrimSuffix(call, ")"), "(")
		if !ok {
			t.Fatalf("%q is no call of a macro", call)
		}
		number := strings.TrimPrefix(strings.TrimPrefix(arg, "(i)"), "+")
		if number == "i" || number == "" {
			number = "0"
		}
		n, err := strconv.Atoi(number)
		if err != nil {
			t.Fatalf("%q: %v", call, err)
		}
		if name == "STUB" {
			numbers = append(numbers, i+n)
			return
		}
		if macros[name] == nil {
			t.Fatalf("%s is not defined before %q", name, call)
		}
		for _, inner := range macros[name] {
			expand(inner, i+n)
		}
	}
	for line := range strings.Lines(string(Header())) {
		words := strings.Fields(line)
		switch {
		case len(words) > 2 && words[0] == "#define":
			macros[strings.TrimSuffix(words[1], "(i)")] = words[2:]
		case len(words) == 1:
			expand(words[0], 0)
		}
	}
	for i, n := range numbers {
		if n != i {
			t.Fatalf("the stub in place %d has the number %d", i, n)
		}
	}
	if len(numbers) != Count {
		t.Errorf("there are %d stubs, not %d", len(numbers), Count)
	}
}
