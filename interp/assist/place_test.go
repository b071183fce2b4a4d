package assist

import "testing"

func TestLocate(t *testing.T) {
	for text, want := range map[string]struct {
		kind placeKind
		word string
	}{
		"foo‸":                      {inCode, "foo"},
		"fo‸o.bar":                  {inCode, "foo"},
		"foo.‸bar":                  {inCode, "bar"},
		"foo. ‸":                    {inCode, ""},
		"for‸":                      {inCode, "for"},
		"x := 12‸":                  {inNothing, ""},
		"// text‸":                  {inNothing, ""},
		"// text\n‸":                {inCode, ""},
		"/* a ‸ */":                 {inNothing, ""},
		"/* a */‸":                  {inCode, ""},
		"'a‸'":                      {inNothing, ""},
		"f(\"a/b‸c\")":              {inString, "a/bc"},
		"f(\"abc\"‸)":               {inCode, ""},
		"f(\"abc‸":                  {inString, "abc"},
		"f(`a\r\nb‸`)":              {inString, "a\r\nb"},
		"import \"fm‸\"":            {inImport, "fm"},
		"import (\n\ta \"b\"\n\"c‸": {inImport, "c"},
		"import \"a\"\nf(\"c‸\")":   {inString, "c"},
		"%ti‸me f()":                {inMagic, "%time"},
		"%time fo‸":                 {inCode, "fo"},
		"x := a\n%va‸":              {inMagic, "%va"},
		"x := a +\n%va‸":            {inCode, "va"},
		"f(`\n%va‸":                 {inString, "\n%va"},
		"if x {\n%va‸":              {inCode, "va"},
		"!ls da‸":                   {inShell, "da"},
		"  !ls a/b‸":                {inShell, "a/b"},
	} {
		code, cursor := at(text)
		p := locate(code, cursor)
		if p.kind != want.kind || p.kind != inNothing && p.code[p.from:p.to] != want.word {
			t.Errorf("%q: kind %d, word %q; want %d, %q", text, p.kind, p.code[p.from:p.to], want.kind, want.word)
		}
	}
}
