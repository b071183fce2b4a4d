#include "textflag.h"

// func walk(pc, offset uintptr, out *uintptr, most int) int
TEXT ·walk(SB), NOSPLIT|NOFRAME, $0-40
	MOVD pc+0(FP), R0
	MOVD offset+8(FP), R1
	MOVD out+16(FP), R2
	MOVD most+24(FP), R3
	MOVD $0, R4
	MOVD R29, R5 // a frame: where that of its caller is, and where it returns to
next:
	CMP R3, R4
	BGE done
	CBZ R5, done
	MOVD 8(R5), R6
	MOVD 0(R5), R5
	CMP R0, R6
	BNE next
	ADD R1, R5, R7
	MOVD (R7), R8
	MOVD R8, (R2)
	ADD $8, R2
	ADD $1, R4
	JMP next
done:
	MOVD R4, ret+32(FP)
	RET
