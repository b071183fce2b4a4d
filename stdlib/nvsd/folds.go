package nvsd

import "github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/choose"

// Folds is a rule that divides rows for cross-validation. It is a value that holds no data: the
// same Folds divide the same number of rows in the same way. Its zero value is not a choice.
//
// Wherever data are divided by Folds, rows with equal inputs stay together, as one
// observation: what was trained on would be predicted otherwise. The exceptions are designs of at
// most nine different rows, or of the levels of one factor, each measured several times: no row of
// them could be predicted from the others. There only copies, with equal targets, stay together.
type Folds = choose.Folds

// KFold divides the rows at random into k parts, whose sizes differ by at most
// one, and holds out each of them once.
func KFold(k int, seed uint64) Folds {
	return choose.KFold(k, seed)
}

// LeaveOneOut holds out every row once, alone. There are as many fits as rows.
func LeaveOneOut() Folds {
	return choose.LeaveOneOut()
}

// LabelFolds holds out the rows of one label together, the least label first. Every
// row has a label. Rows with a negative label are never held out.
func LabelFolds(labels []int) Folds {
	return choose.LabelFolds(labels)
}

// GroupFolds divides whole groups at random into k parts of about equally many rows, and
// holds out each of them once. Every row has the label of its group, such as a patient
// or a site. Rows of one group are never on both sides.
func GroupFolds(groups []int, k int, seed uint64) Folds {
	return choose.GroupFolds(groups, k, seed)
}

// RollingOrigin divides time into k+1 spans of about equally many rows. It holds out each
// span but the first, and trains on all rows before it, never on rows after it. Every
// row has a time; nil means that the rows are in order of time. Rows of one time are on
// one side.
func RollingOrigin(k int, times []float64) Folds {
	return choose.RollingOrigin(k, times)
}

// StratifiedFolds divides the rows at random into k parts, each with about equally many
// rows of every class, and holds out each of them once. Every row has a class, such as
// train.Y() if the target is one of two classes. A class of fewer than k rows is
// missing from some of the parts.
func StratifiedFolds(classes []float64, k int, seed uint64) Folds {
	return choose.StratifiedFolds(classes, k, seed)
}
