package sbom

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"testing"
	"time"
)

// TestWrite: each module of the program is a component with its version, its digest in hexadecimal
// digits and its licence, on which the program depends.
func TestWrite(t *testing.T) {
	info := &debug.BuildInfo{
		GoVersion: "go1.26.8", Main: debug.Module{Path: "example.org/program"},
		Deps: []*debug.Module{
			{Path: "example.org/~a/old", Version: "v1.0.0", Replace: &debug.Module{Path: "example.org/~a/new", Version: "v1.1.0+incompatible", Sum: "h1:AQID"}},
		},
		Settings: []debug.BuildSetting{{Key: "GOOS", Value: "linux"}},
	}
	licences := map[string][]string{"std": {"BSD-3-Clause"}, "example.org/~a/new": {"MIT", "OFL-1.1"}}
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	text, err := Write(info, "1.2", licences, at)
	if err != nil {
		t.Fatal(err)
	}
	var b bom
	if err := json.Unmarshal(text, &b); err != nil {
		t.Fatal(err)
	}
	const purl = "pkg:golang/example.org/%7Ea/new@v1.1.0%2Bincompatible"
	c := b.Components[1]
	if b.Metadata.Timestamp != "2026-01-02T03:04:05Z" || b.Metadata.Component.PURL != "pkg:golang/example.org/program@1.2" ||
		len(b.Components) != 2 || b.Components[0].PURL != "pkg:golang/std@1.26.8" ||
		c.PURL != purl || c.Hashes[0].Content != "010203" || c.Licences[1].License.ID != "OFL-1.1" ||
		!slices.Equal(b.Dependencies[0].DependsOn, []string{"pkg:golang/std@1.26.8", purl}) {
		t.Errorf("the bill is\n%s", text)
	}
	again, err := Write(info, "1.2", licences, at)
	if err != nil || !bytes.Equal(text, again) {
		t.Errorf("the second bill differs, %v", err)
	}
}

// TestIdentify: the licence of this project is the one that its package names.
func TestIdentify(t *testing.T) {
	own, err := os.ReadFile(filepath.Join("..", "..", "..", "LICENSE"))
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		string(own): "BSD-3-Clause",
		"Permission is hereby granted, free of\ncharge, ... The above copyright notice and this permission notice shall": "MIT",
		"all rights reserved": "",
	} {
		if got := Identify(text); got != want {
			t.Errorf("%.40q is %q, expected %q", text, got, want)
		}
	}
}
