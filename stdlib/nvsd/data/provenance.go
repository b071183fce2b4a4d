package data

import "slices"

// Provenance returns the origin of the Frame in a few facts, for the metadata of an output: its
// files with their checksums, its data set or generator, and the seeds of all draws.
func (f *Frame) Provenance() map[string]any { return f.Origin().Provenance() }

// Provenance returns the facts of the Origin, without the steps that need no seed.
func (o Origin) Provenance() map[string]any {
	facts := map[string]any{}
	if files := o.Files(); len(files) > 0 {
		facts["files"] = files
	}
	if seeds := o.Seeds(); len(seeds) > 0 {
		facts["seeds"] = seeds
	}
	if o.Set != "" {
		facts["set"] = o.Set
	}
	if o.Generator != "" {
		facts["generator"] = o.Generator
	}
	return facts
}

// Files returns the files that the Frame, and the Frames that were joined with it, were read from:
// each once.
func (o Origin) Files() []File {
	var files []File
	o.each(func(o Origin) {
		if o.File != nil && !slices.Contains(files, *o.File) {
			files = append(files, *o.File)
		}
	})
	return files
}

// Seeds returns the seeds of the generator, of splits and of samples: each once, from the smallest
// up.
func (o Origin) Seeds() []uint64 {
	var seeds []uint64
	o.each(func(o Origin) {
		if o.Generator != "" {
			seeds = append(seeds, o.Seed)
		}
		for _, s := range o.Steps {
			if s.Seed != nil {
				seeds = append(seeds, *s.Seed)
			}
			if s.Split != nil && s.Split.By != byTime {
				seeds = append(seeds, s.Split.Seed)
			}
		}
	})
	slices.Sort(seeds)
	return slices.Compact(seeds)
}

// each calls visit with the Origin and with the Origins of the Frames that were arguments.
func (o Origin) each(visit func(Origin)) {
	visit(o)
	for _, s := range o.Steps {
		for _, other := range s.Other {
			other.each(visit)
		}
	}
}
