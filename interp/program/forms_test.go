package program

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/nvsd-kernel/nvsd-kernel/interp/lower"
	"github.com/nvsd-kernel/nvsd-kernel/interp/lower/form"
	"github.com/nvsd-kernel/nvsd-kernel/interp/program/product"
)

// TestForms: every form of the table is one of a program that prints what Go prints,
// and without any of them that program is written with other forms, or refused.
func TestForms(t *testing.T) {
	showing := map[form.Form]*source{}
	for _, s := range proven(t) {
		for f := range closed(t, s, nil) {
			if showing[f] == nil {
				showing[f] = s
			}
		}
	}
	for _, f := range form.Standard().All() {
		s := showing[f]
		if s == nil {
			t.Errorf("no program that is tried has the form %s", f)
			continue
		}
		if closed(t, s, form.Standard().Without(f))[f] > 0 {
			t.Errorf("a program has the form %s, which its table has not", f)
		}
	}
	for f := range showing {
		if !form.Standard().Has(f) {
			t.Errorf("a program has the form %s, which no table has", f)
		}
	}
}

// proven returns programs that are compared with what Go prints elsewhere: the idioms,
// and the sample of the product.
func proven(t *testing.T) []*source {
	dir := t.TempDir()
	var sources []*source
	add := func(name, program string) {
		file := filepath.Join(dir, strings.ReplaceAll(name, "/", "_")+".go")
		if err := os.WriteFile(file, []byte(program), 0o644); err != nil {
			t.Fatal(err)
		}
		s, err := read([]string{file})
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, s)
	}
	for _, in := range sound(t) {
		add(in.name, in.program)
	}
	golden, err := txtar.ParseFile(productGolden)
	if err != nil {
		t.Fatal(err)
	}
	sources = append(sources, shownBySuite(t)...)
	var cases []product.Case
	for _, f := range golden.Files {
		c, err := product.Named(f.Name)
		if err != nil {
			t.Fatal(err)
		}
		cases = append(cases, c)
	}
	for part := range slices.Chunk(cases, together) {
		add("product"+part[0].Name, product.InMain.Files(part)["main.go"])
	}
	return sources
}

// shownBySuite returns the programs of the toolchain that pass.
func shownBySuite(t *testing.T) []*source {
	suite := goSuite{[]string{".", "ken", "chan", "interface", "typeparam"}, "testdata/suite.txt"}
	failing := readTable(t, suite.list)
	var sources []*source
	for _, file := range suite.programs(t) {
		if failing[file] != "" {
			continue
		}
		if s, err := read([]string{filepath.Join(goTests(t), filepath.FromSlash(file))}); err == nil {
			sources = append(sources, s)
		}
	}
	return sources
}

// closed lowers a program with the forms of a table, and returns those that it has;
// none if it is refused.
func closed(t *testing.T, s *source, table *form.Table) map[form.Form]int {
	session := &lower.State{Library: s.library, Forms: table, Used: map[form.Form]int{}}
	if _, err := session.Program(s.main); err != nil && table == nil {
		t.Errorf("refused: %v", err)
	}
	return session.Used
}
