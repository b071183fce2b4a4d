package notebooks

import (
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"html/template"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/nvsd-kernel/nvsd-kernel/internal/repl"
)

var (
	//go:embed page.html
	pageHTML string
	//go:embed page.css
	pageCSS string
)

// PageOptions holds the settings of a page.
type PageOptions struct {
	// Title is the title of the page. If it is empty, the title is the first heading of
	// the notebook, or its name.
	Title string
	// Files holds the pictures that the Markdown refers to by relative addresses. If it is
	// nil, such addresses stay.
	Files fs.FS
}

// pageCell is a cell in the form of the template.
type pageCell struct {
	Kind   Kind
	Count  int
	Body   template.HTML // rendered Markdown, or code with a class for each token
	Output []template.HTML
}

// WriteHTML writes the notebook as one HTML page that needs no other file. The page does
// not let its content run scripts or load anything, so that HTML in outputs and Markdown
// can be kept unchanged. It shows the richest rendering of each output, as JupyterLab
// chooses it. Pictures are embedded as images, whose ids and styles cannot collide.
func WriteHTML(w io.Writer, nb *Notebook, opts PageOptions) error {
	md := newMarkdown(opts.Files)
	var cells []pageCell
	for i, c := range nb.cells {
		cell, err := renderCell(md, c, nb.Language())
		if err != nil {
			return fmt.Errorf("notebooks: %s: cell %d cannot be rendered: %w", nb.name, i+1, err)
		}
		if cell.Body != "" || len(cell.Output) > 0 {
			cells = append(cells, cell)
		}
	}
	title := opts.Title
	if title == "" {
		title = md.title
	}
	if title == "" {
		title = strings.TrimSuffix(filepath.Base(nb.name), filepath.Ext(nb.name))
	}
	page, err := template.New("page").Parse(pageHTML)
	if err != nil {
		return fmt.Errorf("notebooks: the page's template: %w", err)
	}
	err = page.Execute(w, map[string]any{
		"Title": title, "CSS": template.CSS(pageCSS), "Cells": cells, "Code": Code,
	})
	if err != nil {
		return fmt.Errorf("notebooks: writing the page of %s: %w", nb.name, err)
	}
	return nil
}

func renderCell(md *markdown, c *Cell, language string) (pageCell, error) {
	cell := pageCell{Kind: c.Kind(), Count: c.Count()}
	source := c.Source()
	switch c.Kind() {
	case Markdown:
		body, err := md.render(source, c)
		cell.Body = template.HTML(body)
		return cell, err
	case Code:
		if strings.TrimSpace(source) != "" {
			cell.Body = template.HTML(highlight(source, language))
		}
		for _, out := range c.Outputs() {
			shown, err := renderOutput(md, out)
			if err != nil {
				return pageCell{}, err
			}
			cell.Output = append(cell.Output, template.HTML(shown))
		}
	}
	return cell, nil // a raw cell is for other exporters
}

func renderOutput(md *markdown, out Output) (string, error) {
	switch out.Type {
	case StreamOutput:
		return pre("text "+streamClass(out.Name), out.Written), nil
	case ErrorOutput:
		return pre("text error", out.Text()), nil
	case ResultOutput, DisplayOutput:
		return renderBundle(md, out.Bundle)
	}
	return "", nil
}

func streamClass(name string) string {
	if name == string(repl.Stderr) {
		return "stderr"
	}
	return "stdout"
}

func pre(class, text string) string {
	return fmt.Sprintf("<pre class=%q>%s</pre>\n", class, ansiHTML(strings.TrimRight(text, "\n")))
}

// renderBundle shows the richest rendering alone. A value that has a picture besides has
// it in its HTML too.
func renderBundle(md *markdown, b repl.Bundle) (string, error) {
	if s, ok := textOf(b, "text/html"); ok {
		return `<div class="html">` + md.embedAll(s, nil) + "</div>\n", nil
	}
	if s, ok := textOf(b, "text/markdown"); ok {
		body, err := md.render(s, nil)
		return `<div class="markdown">` + body + "</div>\n", err
	}
	plain, hasPlain := textOf(b, "text/plain")
	if s, ok := textOf(b, "text/latex"); ok {
		return "<p>" + latexHTML(s) + "</p>\n", nil
	}
	if s, ok := textOf(b, "image/svg+xml"); ok {
		if !strings.Contains(s, `xmlns="`) { // required outside of HTML
			s = strings.Replace(s, "<svg", `<svg xmlns="http://www.w3.org/2000/svg"`, 1)
		}
		return picture("image/svg+xml", base64.StdEncoding.EncodeToString([]byte(s)), plain), nil
	}
	for _, mime := range []string{"image/png", "image/jpeg", "image/gif", "image/webp"} {
		if s, ok := textOf(b, mime); ok {
			return picture(mime, strings.ReplaceAll(s, "\n", ""), plain), nil
		}
	}
	if raw, ok := b.Data["application/json"]; ok && !hasPlain {
		return highlight(indent(raw), "json"), nil
	}
	if plain == "" {
		return "", nil
	}
	return pre("text", plain), nil
}

func picture(mime, data, alt string) string {
	return fmt.Sprintf("<img alt=\"%s\" src=\"data:%s;base64,%s\">\n", html.EscapeString(alt), mime, html.EscapeString(data))
}

func indent(raw json.RawMessage) string {
	v, err := parse(raw)
	if err != nil {
		return string(raw)
	}
	return string(appendValue(nil, v, jupyterLayout, 0))
}
