package nvsd

// leaveOutMean is LeaveOneOut of the model without f.
func (ds *design) leaveOutMean() []float64 {
	rest := make([]float64, len(ds.y))
	for i, y := range ds.y {
		rest[i] = y - ds.mean
	}
	if !ds.spec.Intercept.fitted() {
		return rest
	}
	return awayFromMean(rest, ds.repeats)
}
