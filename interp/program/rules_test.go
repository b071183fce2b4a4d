package program

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nvsd-kernel/nvsd-kernel/internal/golden"
	"github.com/nvsd-kernel/nvsd-kernel/interp/lower"
)

const (
	ruleIdioms = "testdata/rules.txt"
	ruleLimit  = 10 * time.Second // a program may hang without a rule
)

// TestRules leaves out each rule of package lower: the idiom that
// testdata/rules.txt names for it, which prints what Go prints, does not print
// that then. -update looks for one among all idioms.
func TestRules(t *testing.T) {
	idioms := sound(t)
	if golden.Update() {
		writeRuleIdioms(t, idioms)
	}
	named := readTable(t, ruleIdioms)
	each(lower.Rules(), func(r lower.RuleText) {
		i := slices.IndexFunc(idioms, func(in idiom) bool { return in.name == named[string(r.Rule)] })
		if i < 0 {
			t.Errorf("%s has for %s %q, which is no idiom that prints what Go prints", ruleIdioms, r.Rule, named[string(r.Rule)])
			return
		}
		in := idioms[i]
		file := filepath.Join(t.TempDir(), in.file())
		if err := os.WriteFile(file, []byte(in.program), 0o644); err != nil {
			t.Error(err)
		}
		if in.mends(t, file, r.Rule) == "" {
			t.Errorf("%s prints what Go prints without %s, too", in.name, r.Rule)
		}
	})
	for name := range named {
		if !slices.ContainsFunc(lower.Rules(), func(r lower.RuleText) bool { return string(r.Rule) == name }) {
			t.Errorf("%s has %s, which is no rule", ruleIdioms, name)
		}
	}
}

// TestPage compares the table of rules in docs/language.md with the descriptions of
// package lower and the idioms that TestRules may have written just before.
func TestPage(t *testing.T) {
	const page, head = "../../docs/language.md", "| Rule | Where | What goes wrong without it | Shown by |\n"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), head)
	if !ok {
		t.Fatalf("%s has no table that begins with %s", page, head)
	}
	var table strings.Builder
	table.WriteString("| --- | --- | --- | --- |\n")
	named := readTable(t, ruleIdioms)
	for _, r := range lower.Rules() {
		fmt.Fprintf(&table, "| %s | `%s` | %s | %s |\n", r.Rule, r.File, r.Why, named[string(r.Rule)])
	}
	_, after, _ := strings.Cut(rest, "\n\n")
	golden.Check(t, page, before+head+table.String()+"\n"+after)
}

// each calls f for all of a list, as many at once as there are processors.
func each[T any](list []T, f func(T)) {
	work := make(chan T)
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for x := range work {
				f(x)
			}
		})
	}
	for _, x := range list {
		work <- x
	}
	close(work)
	wg.Wait()
}

// sound returns the idioms of the suite that print what Go prints, and the programs
// in testdata/idioms.
func sound(t *testing.T) []idiom {
	listed := readTable(t, differences)
	idioms := slices.DeleteFunc(readIdioms(t), func(in idiom) bool { return listed[in.name] != "" })
	files, err := filepath.Glob("testdata/idioms/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		program, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		stem := strings.TrimSuffix(file, ".go")
		want, err := os.ReadFile(stem + ".out")
		if err != nil {
			t.Fatal(err)
		}
		idioms = append(idioms, idiom{"idioms/" + filepath.Base(stem), string(program), string(want)})
	}
	return idioms
}

// mends says how the output of a program in a file differs from Go's without a
// rule, "" if it does not.
func (in idiom) mends(t *testing.T, file string, r lower.Rule) string {
	out, err := run(t, file, ruleLimit, "WITHOUT_RULE="+string(r))
	out = strings.ReplaceAll(out, filepath.Dir(file)+string(filepath.Separator), "")
	if kind, said := in.judge(outcome{out, err}); kind != "" {
		return kind + ": " + said
	}
	return ""
}

// runWithout runs a program, lowered without some rules.
func runWithout(file string, without []lower.Rule) error {
	s, err := read([]string{file})
	if err != nil {
		return err
	}
	lowered, err := s.lower(without...)
	if err != nil {
		return err
	}
	return execute(s.fset, lowered, []string{file})
}

// writeRuleIdioms writes which idiom shows what each rule is for: the one that was
// named before, if it still does.
func writeRuleIdioms(t *testing.T, idioms []idiom) {
	users := usersOf(t, t.TempDir(), idioms)
	named := readTable(t, ruleIdioms)
	var mu sync.Mutex
	var lines []string
	each(lower.Rules(), func(r lower.RuleText) {
		known := func(u user) bool { return u.name == named[string(r.Rule)] }
		if i := slices.IndexFunc(users[r.Rule], known); i > 0 {
			users[r.Rule][0], users[r.Rule][i] = users[r.Rule][i], users[r.Rule][0]
		}
		for _, u := range users[r.Rule] {
			if said := u.mends(t, u.file, r.Rule); said != "" {
				mu.Lock()
				lines = append(lines, fmt.Sprintf("%s\t%s\n", r.Rule, u.name))
				t.Logf("%s: %s is %s", r.Rule, u.name, said)
				mu.Unlock()
				return
			}
		}
		t.Logf("%s: none of %d", r.Rule, len(users[r.Rule]))
	})
	slices.Sort(lines)
	golden.Write(t, ruleIdioms, strings.Join(lines, ""))
}

// A user is a program in a file that is written by a rule.
type user struct {
	idiom
	file string
}

// usersOf returns for each rule the programs that are written otherwise without it,
// the smallest first.
func usersOf(t *testing.T, dir string, programs []idiom) map[lower.Rule][]user {
	users := map[lower.Rule][]user{}
	var mu sync.Mutex
	each(programs, func(in idiom) {
		file := filepath.Join(dir, in.file())
		if err := os.WriteFile(file, []byte(in.program), 0o644); err != nil {
			t.Error(err)
			return
		}
		s, err := read([]string{file})
		if err != nil {
			return // it is refused
		}
		whole := s.attempt()
		for _, r := range lower.Rules() {
			if !reflect.DeepEqual(whole, s.attempt(r.Rule)) {
				mu.Lock()
				users[r.Rule] = append(users[r.Rule], user{in, file})
				mu.Unlock()
			}
		}
	})
	for _, list := range users {
		slices.SortFunc(list, func(a, b user) int {
			return cmp.Or(len(a.program)-len(b.program), strings.Compare(a.name, b.name))
		})
	}
	return users
}

// attempt is what a program is lowered to without some rules; nil if it cannot be,
// in whatever way that ends.
func (s *source) attempt(without ...lower.Rule) (l *lower.Result) {
	defer func() {
		if recover() != nil {
			l = nil
		}
	}()
	l, err := s.lower(without...)
	if err != nil {
		return nil
	}
	return l
}
