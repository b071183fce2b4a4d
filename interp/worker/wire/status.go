package wire

import "time"

// ExitedLost is the status of a child that cannot reach its supervisor though
// that is there.
const ExitedLost = 70

// LostTimeout is from the end of the connection to the end of the child, which
// writes its last words in between.
const LostTimeout = time.Second

// ExitedFatally is the status with which the runtime ends a process.
const ExitedFatally = 2
