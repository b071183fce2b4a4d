package nvsd

import "github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/refusal"

// An ArgumentError is the refusal of an argument, or of a field of one, such as a Spec without
// a Kernel or a negative tau. What it unwraps to, if anything, is the error of the package
// that refused it.
type ArgumentError = refusal.ArgumentError

// A DataError is the refusal of data: there are none, there are too few of them, their columns
// or points have another shape than is needed, or they lack what the model was trained on.
// What it unwraps to, if anything, is the error of package data.
type DataError = refusal.DataError

// A NotFoundError is the refusal of a name or a number that nothing has, such as the name of an
// input or the number of a fit.
type NotFoundError = refusal.NotFoundError

// A ModelFileError is the refusal of a file that holds no model which this program can read: it is
// none, or damaged, or of another version of the format.
type ModelFileError = refusal.ModelFileError
