package blas

import (
	"encoding/binary"
	"hash/fnv"
	"math"
	"os"
	"os/exec"
	"runtime"
	"testing"

	"gonum.org/v1/gonum/blas"
)

// digest has the bits of each operation's results, for sizes of which none is
// left to gonum.
func digest() uint64 {
	var impl Implementation
	numbers := func(n int) []float64 {
		v, state := make([]float64, n), uint64(1)
		for i := range v {
			state = state*6364136223846793005 + 1442695040888963407
			v[i] = float64(int64(state)) / (1 << 63)
		}
		return v
	}
	hash := fnv.New64a()
	add := func(v ...float64) {
		var bytes [8]byte
		for _, x := range v {
			binary.LittleEndian.PutUint64(bytes[:], math.Float64bits(x))
			hash.Write(bytes[:])
		}
	}
	for _, n := range []int{21, 34, 71, 131, 259} {
		a, b, x, y := numbers(n*n), numbers(n*n), numbers(n), numbers(n + 1)[1:]
		for i := range n {
			a[i*(n+1)] += float64(n)
		}
		c := numbers(n * n)
		add(impl.Ddot(n, x, 1, y, 1))
		impl.Daxpy(n, 0.3, x, 1, y, 1)
		impl.Dger(n, n, 0.3, x, 1, y, 1, b, n)
		impl.Dgemv(blas.NoTrans, n, n, 0.3, b, n, x, 1, 0.7, y, 1)
		impl.Dgemv(blas.Trans, n, n, 0.3, b, n, x, 1, 0.7, y, 1)
		add(y...)
		for _, tA := range []blas.Transpose{blas.NoTrans, blas.Trans} {
			for _, tB := range []blas.Transpose{blas.NoTrans, blas.Trans} {
				for _, size := range [][2]int{{n, n}, {n / 2, n}, {n, n / 2}} {
					impl.Dgemm(tA, tB, size[0], size[1], n, 0.3, a, n, b, n, 0.01, c, n)
					add(c...)
				}
			}
			for _, ul := range []blas.Uplo{blas.Upper, blas.Lower} {
				impl.Dsymv(ul, n, 0.3, b, n, x, 1, 0.7, y, 1)
				add(y...)
				impl.Dsyrk(ul, tA, n, n, 0.3, b, n, 0.01, c, n)
				add(c...)
				for _, s := range []blas.Side{blas.Left, blas.Right} {
					impl.Dtrsm(s, ul, tA, blas.NonUnit, n, n, 0.3, a, n, c, n)
					add(c...)
				}
			}
		}
	}
	return hash.Sum64()
}

// TestBits is the same wherever it runs.
func TestBits(t *testing.T) {
	const want = 0xcd772f2cad52e11b
	for _, processors := range []int{1, 4} {
		func() {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
			if got := digest(); got != want {
				t.Errorf("with %d processors the digest of the bits is %#x, want %#x", processors, got, uint64(want))
			}
		}()
	}
}

// TestBitsInGo is TestBits with the loops in Go.
func TestBitsInGo(t *testing.T) {
	if runtime.GOARCH != "amd64" {
		t.Skip("the loops are in Go anyway")
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(program, "-test.run=^TestBits$")
	command.Env = append(os.Environ(), "GODEBUG=cpu.avx2=off")
	if out, err := command.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
