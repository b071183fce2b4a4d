package baseline

// unproved is why `nvsd-kernel check --proof` says nothing of another system.
const unproved = "a model of another system has no proof"

// Provenance returns the Provenance of the training data as "data", and as "unproved" that there is no
// proof, for the metadata of an output.
func (m *Model) Provenance() map[string]any {
	return map[string]any{"data": m.train.Provenance(), "unproved": unproved}
}

// Provenance is [Model.Provenance] for a path.
func (p *Path) Provenance() map[string]any {
	return map[string]any{"data": p.train.Provenance(), "unproved": unproved}
}
