package data

import (
	"strings"
	"testing"
)

// TestForeignFiles: what is no table of text is called by its name.
func TestForeignFiles(t *testing.T) {
	for content, want := range map[string]string{
		"<!DOCTYPE html>\n<html><body>Please, log in</body></html>": "page of the web",
		bomUTF8 + "\n <HTML><head>":                                 "page of the web",
		"[{\"a\": 1, \"y\": 2},\n {\"a\": 3, \"y\": 4}]":            "this is JSON",
		"{ \"a\": [1, 2] }":                                         "this is JSON",
		"<?xml version=\"1.0\"?><rows/>":                            "this is XML",
		"%PDF-1.7\n":                                                "a PDF document",
		"\x89PNG\r\n\x1a\n":                                         "a picture",
		"\xd0\xcf\x11\xe0\xa1\xb1":                                  "an old Excel workbook",
		zipped(t, "x", "[Content_Types].xml", "xl/workbook.xml", "docProps/a"): "an Excel workbook",
		zipped(t, "x", "mimetype", "content.xml"):                              "an OpenDocument file",
	} {
		for _, name := range []string{"t.csv", "t.arff"} {
			if _, err := Read(strings.NewReader(content), name); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), name) {
				t.Errorf("%.20q: %v, want %s", content, err, want)
			}
		}
	}
	if f, err := Read(strings.NewReader("<a>,[b],y\n1,2,3\n"), "t.csv"); err != nil || f.D() != 2 {
		t.Errorf("names in brackets: %v", err)
	}
}
