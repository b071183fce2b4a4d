package export

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
)

// file writes the program, not yet formatted.
func (p *exporter) file(doc string) string {
	if lead := p.lead(); lead != "" {
		p.main = append(p.main, &piece{lead: lead, text: text(""), live: true})
	}
	var decls, main, cells strings.Builder
	writePieces(&decls, p.decls)
	writePieces(&main, p.main)
	writePieces(&cells, p.cells)

	var vars strings.Builder
	for _, pl := range p.places {
		if pl.isVar && pl.shared {
			fmt.Fprintf(&vars, "%s %s\n", pl.final, pl.typ())
		}
	}
	helpers := p.helperFuncs()
	start := p.contextStart(&vars)

	var b strings.Builder
	b.WriteString(commentOf(doc))
	b.WriteString("package main\n\n")
	b.WriteString(p.importDecl())
	if vars.Len() > 0 {
		if list := vars.String(); strings.Count(list, "\n") > 1 {
			b.WriteString("var (\n" + list + ")\n\n")
		} else {
			b.WriteString("var " + list + "\n")
		}
	}
	b.WriteString(decls.String())
	fmt.Fprintf(&b, "\nfunc main() {\n%s%s}\n\n", start, main.String())
	b.WriteString(cells.String())
	b.WriteString(helpers)
	return b.String()
}

// writePieces writes the pieces of a list that the program has.
func writePieces(b *strings.Builder, list []*piece) {
	cell := 0
	for _, x := range list {
		if !x.live {
			continue
		}
		body := x.text()
		if (x.apart || x.cell != cell) && b.Len() > 0 {
			b.WriteString("\n")
		}
		cell = x.cell
		b.WriteString(strings.TrimRight(x.lead+body+" "+x.trail, " \n") + "\n")
		if x.after != nil {
			b.WriteString(x.after())
		}
	}
}

// contextStart declares the context of the cells, which ends when the user
// interrupts: in main, or beside the variables where functions use it.
func (p *exporter) contextStart(vars *strings.Builder) string {
	if p.context == unused {
		return ""
	}
	stop := p.freshName("stop", 1)
	ctx := p.contextName(false)
	make := fmt.Sprintf("%s.NotifyContext(%s.Background(), %s.Interrupt)", p.needs("os/signal"), p.needs("context"), p.needs("os"))
	if p.context == byFunctions {
		fmt.Fprintf(vars, "%s, %s = %s\n", ctx, stop, make)
		return "defer " + stop + "()\n\n"
	}
	return fmt.Sprintf("%s, %s := %s\ndefer %s()\n\n", ctx, stop, make, stop)
}

// importDecl lists the packages that the program uses.
func (p *exporter) importDecl() string {
	var used []*imported
	for _, im := range p.imports {
		if im.alias != "" {
			used = append(used, im)
		}
	}
	if len(used) == 0 {
		return ""
	}
	slices.SortFunc(used, func(a, b *imported) int {
		return cmp.Or(
			cmp.Compare(foreign(a.path), foreign(b.path)),
			cmp.Compare(a.path, b.path), cmp.Compare(a.alias, b.alias))
	})
	var b strings.Builder
	b.WriteString("import (\n")
	for i, im := range used {
		if i > 0 && foreign(im.path) != foreign(used[i-1].path) {
			b.WriteString("\n")
		}
		if im.alias != im.pkg || im.pkg != path.Base(im.path) && !isVersion(path.Base(im.path)) {
			b.WriteString(im.alias + " ")
		}
		b.WriteString(strconv.Quote(im.path) + "\n")
	}
	b.WriteString(")\n\n")
	return b.String()
}

// foreign returns 0 for the packages of the standard library and 1 for others.
func foreign(path string) int {
	if first, _, _ := strings.Cut(path, "/"); strings.Contains(first, ".") {
		return 1
	}
	return 0
}

// isVersion reports whether s is the version at the end of a path, as v2.
func isVersion(s string) bool {
	n, err := strconv.Atoi(strings.TrimPrefix(s, "v"))
	return strings.HasPrefix(s, "v") && err == nil && n > 1
}

// helperFuncs declares the helpers that the program calls.
func (p *exporter) helperFuncs() string {
	var b strings.Builder
	for _, h := range slices.SortedFunc(maps.Keys(p.helpers), func(a, b helper) int {
		return cmp.Or(cmp.Compare(fmt.Sprint(a.panics), fmt.Sprint(b.panics)), cmp.Compare(a.results, b.results))
	}) {
		var types, params, values []string
		for i := range h.results {
			t := string(rune('A' + i))
			types = append(types, t)
			params = append(params, strings.ToLower(t)+" "+t)
			values = append(values, strings.ToLower(t))
		}
		does := "ends the program with an error"
		if h.panics {
			does = "panics with an error"
		}
		results := strings.Join(types, ", ")
		if h.results > 1 {
			results = "(" + results + ")"
		}
		name := p.helperName(h)
		fmt.Fprintf(&b, "\n// %s returns what comes before err, and %s that is not nil.\n", name, does)
		fmt.Fprintf(&b, "func %s[%s any](%s, err error) %s {\nif err != nil {\n%s\n}\nreturn %s\n}\n",
			name, strings.Join(types, ", "), strings.Join(params, ", "), results, p.giveUp(h), strings.Join(values, ", "))
	}
	return b.String()
}
