package panel

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func random(rng *rand.Rand, rows, cols int) *mat.Dense {
	A := mat.NewDense(rows, cols, nil)
	A.Apply(func(int, int, float64) float64 { return rng.NormFloat64() }, A)
	return A
}

// at is the entry of m by the description of its storage.
func (m *Matrix) at(i, k int) float64 {
	column := k &^ 7
	width := min(8, Padded(m.cols)-column)
	return m.data[column*m.rows+i*width+k-column]
}

// TestMatrix holds what is stored to the definition, in memory that another
// matrix has left.
func TestMatrix(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	var m Matrix
	for _, size := range [][2]int{{9, 21}, {3, 1}, {5, 4}, {2, 5}, {1, 8}, {7, 9}, {4, 12}, {6, 13}} {
		rows, cols := size[0], size[1]
		A, X, alpha := random(rng, rows, cols), random(rng, rows, cols), random(rng, 1, rows).RawRowView(0)
		check := func(what string, want func(i, k int) float64) {
			t.Helper()
			for i := range rows {
				for k := range Padded(cols) {
					w := 0.0
					if k < cols {
						w = want(i, k)
					}
					if got := m.at(i, k); got != w {
						t.Errorf("%s, %d x %d: entry %d, %d is %v, want %v", what, rows, cols, i, k, got, w)
					}
				}
			}
			for i := range m.data {
				m.data[i] = math.NaN()
			}
		}
		m.Set(A)
		check("Set", A.At)
		m.Reshape(rows, cols)
		for i := range rows {
			m.SetRow(i, A.RawRowView(i))
		}
		check("SetRow", A.At)
		m.SetTransposed(mat.DenseCopyOf(A.T()))
		check("SetTransposed", A.At)
		m.SetRowsAdded(-2, A, alpha, X)
		check("SetRowsAdded", func(i, k int) float64 { return -2 * (A.At(i, k) + float64(alpha[i]*X.At(i, k))) })
	}
}

// TestMulAdd adds up products in pieces, in the order of the inner dimension,
// which must give the same bits as one sum.
func TestMulAdd(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	for _, size := range [][2]int{{1, 1}, {3, 4}, {5, 8}, {18, 7}, {40, 18}, {11, 29}} {
		inner, cols := size[0], size[1]
		A, B, C := random(rng, Rows, inner), random(rng, inner, cols), random(rng, Rows, Padded(cols)+3)
		want := mat.DenseCopyOf(C)
		for r := range Rows {
			for k := range cols {
				sum := C.At(r, k)
				for i := range inner {
					sum += float64(A.At(r, i) * B.At(i, k))
				}
				want.Set(r, k, sum)
			}
		}
		var b Matrix
		b.Set(B)
		half, column := inner/2, min(8, Padded(cols))
		for _, rows := range [][2]int{{0, half}, {half, half}, {half, inner}} {
			for _, columns := range [][2]int{{0, column}, {column, Padded(cols)}} {
				MulAdd(C.RawMatrix().Data[columns[0]:], Padded(cols)+3, A.RawMatrix().Data[rows[0]:], inner, &b,
					rows[0], rows[1], columns[0], columns[1])
			}
		}
		if !mat.Equal(C, want) {
			t.Errorf("inner %d, %d columns:\n%v\nwant\n%v", inner, cols, mat.Formatted(C), mat.Formatted(want))
		}
	}
}

func TestFinite(t *testing.T) {
	for _, v := range []float64{math.Inf(1), math.Inf(-1), math.NaN()} {
		for _, at := range []int{0, 7, 511, 512, 40*21 - 1} {
			var m Matrix
			A := mat.NewDense(40, 21, nil)
			A.Apply(func(int, int, float64) float64 { return math.MaxFloat64 }, A)
			m.Set(A)
			if !m.Finite() {
				t.Fatalf("what is finite is not")
			}
			A.RawMatrix().Data[at] = v
			m.Set(A)
			if m.Finite() {
				t.Errorf("a matrix with %v at %d is finite", v, at)
			}
		}
	}
}

