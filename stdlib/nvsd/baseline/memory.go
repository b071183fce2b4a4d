package baseline

import (
	"errors"
	"fmt"

	"gonum.org/v1/gonum/mat"

	"github.com/nvsd-kernel/nvsd-kernel/internal/machine"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/kern"
	"github.com/nvsd-kernel/nvsd-kernel/stdlib/nvsd/solve"
)

// checkMemory returns an error where a problem would not fit in memory: count things of a
// name, of that many bytes together.
func checkMemory(count float64, what string, bytes float64, advice string) error {
	if machine.HasRoom(bytes) {
		return nil
	}
	return fmt.Errorf("%.12g %s would take %.4g GiB of memory (the limit is %.3g): %s", count, what, bytes/(1<<30), machine.Room()/(1<<30), advice)
}

// checkOperator returns an error where the matrices of a kernel at the rows of Z would not fit in memory, before a rule
// looks for its width.
func checkOperator(k kern.Kernel, Z *mat.Dense) error {
	n, d := Z.Dims()
	err := solve.Fits(k, n, d)
	if big, is := errors.AsType[*solve.MemoryError](err); is {
		return fmt.Errorf("%w, such as by train.Sample(%d, 1), which draws rows at random; %d fit", err, big.Few(), big.Most)
	}
	return err
}
