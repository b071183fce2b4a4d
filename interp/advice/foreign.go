package advice

import "sync"

// foreign returns the advice on names of other languages and libraries. A key is a name, a
// name of a package ("cv.glmnet"), a field or method of any value (".shape"), or a field of a
// type ("nvsd.Spec.Lambda").
var foreign = sync.OnceValue(func() map[string]string {
	const (
		numbers  = "packages math, floats, stat and mat compute with numbers, and need no import"
		tables   = `data.CSV("file.csv", data.Target("y")) reads a table, and needs no import`
		plots    = "what can be drawn is drawn when it is the last line of a cell: path, model"
		lasso    = "a nonlinear lasso is an nvsd.Spec with penalty.Lasso{}; baseline.Lasso is the linear one"
		gaussian = "it is kern.Gaussian{Width: kern.MedianDistance} here"
		tau      = "the weight of the penalty is given to the fit: spec.Fit(train, nvsd.TauFrac(0.5)), or spec.Path(train, 50) for many"
		ridge    = "the squared norm is weighted by Nu of nvsd.Spec: Nu: nvsd.Fixed(0.01)"
		folds    = "path.Select(nvsd.ByCrossValidation(nvsd.KFold(10, 1)), nvsd.Ranked) chooses by cross-validation"
		parts    = "d.Split(data.Train(200), data.Test(100), data.Seed(1)) splits a data set"
		rank     = "the derivative norms say how much each input matters; display the model to see them"
		none     = "packages need no import: write data.Load, kern.Gaussian and so on"
	)
	return map[string]string{
		"True": "write true", "TRUE": "write true", "False": "write false", "FALSE": "write false",
		"None": "write nil", "NULL": "write nil", "null": "write nil",
		"NaN": "write math.NaN()", "nan": "write math.NaN()", "NA": "write math.NaN()",
		"Inf": "write math.Inf(1)", "inf": "write math.Inf(1)", "pi": "write math.Pi",
		"float": "write float64", "double": "write float64", "numeric": "write float64",
		"str": "write string, or fmt.Sprint(x) to make one of x", "char": "write string",
		"list": "write []float64{1, 2, 3} for a list of numbers", "vector": "write []float64{1, 2, 3} for a list of numbers",
		"dict": `write map[string]float64{"a": 1}`,
		"np":   numbers, "numpy": numbers, "scipy": numbers,
		"pd": tables, "pandas": tables, "read": tables, "DataFrame": tables,
		"plt": plots, "matplotlib": plots, "plot": plots, "ggplot": plots,
		"sklearn": lasso, "glmnet": lasso, "cv": folds, "library": none, "require": none,
		"c":      "write []float64{1, 2, 3} for a list of numbers",
		"kernel": "the package of kernels is kern", "kernels": "the package of kernels is kern",
		"penalties": "the package of penalties is penalty",

		"RBF": gaussian, "SquaredExponential": gaussian, "GaussianKernel": gaussian,
		"L1": "it is penalty.Lasso{} here", "L1Norm": "it is penalty.Lasso{} here",
		"L2": ridge, "Ridge": ridge, "Tikhonov": ridge,
		"LassoCV": lasso, "ElasticNetCV": lasso,
		"GridSearchCV":     "spec.Search tries several kernels, penalties and weights",
		"StandardScaler":   "inputs are scaled by the Spec; its field Scale says how",
		"train_test_split": parts, "TrainTestSplit": parts,
		"cross_val_score": folds, "CrossVal": folds,

		"nvsd.Spec.Lambda": tau, "nvsd.Spec.Alpha": tau, "nvsd.Spec.Tau": tau,
		"nvsd.Spec.Ridge": ridge, "nvsd.Spec.Mu": "it is a field of the penalty: penalty.ElasticNet{Mu: 0.5}",
		"kern.Gaussian.Gamma": "its field is Width: kern.Sigma(2), or a rule such as kern.MedianDistance",
		"kern.Gaussian.Sigma": "its field is Width: kern.Sigma(2), or a rule such as kern.MedianDistance",

		".shape":   "N() is the number of rows, D() that of inputs",
		".columns": "Names() are those of the inputs, Target() that of the target",
		".head":    "d.Head(6) has the first rows; a data set shows them when it is the last line of a cell",
		".dropna":  "d.DropMissing() leaves out the rows with a missing cell",
		".fillna":  "d.Impute(data.Mean) says what stands for missing cells, and each fit learns it from its own rows",
		".merge":   `d.Join(other, "key") puts the columns of two data sets together where the key is equal`,
		".query":   `d.WhereExpr("age > 18") keeps the rows for which a condition is true`,
		".filter":  `d.WhereExpr("age > 18") keeps the rows for which a condition is true`,
		".assign":  `d.WithExpr("ratio", "a / b") adds a column`,
		".mutate":  `d.WithExpr("ratio", "a / b") adds a column`,
		".to_csv":  `d.WriteCSV("file.csv") writes all columns`,

		".sort_values": `d.Sort("a", "-b") sorts by a, and where it is equal by falling b`,
		".arrange":     `d.Sort("a", "-b") sorts by a, and where it is equal by falling b`,
		".coef_":       rank, ".feature_importances_": rank,
		".plot":    plots,
		".summary": "a value describes itself when it is the last line of a cell",
	}
})
