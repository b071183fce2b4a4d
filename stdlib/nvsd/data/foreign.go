package data

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// foreign lists the first bytes of files that are no tables of text, with the names of
// their formats.
var foreign = []struct{ begins, is string }{
	{"%PDF-", "a PDF document"},
	{"\x89PNG", "a picture (PNG)"},
	{"\xff\xd8\xff", "a picture (JPEG)"},
	{"\xd0\xcf\x11\xe0", "an old Excel workbook"},
	{"\x89HDF", "an HDF5 file"},
	{"SQLite format 3\x00", "an SQLite database"},
	{"RDX", "an R workspace"},
	{"ARROW1", "an Arrow file"},
}

// notText returns an error with the format of the content, if it is no table of text.
func notText(content []byte) error {
	for _, f := range foreign {
		if bytes.HasPrefix(content, []byte(f.begins)) {
			return fmt.Errorf("this is %s and no table of text: write the table as CSV, and read that", f.is)
		}
	}
	begin := strings.ToLower(string(bytes.TrimSpace(bytes.TrimPrefix(content[:min(len(content), 500)], []byte(bomUTF8)))))
	switch compact := strings.Join(strings.Fields(begin), ""); {
	case strings.HasPrefix(begin, "<!doctype html"), strings.HasPrefix(begin, "<html"):
		return fmt.Errorf("this is a page of the web (HTML) and no table: it may ask to log in, or say that there is no such file; open the address in a browser, and save the table")
	case strings.HasPrefix(begin, "<?xml"):
		return fmt.Errorf("this is XML and no table of text: write the table as CSV, and read that")
	case strings.HasPrefix(compact, `{"`), strings.HasPrefix(compact, "[{"), strings.HasPrefix(compact, "[["):
		return fmt.Errorf("this is JSON and no table of text: write the table as CSV, and read that")
	}
	return nil
}

// spreadsheet returns the format of the spreadsheet that an archive of these files is, ""
// if it is none.
func spreadsheet(names []string) string {
	switch {
	case slices.Contains(names, "xl/workbook.xml"):
		return "an Excel workbook"
	case slices.Contains(names, "content.xml") && slices.Contains(names, "mimetype"):
		return "an OpenDocument file"
	}
	return ""
}
