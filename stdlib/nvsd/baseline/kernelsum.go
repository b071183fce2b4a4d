package baseline

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// inputKernels are kernels of one input each.
type inputKernels interface {
	// row gives dst[i] = k_a(s, x_ia) at the training points x_i.
	row(dst []float64, a int, s float64)
}

// A kernelSum is functions of several components: of an input by its kernel, or of two
// inputs by the product of theirs.
type kernelSum struct {
	kernels inputKernels
	terms   []Component // of which Norm has no part here
	n       int         // training points
}

// newKernelSum returns the components of n points: the inputs, and with order 2 the pairs of
// them after these. More of them than memory allows, with that many matrices for each, are
// refused before there are any.
func newKernelSum(kernels inputKernels, names []string, order, n, matrices int) (*kernelSum, error) {
	d := len(names)
	count := d
	if order == 2 {
		count += d * (d - 1) / 2
	}
	const label = 200 // bytes of a component beside its matrix
	bytes := (8*float64(matrices)*float64(n)*float64(n) + label) * float64(count)
	if err := checkMemory(float64(count), fmt.Sprintf("components of %d observations", n), bytes, "take fewer observations, such as by train.Sample(500, 1), fewer inputs, or no pairs of inputs"); err != nil {
		return nil, err
	}
	k := &kernelSum{kernels: kernels, n: n, terms: make([]Component, 0, count)}
	for a, name := range names {
		k.terms = append(k.terms, Component{Name: name, Inputs: []int{a}})
	}
	if order == 2 {
		for a := range names {
			for b := a + 1; b < d; b++ {
				k.terms = append(k.terms, Component{Name: names[a] + ":" + names[b], Inputs: []int{a, b}})
			}
		}
	}
	return k, nil
}

// grams returns the kernel matrix of each component at the training points Z.
func (k *kernelSum) grams(Z *mat.Dense) ([]*mat.SymDense, error) {
	_, d := Z.Dims()
	all := make([]*mat.SymDense, len(k.terms))
	for j := range all {
		all[j] = mat.NewSymDense(k.n, nil)
	}
	rows := make([][]float64, d)
	for a := range rows {
		rows[a] = make([]float64, k.n)
	}
	for i := range k.n {
		for a := range d {
			k.kernels.row(rows[a], a, Z.At(i, a))
		}
		for j, term := range k.terms {
			raw := all[j].RawSymmetric()
			upper := raw.Data[i*raw.Stride+i : i*raw.Stride+k.n]
			copy(upper, rows[term.Inputs[0]][i:])
			for _, a := range term.Inputs[1:] {
				for l := range upper {
					upper[l] *= rows[a][i+l]
				}
			}
			for l, v := range upper {
				if math.IsNaN(v) || math.IsInf(v, 0) {
					return nil, fmt.Errorf("the kernel of %s is %v at rows %d and %d: scale the inputs, or change the kernel's parameters", term.Name, v, i+1, i+l+1)
				}
			}
		}
	}
	return all, nil
}

// parts returns f_j at the rows of Z for every component j that has coefficients a_j:
// sum_i a_ji k_j(x_i, .). It is nil for the others.
func (k *kernelSum) parts(Z *mat.Dense, coefs [][]float64) [][]float64 {
	parts := rowsFor(Z, coefs)
	k.each(Z, coefs, func(i, j int, row []float64) { parts[j][i] = blas64.Dot(asVector(row), asVector(coefs[j])) })
	return parts
}

// rowsFor has a number for every row of Z where there are coefficients.
func rowsFor(Z *mat.Dense, coefs [][]float64) [][]float64 {
	m, _ := Z.Dims()
	rows := make([][]float64, len(coefs))
	for j, c := range coefs {
		if c != nil {
			rows[j] = make([]float64, m)
		}
	}
	return rows
}

// sized returns parts, and for every row sum_j sum_i |a_ji k_j(x_i, .)|, of which rounding is
// a part.
func (k *kernelSum) sized(Z *mat.Dense, coefs [][]float64) (parts [][]float64, sizes []float64) {
	m, _ := Z.Dims()
	parts, sizes = rowsFor(Z, coefs), make([]float64, m)
	k.each(Z, coefs, func(i, j int, row []float64) {
		parts[j][i] = blas64.Dot(asVector(row), asVector(coefs[j]))
		for l, c := range coefs[j] {
			sizes[i] += math.Abs(c * row[l])
		}
	})
	return parts, sizes
}

// each visits the values of the kernel of every component that has coefficients, between
// every row of Z and the training points.
func (k *kernelSum) each(Z *mat.Dense, coefs [][]float64, visit func(i, j int, row []float64)) {
	m, d := Z.Dims()
	needed := make([]bool, d)
	for j, term := range k.terms {
		for _, a := range term.Inputs {
			needed[a] = needed[a] || coefs[j] != nil
		}
	}
	rows := make([][]float64, d)
	for a := range rows {
		rows[a] = make([]float64, k.n)
	}
	product := make([]float64, k.n)
	for i := range m {
		for a := range d {
			if needed[a] {
				k.kernels.row(rows[a], a, Z.At(i, a))
			}
		}
		for j, term := range k.terms {
			if coefs[j] == nil {
				continue
			}
			row := rows[term.Inputs[0]]
			if len(term.Inputs) == 2 {
				for l, v := range rows[term.Inputs[1]] {
					product[l] = row[l] * v
				}
				row = product
			}
			visit(i, j, row)
		}
	}
}
