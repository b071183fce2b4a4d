package advice

import (
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// foreign returns the advice on names of other languages and libraries. A key is a name, a
// name of a package and what follows it ("np.random.seed"), an option of a package as
// [optionKey] writes it ("data.navalues"), a field or method of any value (".shape") or of a
// list (".mean"), or a field of a type ("nvsd.Spec.Lambda").
//
// In the advice, $0 is the value whose field or method it is, $1 and $2 are the arguments of
// the call, $all is all of them, $name is the first without its quotes, and $rune is the
// first as a character.
var foreign = sync.OnceValue(func() map[string]string {
	const (
		numbers  = "packages math, floats, stat and mat compute with numbers, and need no import"
		tables   = `data.CSV("file.csv", data.Target("y")) reads a table, and needs no import`
		read     = `write data.CSV($1): the target is the last column, or the one that data.Target("name") names`
		made     = `data.New(X, y, "a", "b") makes a data set of a matrix, a target and the names of the inputs`
		frame    = `write df := data.Load("diabetes"), or data.CSV("file.csv", data.Target("y")) for a file of yours`
		plots    = `d.Plot("x", "y") and d.Hist("x") draw columns; a path and a model draw themselves when they are the last line of a cell`
		lasso    = "a nonlinear lasso is an nvsd.Spec with penalty.Lasso{}; baseline.Lasso is the linear one"
		gaussian = "it is kern.Gaussian{Width: kern.MedianDistance} here"
		tau      = "the weight of the penalty is given to the fit: spec.Fit(train, nvsd.TauFrac(0.5)), or spec.Path(train, 50) for many"
		ridge    = "the squared norm is weighted by Nu of nvsd.Spec: Nu: nvsd.Fixed(0.01)"
		folds    = "path.Select(nvsd.ByCrossValidation(nvsd.KFold(10, 1)), nvsd.Ranked) chooses by cross-validation"
		parts    = "d.Split(data.Train(200), data.Test(100), data.Seed(1)) splits a data set"
		rank     = "the derivative norms say how much each input matters; display the model to see them"
		none     = `packages need no import; write data.Load("diabetes"), kern.Gaussian{} and so on`
		seed     = "each draw has a seed of its own: data.Seed(1) among the options of d.Split, data.Friedman1(200, 10, 1)"
		describe = "write $1.Describe()"
		comma    = "write data.Comma($rune)"
		rows     = `write $0.Rows(0, 1, 2) for rows by their numbers, $0.WhereExpr("age > 18") for those that meet a condition`
		where    = "write $0.WhereExpr($1)"
		column   = `write $0.WithExpr("ratio", "a / b") for a column that is computed from others`
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
		"pd": tables, "pandas": tables, "read": tables,
		"plt": plots, "matplotlib": plots, "sns": plots, "seaborn": plots, "plot": plots, "ggplot": plots,
		"sklearn": lasso, "glmnet": lasso, "cv": folds, "library": none, "require": none,
		"c":      "write []float64{1, 2, 3} for a list of numbers",
		"kernel": "the package of kernels is kern", "kernels": "the package of kernels is kern",
		"penalties": "the package of penalties is penalty",

		"df":      frame,
		"help":    "a question mark asks for help, on a line of its own: ?$name",
		"help()":  "a question mark asks for help, on a line of its own: ?nvsd",
		"display": "write display.Show($1); the last line of a cell is displayed by itself",
		"cat":     "write fmt.Println($all)", "printf": "write fmt.Printf($all)", "paste": "write fmt.Sprint($all)",

		"set.seed": seed, "random.seed": seed, "np.random.seed": seed,
		"read_csv": read, "pd.read_csv": read, "pandas.read_csv": read, "read.csv": read, "fread": read,
		"DataFrame": made, "pd.DataFrame": made, "data.frame": made,
		"nrow": "write $1.N()", "ncol": "write $1.D() for the number of inputs", "dim": "write $1.N(), $1.D() for the numbers of rows and of inputs",
		"names": "write $1.Columns()", "colnames": "write $1.Columns()", "head": "write $1.Head(6)", "tail": "write $1.Tail(6)",
		"summary": describe, "describe": describe,

		"length": "write len($1)", "size": "write len($1)",
		"mean": "write stat.Mean($1, nil)", "average": "write stat.Mean($1, nil)",
		"sd": "write stat.StdDev($1, nil)", "std": "write stat.StdDev($1, nil)", "np.std": "write stat.PopStdDev($1, nil)",
		"variance": "write stat.Variance($1, nil)", "np.var": "write stat.PopVariance($1, nil)",
		"median":   "write xs := slices.Sorted(slices.Values($1)); (xs[(len(xs)-1)/2] + xs[len(xs)/2]) / 2",
		"quantile": "write stat.Quantile(0.5, stat.Empirical, slices.Sorted(slices.Values($1)), nil); 0.5 is the part that is below",
		"sum":      "write floats.Sum($1)", "cor": "write stat.Correlation($1, $2, nil)", "corr": "write stat.Correlation($1, $2, nil)",
		"np.max": "write slices.Max($1)", "np.min": "write slices.Min($1)", "np.dot": "write floats.Dot($1, $2)",

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

		"data.readcsv": read, "data.readtable": read, "data.loadcsv": read, "data.table": read, "data.dataframe": made,
		"data.sep": comma, "data.separator": comma, "data.delim": comma, "data.delimiter": comma,
		"data.dec": "write data.DecimalComma()", "data.decimal": "write data.DecimalComma()",
		"data.navalues": "write data.NA($all)", "data.nastrings": "write data.NA($all)",
		"data.usecols": "write data.Inputs($all)", "data.columns": "write data.Inputs($all)", "data.features": "write data.Inputs($all)",
		"data.indexcol": "write data.Key($all)", "data.rownames": "write data.Key($all)", "data.index": "write data.Key($all)",
		"data.dtype": "write data.Factor($all) for columns whose numbers are categories", "data.colclasses": "write data.Factor($all) for columns whose numbers are categories",
		"data.categorical": "write data.Factor($all)", "data.label": "write data.Target($1)", "data.response": "write data.Target($1)", "data.y": "write data.Target($1)",
		"data.parsedates": `dates are recognised; data.DateLayout("02.01.2006", "day") says how else they are written`,
		"data.comment":    "write data.Comments($rune)", "data.names": "write data.NoHeader($all) for a file whose first line is no header",

		".shape":   "write $0.N(), $0.D(): the numbers of rows and of inputs",
		".columns": "write $0.Columns(); $0.Names() are those of the inputs, $0.Target() that of the target",
		".head":    "write $0.Head(6); a data set shows its first rows when it is the last line of a cell",
		".tail":    "write $0.Tail(6)",
		".dropna":  "write $0.DropMissing(), which leaves out the rows with a missing cell",
		".fillna":  "write $0.Impute(data.Mean), which says what stands for missing cells; each fit learns it from its own rows",
		".isna":    "write $0.MissingCells()", ".isnull": "write $0.MissingCells()",
		".merge": `write $0.Join(other, "key"), which puts the columns of two data sets together where the key is equal`,
		".query": where, ".filter": where, ".subset": where,
		".assign": column, ".mutate": column,
		".iloc": rows, ".loc": rows,
		".values": "write $0.X() for the matrix of inputs, $0.Y() for the target", ".to_numpy": "write $0.X() for the matrix of inputs, $0.Y() for the target",
		".info":   "write $0.Describe()",
		".to_csv": `write $0.WriteCSV("file.csv"), which writes all columns`,

		".sort_values": `write $0.Sort("a", "-b") to sort by a, and where it is equal by falling b`,
		".arrange":     `write $0.Sort("a", "-b") to sort by a, and where it is equal by falling b`,
		".coef_":       rank, ".feature_importances_": rank,
		".plot":    plots,
		".summary": "a value describes itself when it is the last line of a cell",

		".append": "write $0 = append($0, $all)", ".len": "write len($0)", ".length": "write len($0)", ".size": "write len($0)",
		".mean": "write stat.Mean($0, nil)", ".std": "write stat.StdDev($0, nil)", ".sum": "write floats.Sum($0)",
		".max": "write slices.Max($0)", ".min": "write slices.Min($0)", ".sort": "write slices.Sort($0)",
	}
})

// listed are the methods that a list of another language has, and a value here has not.
var listed = []string{".append", ".len", ".length", ".size", ".mean", ".std", ".sum", ".max", ".min", ".sort"}

// foreignName returns the advice on the first of some keys that there is any on, for the name at
// the place of the mistake.
func (m *Mistake) foreignName(keys ...string) string {
	for _, key := range keys {
		if text := foreign()[key]; text != "" {
			return m.filled(text)
		}
	}
	return ""
}

// foreignMember returns the advice on a method that other languages have. Some are those of lists.
func (m *Mistake) foreignMember(value types.Type, name string) string {
	key := "." + strings.ToLower(name)
	_, isList := value.Underlying().(*types.Slice)
	if slices.Contains(listed, key) != isList {
		return ""
	}
	return m.foreignName(key)
}

// optionKey is the key of an option of a package, however other languages spell it:
// "data.navalues" for na_values and NAValues.
func optionKey(pkg, name string) string {
	return pkg + "." + strings.ToLower(strings.ReplaceAll(name, "_", ""))
}

// chain returns the name at the place of the mistake with the names behind its dots, the longest
// first: "np.random.seed", "np.random", "np". Before one that is called without arguments there
// is the name with its parentheses.
func (m *Mistake) chain() (names []string) {
	for _, n := range m.Path {
		e, ok := n.(ast.Expr)
		if !ok || e.Pos() != m.Pos {
			continue
		}
		if call := m.called(); call != nil && call.Fun == e && len(call.Args) == 0 {
			names = append(names, m.Text(e)+"()")
		}
		if isChain(e) {
			names = append(names, m.Text(e))
		}
	}
	return names
}

// isChain reports whether an expression is a name, or names with dots between them.
func isChain(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		return isChain(e.X)
	}
	return false
}

