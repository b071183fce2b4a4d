package panel

// mulAdd8Go adds a, 4 x inner, times each of a number of panels of 8 columns to
// c. After inner rows of a panel, skip numbers are passed over.
func mulAdd8Go(c []float64, ldc int, a []float64, lda int, b []float64, skip, inner, panels int) {
	for panel := range panels {
		block := b[panel*(8*inner+skip):]
		for row := range 4 {
			to := (*[8]float64)(c[row*ldc+8*panel:])
			c0, c1, c2, c3, c4, c5, c6, c7 := to[0], to[1], to[2], to[3], to[4], to[5], to[6], to[7]
			for i, v := range a[row*lda:][:inner] {
				x := (*[8]float64)(block[8*i:])
				c0 += float64(v * x[0])
				c1 += float64(v * x[1])
				c2 += float64(v * x[2])
				c3 += float64(v * x[3])
				c4 += float64(v * x[4])
				c5 += float64(v * x[5])
				c6 += float64(v * x[6])
				c7 += float64(v * x[7])
			}
			*to = [8]float64{c0, c1, c2, c3, c4, c5, c6, c7}
		}
	}
}

// mulAdd4Go adds a, 4 x inner, times a panel of 4 columns to c.
func mulAdd4Go(c []float64, ldc int, a []float64, lda int, b []float64, inner int) {
	for row := range 4 {
		to := (*[4]float64)(c[row*ldc:])
		c0, c1, c2, c3 := to[0], to[1], to[2], to[3]
		for i, v := range a[row*lda:][:inner] {
			x := (*[4]float64)(b[4*i:])
			c0 += float64(v * x[0])
			c1 += float64(v * x[1])
			c2 += float64(v * x[2])
			c3 += float64(v * x[3])
		}
		*to = [4]float64{c0, c1, c2, c3}
	}
}

// weighGo is Weigh in Go.
func weighGo(s *Sums, p, u, v []float64) {
	for i := 0; i+4 <= len(p); i += 4 {
		for lane := range 4 {
			at := p[i+lane]
			s[0][lane] += float64(at * u[i+lane])
			at = float64(at * v[i+lane])
			s[1][lane] += at
			p[i+lane] = at
		}
	}
}

// dotRowsGo is DotRows in Go.
func dotRowsGo(s *RowSums, x, a []float64, lda int) {
	for r := range Rows {
		row, sum := a[r*lda:][:len(x)], &s[r]
		for i := 0; i+4 <= len(x); i += 4 {
			v, w := (*[4]float64)(row[i:]), (*[4]float64)(x[i:])
			sum[0] += float64(v[0] * w[0])
			sum[1] += float64(v[1] * w[1])
			sum[2] += float64(v[2] * w[2])
			sum[3] += float64(v[3] * w[3])
		}
	}
}

// addRowsGo is AddRows in Go.
func addRowsGo(y []float64, factors *[Rows]float64, a []float64, lda int) {
	f, n := *factors, len(y)
	a0, a1, a2, a3 := a[:n], a[lda:][:n], a[2*lda:][:n], a[3*lda:][:n]
	for i := range y {
		y[i] += (float64(f[0]*a0[i]) + float64(f[1]*a1[i])) + (float64(f[2]*a2[i]) + float64(f[3]*a3[i]))
	}
}

// dotAddRowsGo is DotAddRows in Go.
func dotAddRowsGo(s *RowSums, x, y []float64, factors *[Rows]float64, a []float64, lda int) {
	dotRowsGo(s, x, a, lda)
	addRowsGo(y, factors, a, lda)
}

// dotGo is Dot in Go.
func dotGo(x, y []float64) float64 {
	var s [4][4]float64
	i := 0
	for ; i+16 <= len(x); i += 16 {
		v, w := (*[16]float64)(x[i:]), (*[16]float64)(y[i:])
		for part := range s {
			addProducts(&s[part], (*[4]float64)(v[4*part:]), (*[4]float64)(w[4*part:]))
		}
	}
	for ; i+4 <= len(x); i += 4 {
		addProducts(&s[0], (*[4]float64)(x[i:]), (*[4]float64)(y[i:]))
	}
	for lane := range 4 {
		s[0][lane] = (s[0][lane] + s[1][lane]) + (s[2][lane] + s[3][lane])
	}
	total := (s[0][0] + s[0][1]) + (s[0][2] + s[0][3])
	for ; i < len(x); i++ {
		total += float64(x[i] * y[i])
	}
	return total
}

func addProducts(s, v, w *[4]float64) {
	s[0] += float64(v[0] * w[0])
	s[1] += float64(v[1] * w[1])
	s[2] += float64(v[2] * w[2])
	s[3] += float64(v[3] * w[3])
}

// axpyGo is Axpy in Go.
func axpyGo(alpha float64, x, y []float64) {
	for i, v := range x {
		y[i] += float64(alpha * v)
	}
}

// mulVecAddGo is MulVecAdd in Go.
func mulVecAddGo(y []float64, alpha float64, a []float64, lda int, x []float64) {
	fours := len(x) &^ 3
	for row := 0; row < len(y); row += Rows {
		var s RowSums
		dotRowsGo(&s, x[:fours], a[row*lda:], lda)
		for r := range Rows {
			for lane, v := range a[(row+r)*lda+fours : (row+r)*lda+len(x)] {
				s[r][lane] += float64(v * x[fours+lane])
			}
			y[row+r] += float64(alpha * s.Total(r))
		}
	}
}

// mulVecTransposedAddGo is MulVecTransposedAdd in Go.
func mulVecTransposedAddGo(y []float64, alpha float64, a []float64, lda int, x []float64) {
	for row := 0; row < len(x); row += Rows {
		factors := [Rows]float64{alpha * x[row], alpha * x[row+1], alpha * x[row+2], alpha * x[row+3]}
		addRowsGo(y, &factors, a[row*lda:], lda)
	}
}

// addOuterGo is AddOuter in Go.
func addOuterGo(a []float64, lda int, alpha float64, x, y []float64) {
	for i, v := range x {
		axpyGo(float64(alpha*v), y, a[i*lda:])
	}
}
