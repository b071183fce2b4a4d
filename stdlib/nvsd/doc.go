// Package nvsd selects the inputs that a nonlinear function depends on, and
// fits the function. It minimises
//
//	(1/n) ||y - f(X) - b||^2 + tau P(||d_1 f||_n, ..., ||d_d f||_n) + nu ||f||_H^2
//
// over functions f of a reproducing-kernel Hilbert space and a constant b,
// where ||d_a f||_n is the root mean square of the derivative of f by input a
// over the n training points: an input whose norm is 0 is out of the model.
//
// A [Spec] says everything that decides the numbers. [Spec.Fit] fits it at one
// tau, [Spec.Path] at many, and [Path.Select] turns a path into the two-step
// model of UAI 2018, section 5: select the inputs, then fit kernel ridge
// regression on those alone.
//
// What is refused is an [ArgumentError], a [DataError], a [NotFoundError] or a
// [ModelFileError].
package nvsd