// called returns the call of the function in whose name the mistake is, or nil.
func (m *Mistake) called() *ast.CallExpr {
	call, ok := around[*ast.CallExpr](m)
	if !ok || m.Pos >= call.Lparen {
		return nil
	}
	return call
}

// filled puts the words of the cell into advice (see [foreign]). Where the cell has none, it
// stands for others of its kind.
func (m *Mistake) filled(text string) string {
	value, args, first := "d", []string(nil), constant.Value(nil)
	if sel, ok := around[*ast.SelectorExpr](m); ok {
		value = m.Text(sel.X)
	}
	if call := m.called(); call != nil {
		for _, arg := range call.Args {
			args = append(args, m.Text(arg))
		}
		if len(call.Args) > 0 {
			if lit, ok := call.Args[0].(*ast.BasicLit); ok {
				first = constant.MakeFromLiteral(lit.Value, lit.Kind, 0)
			}
		}
	}
	all := strings.Join(args, ", ")
	for n := len(args); n < 2; n++ {
		args = append(args, []string{"x", "y"}[n])
	}
	name, character := args[0], "','"
	if first != nil && first.Kind() == constant.String {
		name = constant.StringVal(first)
		if r := []rune(name); len(r) == 1 {
			character = strconv.QuoteRune(r[0])
		}
	}
	return strings.NewReplacer("$0", value, "$1", args[0], "$2", args[1], "$all", all, "$name", name, "$rune", character).Replace(text)
}
