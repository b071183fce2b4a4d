//go:build !purego

#include "textflag.h"

// In all of these SI points to a row of a, R9, R10 and R11 to the next three, R8 is the number
// of bytes between two, DX counts the columns that are done, and BX is n rounded
// down to a multiple of 4. Y15 masks the columns that are left then. What it
// masks is read as 0, which changes no sum.

DATA masks<>+0(SB)/8, $-1
DATA masks<>+8(SB)/8, $-1
DATA masks<>+16(SB)/8, $-1
DATA masks<>+24(SB)/8, $0
DATA masks<>+32(SB)/8, $0
DATA masks<>+40(SB)/8, $0
DATA masks<>+48(SB)/8, $0
GLOBL masks<>(SB), RODATA|NOPTR, $56

// func mulVecAddAVX2(y *float64, alpha float64, a *float64, lda int, x *float64, n, strips int)
//
// Y0 to Y3: the sums of four rows. Y14: alpha, four times.
TEXT ·mulVecAddAVX2(SB), NOSPLIT, $0-56
	MOVQ         y+0(FP), DI
	VBROADCASTSD alpha+8(FP), Y14
	MOVQ         a+16(FP), SI
	MOVQ         lda+24(FP), R8
	MOVQ         x+32(FP), R12
	MOVQ         n+40(FP), CX
	MOVQ         strips+48(FP), R13
	SHLQ         $3, R8
	MOVQ         CX, BX
	ANDQ         $~3, BX
	SUBQ         BX, CX
	LEAQ         masks<>+24(SB), AX
	MOVQ         CX, DX
	SHLQ         $3, DX
	SUBQ         DX, AX
	VMOVUPD      (AX), Y15

strip:
	LEAQ   (SI)(R8*1), R9
	LEAQ   (SI)(R8*2), R10
	LEAQ   (R9)(R8*2), R11
	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	VXORPD Y2, Y2, Y2
	VXORPD Y3, Y3, Y3
	XORQ   DX, DX
	CMPQ   DX, BX
	JGE    rest

columns4:
	VMOVUPD (R12)(DX*8), Y8
	VMULPD  (SI)(DX*8), Y8, Y4
	VMULPD  (R9)(DX*8), Y8, Y5
	VMULPD  (R10)(DX*8), Y8, Y6
	VMULPD  (R11)(DX*8), Y8, Y7
	VADDPD  Y4, Y0, Y0
	VADDPD  Y5, Y1, Y1
	VADDPD  Y6, Y2, Y2
	VADDPD  Y7, Y3, Y3
	ADDQ    $4, DX
	CMPQ    DX, BX
	JLT     columns4

rest:
	TESTQ      CX, CX
	JEQ        total
	VMASKMOVPD (R12)(DX*8), Y15, Y8
	VMASKMOVPD (SI)(DX*8), Y15, Y4
	VMASKMOVPD (R9)(DX*8), Y15, Y5
	VMASKMOVPD (R10)(DX*8), Y15, Y6
	VMASKMOVPD (R11)(DX*8), Y15, Y7
	VMULPD     Y4, Y8, Y4
	VMULPD     Y5, Y8, Y5
	VMULPD     Y6, Y8, Y6
	VMULPD     Y7, Y8, Y7
	VADDPD     Y4, Y0, Y0
	VADDPD     Y5, Y1, Y1
	VADDPD     Y6, Y2, Y2
	VADDPD     Y7, Y3, Y3

total:
	VHADDPD    Y1, Y0, Y0          // lanes 0+1 of two rows, then lanes 2+3
	VHADDPD    Y3, Y2, Y2
	VPERM2F128 $0x20, Y2, Y0, Y4   // lanes 0+1 of the four rows
	VPERM2F128 $0x31, Y2, Y0, Y5   // lanes 2+3
	VADDPD     Y5, Y4, Y4
	VMULPD     Y4, Y14, Y4
	VADDPD     (DI), Y4, Y4
	VMOVUPD    Y4, (DI)
	ADDQ       $32, DI
	LEAQ       (SI)(R8*4), SI
	DECQ       R13
	JNZ        strip
	VZEROUPPER
	RET

// func mulVecTransposedAddAVX2(y *float64, alpha float64, a *float64, lda int, x *float64, n, strips int)
//
// Y10 to Y13: the factors of four rows, each four times. Y14: alpha.
TEXT ·mulVecTransposedAddAVX2(SB), NOSPLIT, $0-56
	MOVQ         y+0(FP), DI
	VBROADCASTSD alpha+8(FP), Y14
	MOVQ         a+16(FP), SI
	MOVQ         lda+24(FP), R8
	MOVQ         x+32(FP), R12
	MOVQ         n+40(FP), CX
	MOVQ         strips+48(FP), R13
	SHLQ         $3, R8
	MOVQ         CX, BX
	ANDQ         $~3, BX
	SUBQ         BX, CX
	LEAQ         masks<>+24(SB), AX
	MOVQ         CX, DX
	SHLQ         $3, DX
	SUBQ         DX, AX
	VMOVUPD      (AX), Y15

