// Package sbom writes the software bill of materials of a Go program: the modules it was built
// from, by the build information in it.
package sbom

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"runtime/debug"
	"strings"
	"time"
)

// bom is a document of CycloneDX 1.6.
type bom struct {
	Schema       string       `json:"$schema"`
	Format       string       `json:"bomFormat"`
	SpecVersion  string       `json:"specVersion"`
	Version      int          `json:"version"`
	Metadata     metadata     `json:"metadata"`
	Components   []component  `json:"components"`
	Dependencies []dependency `json:"dependencies"`
}

type metadata struct {
	Timestamp  string     `json:"timestamp"`
	Component  component  `json:"component"`
	Properties []property `json:"properties"` // of the build
}

type component struct {
	Type     string    `json:"type"`
	Ref      string    `json:"bom-ref"`
	Name     string    `json:"name"`
	Version  string    `json:"version"`
	Hashes   []hash    `json:"hashes,omitempty"`
	Licences []licence `json:"licenses,omitempty"`
	PURL     string    `json:"purl"`
}

type hash struct {
	Algorithm string `json:"alg"`
	Content   string `json:"content"`
}

type licence struct {
	License struct {
		ID string `json:"id"` // of SPDX
	} `json:"license"`
}

type property struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type dependency struct {
	Ref       string   `json:"ref"`
	DependsOn []string `json:"dependsOn,omitempty"`
}

// Write returns the bill of a program as CycloneDX 1.6. version is that of the program, and licences
// has the SPDX identifiers of the licences by module path, "std" for the standard library. The same
// arguments give the same bytes, so the document has no serial number.
//
// The digest of a module is that of its zip's listing, the h1: sum of go.sum. The bill says which modules
// are in the program, and not which of them requires which.
func Write(info *debug.BuildInfo, version string, licences map[string][]string, at time.Time) ([]byte, error) {
	program := component{
		Type: "application", Name: info.Main.Path, Version: version,
		PURL: purl(info.Main.Path, version), Licences: identifiers(licences[info.Main.Path]),
	}
	program.Ref = program.PURL
	b := bom{
		Schema: "http://cyclonedx.org/schema/bom-1.6.schema.json", Format: "CycloneDX", SpecVersion: "1.6", Version: 1,
		Metadata: metadata{Timestamp: at.UTC().Format(time.RFC3339), Component: program, Properties: []property{}},
	}
	for _, s := range info.Settings {
		b.Metadata.Properties = append(b.Metadata.Properties, property{"go:build:" + s.Key, s.Value})
	}
	goVersion := strings.TrimPrefix(info.GoVersion, "go")
	b.Components = append(b.Components, component{
		Type: "library", Name: "std", Version: goVersion, Ref: purl("std", goVersion), PURL: purl("std", goVersion), Licences: identifiers(licences["std"]),
	})
	for _, mod := range info.Deps {
		if mod.Replace != nil {
			mod = mod.Replace
		}
		c := component{Type: "library", Name: mod.Path, Version: mod.Version, PURL: purl(mod.Path, mod.Version), Licences: identifiers(licences[mod.Path])}
		c.Ref = c.PURL
		if mod.Sum != "" {
			sum, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(mod.Sum, "h1:"))
			if err != nil {
				return nil, fmt.Errorf("sbom: the sum of %s: %w", mod.Path, err)
			}
			c.Hashes = []hash{{"SHA-256", hex.EncodeToString(sum)}}
		}
		b.Components = append(b.Components, c)
	}
	all := dependency{Ref: program.Ref}
	for _, c := range b.Components {
		all.DependsOn = append(all.DependsOn, c.Ref)
	}
	b.Dependencies = []dependency{all}
	text, err := json.MarshalIndent(b, "", "  ")
	return append(text, '\n'), err
}

// purl returns the package URL of a module.
func purl(path, version string) string {
	escaped := strings.NewReplacer("+", "%2B", "~", "%7E").Replace
	return "pkg:golang/" + escaped(path) + "@" + escaped(version)
}

func identifiers(ids []string) []licence {
	list := make([]licence, len(ids))
	for i, id := range ids {
		list[i].License.ID = id
	}
	return list
}

// Identify returns the SPDX identifier of a licence text, or "" if the text is none of those
// that it knows by sentences that only they have. It does not know the GPL, which a module may offer
// as the other choice beside a licence that it knows.
func Identify(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	has := func(s string) bool { return strings.Contains(text, s) }
	switch {
	case has("Apache License") && has("Version 2.0, January 2004"):
		return "Apache-2.0"
	case has("SIL OPEN FONT LICENSE Version 1.1"):
		return "OFL-1.1"
	case has("The FreeType Project LICENSE"):
		return "FTL"
	case has("Creative Commons Attribution 4.0 International Public License"):
		return "CC-BY-4.0"
	case has("Mozilla Public License Version 2.0"):
		return "MPL-2.0"
	case has("Permission is hereby granted, free of charge") && has("The above copyright notice and this permission notice"):
		return "MIT"
	case has("Redistribution and use in source and binary forms") && (has("Neither the name") || has("may not be used to endorse")):
		return "BSD-3-Clause"
	case has("Redistribution and use in source and binary forms"):
		return "BSD-2-Clause"
	}
	return ""
}
