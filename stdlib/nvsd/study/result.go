package study

// A Result is the outcome of a method on a replication.
type Result struct {
	Unit     Unit
	Outcomes []Row
	Err      string  // why there are no outcomes; "" where there are
	Seconds  float64 // of the fit, with all rules
	Program  string  // that computed it
}

// A Row is the outcome of one rule of a method.
type Row struct {
	Rule     string `json:",omitempty"`
	Selected []int  // indices of inputs
	Values   map[Measure]float64
	Warnings []string `json:",omitempty"`
}

// value returns a measure of the outcome of a rule, and whether there is one.
func (r *Result) value(rule string, m Measure) (v float64, ok bool) {
	for _, row := range r.Outcomes {
		if row.Rule != rule {
			continue
		}
		switch m {
		case Seconds:
			return r.Seconds, true
		case MSE:
			v, ok = row.Values[RMSE]
			return v * v, ok
		}
		v, ok = row.Values[m]
		return v, ok
	}
	return 0, false
}
