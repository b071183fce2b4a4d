#include "textflag.h"

// What the runtime knows of a goroutine begins with the bounds of its stack.

// func Depth() uintptr
TEXT ·Depth(SB), NOSPLIT|NOFRAME, $0-8
	MOVQ (TLS), AX
	MOVQ 8(AX), AX
	SUBQ SP, AX
	MOVQ AX, ret+0(FP)
	RET

// func Goroutine() uintptr
TEXT ·Goroutine(SB), NOSPLIT|NOFRAME, $0-8
	MOVQ (TLS), AX
	MOVQ AX, ret+0(FP)
	RET
