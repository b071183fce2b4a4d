#include "textflag.h"

// func walk(pc, offset uintptr, out *uintptr, most int) int
TEXT ·walk(SB), NOSPLIT|NOFRAME, $0-40
	MOVQ pc+0(FP), AX
	MOVQ offset+8(FP), BX
	MOVQ out+16(FP), CX
	MOVQ most+24(FP), DX
	XORQ SI, SI
	MOVQ BP, DI // a frame: where that of its caller is, and where it returns to
next:
	CMPQ SI, DX
	JGE  done
	TESTQ DI, DI
	JEQ  done
	MOVQ 8(DI), R8
	MOVQ 0(DI), DI
	CMPQ R8, AX
	JNE  next
	MOVQ (DI)(BX*1), R9
	MOVQ R9, (CX)(SI*8)
	INCQ SI
	JMP  next
done:
	MOVQ SI, ret+32(FP)
	RET
