package display

import (
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func TestLargeMatrixShowsItsCorners(t *testing.T) {
	const n = 1000
	m := mat.NewDense(n, n, nil)
	for _, i := range []int{0, n - 1} {
		for _, j := range []int{0, n - 1} {
			m.Set(i, j, float64(1+i+2*j))
		}
	}
	b := render(t, m)
	html := b.Data[MIMEHTML].(string)
	for _, want := range []string{"1000 × 1000 matrix", ">999<", ">1<", ">1000<", ">1999<", ">2998<", "…", "⋮"} {
		if !strings.Contains(html, want) {
			t.Errorf("its HTML has no %s", want)
		}
	}
	if len(html) > 50000 || len(b.Data[MIMEText].(string)) > 5000 {
		t.Errorf("it takes %d bytes of HTML and %d of text", len(html), len(b.Data[MIMEText].(string)))
	}
}
