package lower

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/nvsd-kernel/nvsd-kernel/internal/golden"
	"github.com/nvsd-kernel/nvsd-kernel/interp/lower/generic"
)

const ruleTexts = "testdata/rules/*.txtar"

// TestRuleTexts lowers the source of each archive in testdata/rules by all rules, and
// by all but the one that the archive is named for. The texts differ. They are as they
// come before package form closes them, but for the rule [Forms], which closes them.
func TestRuleTexts(t *testing.T) {
	compiled := importer.Default()
	golden.CheckArchives(t, ruleTexts, func(t *testing.T, files []txtar.File) []txtar.File {
		rule := Rule(filepath.Base(t.Name()))
		others := []Rule{Forms}
		if rule == Forms {
			others = nil
		}
		source := files[0]
		with := lowered(t, compiled, source.Data, others...)
		without := lowered(t, compiled, source.Data, append(others, rule)...)
		if strings.HasPrefix(with, refusal) {
			t.Errorf("the source is refused: %s", with)
		}
		if with == without {
			t.Errorf("the source is lowered without %s as with it:\n%s", rule, with)
		}
		return []txtar.File{source, {Name: "lowered", Data: []byte(with)}, {Name: "without", Data: []byte(without)}}
	})
}

// TestEveryRuleHasAText: testdata/rules has an archive for each rule and no other.
func TestEveryRuleHasAText(t *testing.T) {
	names, err := filepath.Glob(ruleTexts)
	if err != nil {
		t.Fatal(err)
	}
	has := map[Rule]bool{}
	for _, name := range names {
		has[Rule(strings.TrimSuffix(filepath.Base(name), ".txtar"))] = true
	}
	for _, r := range Rules() {
		if !has[r.Rule] {
			t.Errorf("testdata/rules has no archive for %s: begin one with a source that is lowered otherwise without it, and run with -update", r.Rule)
		}
		delete(has, r.Rule)
	}
	for r := range has {
		t.Errorf("testdata/rules has an archive for %s, which is no rule", r)
	}
}

// TestRulesAreWhereTheySay: the file that a rule names asks whether the rule is
// switched off.
func TestRulesAreWhereTheySay(t *testing.T) {
	for _, r := range Rules() {
		text, err := os.ReadFile(r.File)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), fmt.Sprintf(".without(%s)", r.Rule)) {
			t.Errorf("%s does not ask whether %s is switched off", r.File, r.Rule)
		}
	}
}

// refusal begins the text of a program that is refused.
const refusal = "refused: "

// lowered returns the text that a source is lowered to without some rules: its struct
// types, and its code, each line behind the number of the line of the source that it
// comes from.
func lowered(t *testing.T, compiled types.Importer, source []byte, without ...Rule) string {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "source", source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	conf := types.Config{Importer: compiled, Sizes: types.SizesFor("gc", runtime.GOARCH)}
	info := generic.NewInfo()
	pkg, err := conf.Check("main", fset, []*ast.File{file}, info)
	if err != nil {
		t.Fatal(err)
	}
	p, err := Program(&Package{Types: pkg, Info: info, Files: []*ast.File{file}}, generic.New(fset, compiled), without...)
	if err != nil {
		return refusal + err.Error() + "\n"
	}
	var b strings.Builder
	for _, s := range p.Structs {
		fmt.Fprintf(&b, "type %s (%s) %s\n", s.Name, s.GoName, s.Other)
		for _, f := range s.Fields {
			fmt.Fprintf(&b, "\t%s %s %s\n", f.Name, f.Type, f.Tag)
		}
	}
	code := strings.Split(strings.TrimSuffix(p.Code, "\n"), "\n")
	for i, line := range code {
		number := ""
		if pos := p.Lines[i]; pos.IsValid() {
			number = fmt.Sprint(fset.Position(pos).Line)
		}
		fmt.Fprintf(&b, "%3s  %s\n", number, line)
	}
	return trailing.ReplaceAllString(b.String(), "\n")
}

var trailing = regexp.MustCompile(` +\n`)
