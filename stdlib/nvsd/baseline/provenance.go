package baseline

// unproved is the reason why `nvsd-kernel check --proof` skips models of other systems.
const unproved = "a model of another system has no proof"

// Provenance returns the Provenance of the training data as "data", and as "unproved" that there is no
// proof, for the metadata of an output.
func (m *Model) Provenance() map[string]any {
	return map[string]any{"data": m.train.Provenance(), "unproved": unproved}
}

// Provenance returns the same metadata as [Model.Provenance] for a path.
func (p *Path) Provenance() map[string]any {
	return map[string]any{"data": p.train.Provenance(), "unproved": unproved}
}