strip:
	LEAQ         (SI)(R8*1), R9
	LEAQ         (SI)(R8*2), R10
	LEAQ         (R9)(R8*2), R11
	VBROADCASTSD (R12), Y10
	VBROADCASTSD 8(R12), Y11
	VBROADCASTSD 16(R12), Y12
	VBROADCASTSD 24(R12), Y13
	VMULPD       Y10, Y14, Y10
	VMULPD       Y11, Y14, Y11
	VMULPD       Y12, Y14, Y12
	VMULPD       Y13, Y14, Y13
	XORQ         DX, DX
	CMPQ         DX, BX
	JGE          rest

columns4:
	VMULPD  (SI)(DX*8), Y10, Y4
	VMULPD  (R9)(DX*8), Y11, Y5
	VMULPD  (R10)(DX*8), Y12, Y6
	VMULPD  (R11)(DX*8), Y13, Y7
	VADDPD  Y5, Y4, Y4
	VADDPD  Y7, Y6, Y6
	VADDPD  Y6, Y4, Y4
	VADDPD  (DI)(DX*8), Y4, Y4
	VMOVUPD Y4, (DI)(DX*8)
	ADDQ    $4, DX
	CMPQ    DX, BX
	JLT     columns4

rest:
	TESTQ      CX, CX
	JEQ        next
	VMASKMOVPD (SI)(DX*8), Y15, Y4
	VMASKMOVPD (R9)(DX*8), Y15, Y5
	VMASKMOVPD (R10)(DX*8), Y15, Y6
	VMASKMOVPD (R11)(DX*8), Y15, Y7
	VMASKMOVPD (DI)(DX*8), Y15, Y8
	VMULPD     Y4, Y10, Y4
	VMULPD     Y5, Y11, Y5
	VMULPD     Y6, Y12, Y6
	VMULPD     Y7, Y13, Y7
	VADDPD     Y5, Y4, Y4
	VADDPD     Y7, Y6, Y6
	VADDPD     Y6, Y4, Y4
	VADDPD     Y8, Y4, Y4
	VMASKMOVPD Y4, Y15, (DI)(DX*8)

next:
	ADDQ $32, R12
	LEAQ (SI)(R8*4), SI
	DECQ R13
	JNZ  strip
	VZEROUPPER
	RET

// func addOuterAVX2(a *float64, lda int, alpha float64, x, y *float64, m, n int)
//
// Y10: the factor of a row, four times. Y14: alpha.
TEXT ·addOuterAVX2(SB), NOSPLIT, $0-56
	MOVQ         a+0(FP), SI
	MOVQ         lda+8(FP), R8
	VBROADCASTSD alpha+16(FP), Y14
	MOVQ         x+24(FP), R12
	MOVQ         y+32(FP), DI
	MOVQ         m+40(FP), R13
	MOVQ         n+48(FP), CX
	SHLQ         $3, R8
	MOVQ         CX, BX
	ANDQ         $~3, BX
	SUBQ         BX, CX
	LEAQ         masks<>+24(SB), AX
	MOVQ         CX, DX
	SHLQ         $3, DX
	SUBQ         DX, AX
	VMOVUPD      (AX), Y15
	MOVQ         BX, AX
	ANDQ         $~7, AX

row:
	VBROADCASTSD (R12), Y10
	VMULPD       Y10, Y14, Y10
	XORQ         DX, DX
	CMPQ         DX, AX
	JGE          fours

columns8:
	VMULPD  (DI)(DX*8), Y10, Y4
	VMULPD  32(DI)(DX*8), Y10, Y5
	VADDPD  (SI)(DX*8), Y4, Y4
	VADDPD  32(SI)(DX*8), Y5, Y5
	VMOVUPD Y4, (SI)(DX*8)
	VMOVUPD Y5, 32(SI)(DX*8)
	ADDQ    $8, DX
	CMPQ    DX, AX
	JLT     columns8

fours:
	CMPQ    DX, BX
	JGE     rest
	VMULPD  (DI)(DX*8), Y10, Y4
	VADDPD  (SI)(DX*8), Y4, Y4
	VMOVUPD Y4, (SI)(DX*8)
	ADDQ    $4, DX

rest:
	TESTQ      CX, CX
	JEQ        next
	VMASKMOVPD (DI)(DX*8), Y15, Y4
	VMASKMOVPD (SI)(DX*8), Y15, Y5
	VMULPD     Y4, Y10, Y4
	VADDPD     Y5, Y4, Y4
	VMASKMOVPD Y4, Y15, (SI)(DX*8)

next:
	ADDQ $8, R12
	ADDQ R8, SI
	DECQ R13
	JNZ  row
	VZEROUPPER
	RET
