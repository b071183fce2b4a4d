package memory

// mostStacks holds four million interpreted calls.
const mostStacks = 3 << 30

// Stacks returns how many bytes the stacks of deep recursions may have, where an interpreter may
// have so much memory, 0 if that is not known. What the calls hold takes about as much again, and a
// runaway recursion should be found before it has filled the memory.
func Stacks(all Size) int64 {
	if all == 0 {
		return mostStacks / 4
	}
	return min(mostStacks, int64(all)/5)
}
