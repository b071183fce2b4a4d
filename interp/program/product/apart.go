package product

import (
	_ "embed"
	"fmt"
	"strings"
)

// apartText has the declarations of each package of [Apart].
//
//go:embed apart.txt
var apartText string

// embeds are the types of a package that embed types of another one, which is at hand
// under the name Q.
const embeds = `
type QBase struct{ Q.Plain }

type QPointer struct{ *Q.Pointed }

type QOwn struct{ Q.Plain }

func (QOwn) id() string { return "own of $P" }

type QTwo struct {
	Q.Plain
	Number
}

type QInterface struct{ Q.Namer }

type QSealed struct{ Q.Sealed }

type QAlias = Q.Plain

type QDefined Q.Plain

type QUnder Q.Holder
`

const embeddedValues = `QBase{QPlain}, &QBase{QPlain}, QPointer{&Q.Pointed{}}, QOwn{QPlain}, &QOwn{QPlain}, QTwo{QPlain, 3},
		QInterface{QPlain}, QInterface{}, QSealed{QPlain}, QAlias(QPlain), QDefined(QPlain), QUnder{}, Q.Generic[Number]{}, Generic[Q.Plain]{},
		struct{ Q.Plain }{QPlain}, []Q.Plain{QPlain}, struct{ n Q.Plain }{QPlain},
`

// Apart is a program of three packages, of which main imports b, and both a, with the same
// text. It prints what each says of the values of all: names that are not exported are
// others in another package. It has no repetition of names in its output but those.
func Apart() map[string]string {
	const path = "suite/"
	files := map[string]string{"go.mod": "module suite\ngo 1.26\n"}
	for _, p := range []struct {
		name    string
		imports []string
	}{{"a", nil}, {"b", []string{"a"}}, {"main", []string{"a", "b"}}} {
		var imports, embedded, values strings.Builder
		for _, q := range p.imports {
			fmt.Fprintf(&imports, "\t%q\n", path+q)
			of := strings.NewReplacer("QPlain", q+"Plain", "Q.", q+".", "Q", strings.ToUpper(q)).Replace
			embedded.WriteString(of(embeds))
			fmt.Fprintf(&embedded, "\nvar %sPlain = %s.Values()[0].(%s.Plain)\n", q, q, q)
			values.WriteString("\t\t" + of(embeddedValues))
		}
		embedded.WriteString("\nfunc embedded() []any {\n\treturn []any{\n" + values.String() + "\t}\n}\n")
		text := strings.NewReplacer("$IMPORTS", imports.String(), "$EMBEDDED", embedded.String()).Replace(apartText)
		text = strings.ReplaceAll(text, "$P", p.name)
		if p.name == "main" {
			files["main.go"] = text + apartMain
		} else {
			files[p.name+"/"+p.name+".go"] = text
		}
	}
	return files
}

const apartMain = `
func main() {
	for _, from := range []struct {
		name   string
		values []any
	}{{"a", a.Values()}, {"b", b.Values()}, {"main", Values()}} {
		for i, x := range from.values {
			fmt.Printf("%s %d %T\n", from.name, i, x)
			fmt.Print("a: ", a.Tests(x), a.Equal(x), "b: ", b.Tests(x), b.Equal(x), "main: ", Tests(x), Equal(x))
		}
	}
}
`
