package structure

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// mostRiddles is the largest share of riddles among the doc comments of the module.
const mostRiddles = 0.005

// fineRiddles lists doc comments that count as riddles by their grammar and are none to a
// reader, as "folder.Name", each with the reason. A review reads each new line.
var fineRiddles = map[string]string{
	"display.MIMEText":         `"types" is no verb`,
	"interp/cell.hiddenShow":   `"functions" is no verb`,
	"stdlib/nvsd/kern.gradOff": `"errors" is no verb`,
}

// TestDocCommentsDefine holds doc comments to nouns of the field: "crossing is the criterion
// of cross-validation" defines a name, and "crossing is what folds are judged by" asks for
// another definition.
func TestDocCommentsDefine(t *testing.T) {
	comments := docComments(t)
	if len(comments) < 1000 {
		t.Fatalf("the module has %d doc comments: the test looks at the wrong folder", len(comments))
	}
	var riddles []string
	used := map[string]bool{}
	for _, c := range comments {
		switch {
		case !isRiddle(c.text):
		case fineRiddles[c.key()] != "":
			used[c.key()] = true
		default:
			riddles = append(riddles, fmt.Sprintf("%s: %s: %s", c.at, c.name, firstSentence(c.text)))
		}
	}
	for key := range fineRiddles {
		if !used[key] {
			t.Errorf("fineRiddles has a line for %s, which is no riddle: remove it", key)
		}
	}
	if share := float64(len(riddles)) / float64(len(comments)); share > mostRiddles {
		t.Errorf("%d of %d doc comments define their subject by a pronoun or a clause, %.1f %%, and %.1f %% may. Define it by a noun of the field, and say what it holds or does:\n%s",
			len(riddles), len(comments), 100*share, 100*mostRiddles, strings.Join(riddles, "\n"))
	}
}

// TestIsRiddle has sentences of either kind.
func TestIsRiddle(t *testing.T) {
	for text, want := range map[string]bool{
		"crossing is the criterion of cross-validation.":                        false,
		"Alpha is the coefficient of the l1 norm.":                              false,
		"A plan lists the columns of a table with their uses.":                  false,
		"count returns the number of uses that equal the given one.":            false,
		"Len returns how many fits there are.":                                  false,
		"mostSorted is the number of numbers that are sorted.":                  false,
		"Kernel holds the width. It is what a fit needs.":                       false,
		"readers are the methods that read the cells of each kind.":             false,
		"pins draws points that are seen on every colour.":                      false,
		"The kinds that a column can have.":                                     false,
		"Deprecated: use Fit.":                                                  false,
		"":                                                                      false,
		"checking is what one call of check was asked for.":                     true,
		"figureClass is that of the element with a drawing.":                    true,
		"correlations are those of some columns.":                               true,
		"mostSorted is how many numbers are sorted.":                            true,
		"A place is where an output stands.":                                    true,
		"A scope is\nwhat the cells have declared.":                             true,
		"An Origin says where a Frame comes from.":                              true,
		"norm returns what the norm of the function is at most.":                true,
		"advice returns how the dates of the columns can be written.":           true,
		"Header says that the first line of a text names the columns.":          true,
		"CSV returns what [Table.WriteCSV] writes. The text has no header row.": true,
		"Package report says what a result tells: tables and charts, as data.":  true,
	} {
		if isRiddle(text) != want {
			t.Errorf("isRiddle(%q) = %t", text, !want)
		}
	}
}

// isRiddle reports whether the first sentence of a doc comment defines its subject by a
// pronoun or a clause: a word such as what, that or where follows the verb, which is the
// second word or the third ("layouts also are", "Package report says").
func isRiddle(text string) bool {
	words := strings.Fields(firstSentence(text))
	if len(words) > 0 && slices.Contains([]string{"A", "An", "The", "Package", "Command"}, words[0]) {
		words = words[1:]
	}
	if len(words) > 3 && !isVerb(words[1]) && slices.Contains(copulas, words[2]) {
		words = words[1:]
	}
	if len(words) < 3 || !isVerb(words[1]) {
		return false
	}
	object := strings.Trim(words[2], ",:;")
	if object != "how" {
		return slices.Contains(openers, object)
	}
	// "returns how many" counts, and "returns how a name is written" describes.
	return slices.Contains(copulas, words[1]) || len(words) > 3 && slices.Contains([]string{"a", "an", "the", "it", "they"}, words[3])
}

var (
	copulas = []string{"is", "are", "was", "were"}

	// openers are the pronouns and conjunctions that stand in the place of a noun, or begin a
	// clause there.
	openers = []string{"what", "that", "those", "whom", "where", "when", "why"}
)

// isVerb reports whether a word has the form of a verb in the third person.
func isVerb(word string) bool {
	return slices.Contains(copulas, word) || strings.HasSuffix(word, "s") && !strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLower(r) })
}

// firstSentence returns the text up to the first full stop before a blank, on one line.
func firstSentence(text string) string {
	sentence, _, _ := strings.Cut(strings.Join(strings.Fields(text), " "), ". ")
	return sentence
}

// A docComment is the comment before a declaration, a field, a method of an interface or a
// package clause.
type docComment struct {
	folder, name string
	at           token.Position
	text         string
}

func (c docComment) key() string { return c.folder + "." + c.name }

// docComments returns the doc comments of the module, but for those of tests and of
// generated files.
func docComments(t *testing.T) []docComment {
	t.Helper()
	var all []docComment
	for _, f := range houseFiles(t) {
		if f.test {
			continue
		}
		eachDoc(f.tree, func(name string, doc *ast.CommentGroup) {
			at := f.fset.Position(doc.Pos())
			at.Filename = f.path
			all = append(all, docComment{f.pkg, name, at, doc.Text()})
		})
	}
	return all
}

// eachDoc calls visit with every doc comment of a file and the name that it is about.
func eachDoc(file *ast.File, visit func(name string, doc *ast.CommentGroup)) {
	see := func(name string, doc *ast.CommentGroup) {
		if doc != nil {
			visit(name, doc)
		}
	}
	see("package", file.Doc)
	var inside string
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			see(nameOf(n), n.Doc)
			return false
		case *ast.GenDecl:
			if len(n.Specs) > 0 {
				see(firstName(n.Specs[0]), n.Doc)
			}
		case *ast.TypeSpec:
			inside = firstName(n)
			see(inside, n.Doc)
		case *ast.ValueSpec:
			see(firstName(n), n.Doc)
		case *ast.Field:
			if len(n.Names) > 0 {
				see(inside+"."+n.Names[0].Name, n.Doc)
			}
		}
		return true
	})
}

// firstName returns the first name that a specification declares, "import" for an import.
func firstName(spec ast.Spec) string {
	switch spec := spec.(type) {
	case *ast.TypeSpec:
		return spec.Name.Name
	case *ast.ValueSpec:
		return spec.Names[0].Name
	}
	return "import"
}

// nameOf returns the name of a function, or of a method behind the name of its type.
func nameOf(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return f.Name.Name
	}
	name := ""
	ast.Inspect(f.Recv.List[0].Type, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && name == "" {
			name = id.Name
		}
		return true
	})
	return name + "." + f.Name.Name
}