func TestWeigh(t *testing.T) {
	p, u, v := []float64{1, 2, 3, 4, 5, 6, 7, 8}, []float64{1, 1, 1, 1, 2, 2, 2, 2}, []float64{0, 1, 0, 1, 0, 1, 0, 1}
	var s Sums
	Weigh(&s, nil, nil, nil)
	Weigh(&s, p[:4], u, v)
	Weigh(&s, p[4:], u[4:], v[4:])
	if s.Total(0) != 62 || s.Total(1) != 20 {
		t.Errorf("sums %v and %v, want 62 and 20", s.Total(0), s.Total(1))
	}
	for i, w := range []float64{0, 2, 0, 4, 0, 6, 0, 8} {
		if p[i] != w {
			t.Errorf("p[%d] = %v, want %v", i, p[i], w)
		}
	}
}

func TestRows(t *testing.T) {
	const n, lda = 8, 10
	rng := rand.New(rand.NewPCG(3, 1))
	A, x, y := random(rng, Rows, lda), random(rng, 1, n).RawRowView(0), random(rng, 1, n).RawRowView(0)
	factors := [Rows]float64{1, -2, 0.5, 3}
	wantY, wantS := append([]float64(nil), y...), [Rows]float64{}
	for r := range Rows {
		for i := range n {
			wantS[r] += A.At(r, i) * x[i]
			wantY[i] += factors[r] * A.At(r, i)
		}
	}
	var dots, both RowSums
	added := append([]float64(nil), y...)
	a := A.RawMatrix().Data
	DotRows(&dots, x[:4], a, lda)
	DotRows(&dots, x[4:], a[4:], lda)
	AddRows(added, &factors, a, lda)
	DotAddRows(&both, x, y, &factors, a, lda)
	for r, want := range wantS {
		if math.Abs(dots.Total(r)-want) > 1e-14 || both.Total(r) != dots.Total(r) {
			t.Errorf("row %d times x: %v alone, %v with the sum, want %v", r, dots.Total(r), both.Total(r), want)
		}
	}
	for i, want := range wantY {
		if math.Abs(added[i]-want) > 1e-14 || y[i] != added[i] {
			t.Errorf("entry %d of the sum of rows: %v alone, %v with the products, want %v", i, added[i], y[i], want)
		}
	}
	DotRows(&dots, nil, nil, lda)
	AddRows(nil, &factors, nil, lda)
	DotAddRows(&dots, nil, nil, &factors, nil, lda)
}

func TestVectors(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	for n := range 40 {
		x, y := make([]float64, n), make([]float64, n+1)
		want := 0.0
		for i := range x {
			x[i], y[i] = rng.NormFloat64(), rng.NormFloat64()
			want += x[i] * y[i]
		}
		if got := Dot(x, y); math.Abs(got-want) > 1e-13 {
			t.Errorf("%d terms: inner product %v, want %v", n, got, want)
		}
		added := append([]float64(nil), y...)
		Axpy(-2, x, added)
		for i := range added {
			want := y[i]
			if i < n {
				want += -2 * x[i]
			}
			if added[i] != want {
				t.Errorf("%d terms: sum %d is %v, want %v", n, i, added[i], want)
			}
		}
	}
}

func TestMulVec(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	for _, rows := range []int{4, 12} {
		for columns := 1; columns < 20; columns++ {
			A := random(rng, rows, columns+2).Slice(0, rows, 0, columns).(*mat.Dense)
			x, y := random(rng, 1, columns).RawRowView(0), random(rng, 1, rows).RawRowView(0)
			check := func(what string, got []float64, A mat.Matrix, x, y []float64) {
				var want mat.VecDense
				want.MulVec(A, mat.NewVecDense(len(x), x))
				want.AddScaledVec(mat.NewVecDense(len(y), y), -2, &want)
				for i, v := range got {
					if math.Abs(v-want.AtVec(i)) > 1e-13 {
						t.Errorf("%s, %d x %d: entry %d is %v, want %v", what, rows, columns, i, v, want.AtVec(i))
					}
				}
			}
			a, lda := A.RawMatrix().Data, A.RawMatrix().Stride
			got := append([]float64(nil), y...)
			MulVecAdd(got, -2, a, lda, x)
			check("A x", got, A, x, y)
			got = append([]float64(nil), x...)
			MulVecTransposedAdd(got, -2, a, lda, y)
			check("A' x", got, A.T(), y, x)
			var want mat.Dense
			want.RankOne(A, -2, mat.NewVecDense(rows, y), mat.NewVecDense(columns, x))
			AddOuter(a, lda, -2, y, x)
			if !mat.EqualApprox(A, &want, 1e-13) {
				t.Errorf("%d x %d: A + x y' differs", rows, columns)
			}
		}
	}
}
