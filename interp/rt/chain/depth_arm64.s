#include "textflag.h"

// What the runtime knows of a goroutine begins with the bounds of its stack.

// func Depth() uintptr
TEXT ·Depth(SB), NOSPLIT|NOFRAME, $0-8
	MOVD 8(g), R0
	MOVD RSP, R1
	SUB R1, R0, R0
	MOVD R0, ret+0(FP)
	RET

// func Goroutine() uintptr
TEXT ·Goroutine(SB), NOSPLIT|NOFRAME, $0-8
	MOVD g, R0
	MOVD R0, ret+0(FP)
	RET
