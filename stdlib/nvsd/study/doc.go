// Package study compares methods of variable selection on many data sets drawn from the same problems, as the tables
// of papers do. A [Design] declares the comparison, [Run] computes what of it is missing in a folder, and [Results]
// makes tables and figures:
//
//	d := study.Design{
//		Name:     "two methods",
//		Problems: []study.Problem{{Name: "E1", From: data.UAI{Experiment: 1}.Problem(), Train: []int{50, 100}, Valid: 500, Test: 500}},
//		Methods: []study.Method{
//			{Name: "NVSD(L)", Fit: study.NVSD{Spec: spec}},
//			{Name: "HSIC", Fit: study.System{Of: baseline.HSICLasso{}}},
//		},
//		Refit: spec,
//		Reps:  20,
//	}
//	study.Run(d, "e1").Table(study.RMSE, study.Tanimoto)
//
// The unit of a study is one method on one replication, which is the data of one problem, of one size and of one
// repetition. All methods have the same data there, because the seeds of the data do not depend on the method.
package study
