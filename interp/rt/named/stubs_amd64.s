#include "textflag.h"

// DX is the context of a function; R12 holds nothing at the start of one.
#define STUB(name, i) TEXT name(SB), NOSPLIT|NOFRAME, $0-0 \
	MOVQ ·contexts+(8*i)(SB), DX \
	MOVQ (DX), R12 \
	JMP R12

#include "stubs.h"

TEXT ·addresses(SB), NOSPLIT, $0-8
	MOVQ $·table(SB), AX
	MOVQ AX, ret+0(FP)
	RET
