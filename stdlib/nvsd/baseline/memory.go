package baseline

import "fmt"

// memoryOfProblem is the number of bytes that a problem may take.
const memoryOfProblem = 8 << 30

// checkMemory returns an error where a problem would not fit in memory: count things of a
// name, of that many bytes together.
func checkMemory(count float64, what string, bytes float64, advice string) error {
	if bytes <= memoryOfProblem {
		return nil
	}
	return fmt.Errorf("%.12g %s would take %.4g GiB of memory (the limit is %d): %s", count, what, bytes/(1<<30), memoryOfProblem>>30, advice)
}
