package solve

import "fmt"

// notes returns the Notes of every solution of the problem.
func (f *finisher) notes() []string {
	var notes []string
	if f.op.approximate {
		notes = append(notes, "the kernel's derivatives are differences: a certificate holds for a kernel close by")
	}
	if f.certifies && !f.p.Op.known && !f.op.approximate {
		notes = append(notes, "the kernel is not one of package kern: what is certified is certified for the float64 values that it gives")
	}
	if f.op.features != nil {
		notes = append(notes, f.op.features.note(f.certifies))
	}
	if !isConvex(f.p.Penalty) {
		notes = append(notes, fmt.Sprintf("the penalty %s is not convex, or does not say that it is: this is near a stationary point at best, and no certified optimum", called(f.p.Penalty)))
	}
	if f.nu == 0 {
		notes = append(notes, "there is no ridge (nu = 0), and so no bound on how far the objective is above its minimum; "+
			"with a kernel that has a function of any values and any derivatives at the points, such as a Gaussian, the minimum belongs to one "+
			"that follows the target with all derivatives 0, whatever tau is, and what is selected depends on where the run was stopped")
	}
	if f.spec == nil || f.nu == 0 {
		return notes
	}
	if top := f.spec.lambda[f.n-1]; f.nnu < 0x1p-52*top {
		notes = append(notes, fmt.Sprintf("the ridge is less than rounding of the kernel's matrix (n nu = %.3g, the largest eigenvalue is %.3g): its numbers are too far apart for a float64, "+
			"and a run need not converge; scale the inputs or take a larger nu", f.nnu, top))
	}
	return notes
}
