package wire

import "github.com/nvsd-kernel/nvsd-kernel/interp/memory"

// Wall is the amount of memory that a child may have mapped, touched or not, for a limit on
// the memory that it holds. With Go's heap that is up to twice what is held, and some for
// what an idle child maps. The system refuses what is asked for beyond the wall, where the
// child can tell it to. But it does not count what is mapped over a reservation, as Go's heap
// is: one request may pass the wall, and only the next is refused. So the supervisor looks
// too.
func Wall(limit memory.Size) int64 { return int64(limit)*3/2 + 256<<20 }
