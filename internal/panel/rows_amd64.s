//go:build !purego

#include "textflag.h"

// In all of these SI, R9, R10 and R11 point to the four rows of a, and DX counts
// the columns that are done.

// func dotRowsAVX2(s *RowSums, x, a *float64, lda, n int)
//
// Y0 to Y3: the sums.
TEXT ·dotRowsAVX2(SB), NOSPLIT, $0-40
	MOVQ    s+0(FP), DI
	MOVQ    x+8(FP), AX
	MOVQ    a+16(FP), SI
	MOVQ    lda+24(FP), R8
	MOVQ    n+32(FP), CX
	LEAQ    (SI)(R8*8), R9
	LEAQ    (R9)(R8*8), R10
	LEAQ    (R10)(R8*8), R11
	VMOVUPD (DI), Y0
	VMOVUPD 32(DI), Y1
	VMOVUPD 64(DI), Y2
	VMOVUPD 96(DI), Y3
	XORQ    DX, DX

dot4:
	VMOVUPD (AX)(DX*8), Y8
	VMULPD  (SI)(DX*8), Y8, Y4
	VMULPD  (R9)(DX*8), Y8, Y5
	VMULPD  (R10)(DX*8), Y8, Y6
	VMULPD  (R11)(DX*8), Y8, Y7
	VADDPD  Y4, Y0, Y0
	VADDPD  Y5, Y1, Y1
	VADDPD  Y6, Y2, Y2
	VADDPD  Y7, Y3, Y3
	ADDQ    $4, DX
	CMPQ    DX, CX
	JLT     dot4

	VMOVUPD Y0, (DI)
	VMOVUPD Y1, 32(DI)
	VMOVUPD Y2, 64(DI)
	VMOVUPD Y3, 96(DI)
	VZEROUPPER
	RET

// func addRowsAVX2(y *float64, factors *[Rows]float64, a *float64, lda, n int)
//
// Y12 to Y15: the factors, each four times.
TEXT ·addRowsAVX2(SB), NOSPLIT, $0-40
	MOVQ         y+0(FP), BX
	MOVQ         factors+8(FP), AX
	MOVQ         a+16(FP), SI
	MOVQ         lda+24(FP), R8
	MOVQ         n+32(FP), CX
	LEAQ         (SI)(R8*8), R9
	LEAQ         (R9)(R8*8), R10
	LEAQ         (R10)(R8*8), R11
	VBROADCASTSD (AX), Y12
	VBROADCASTSD 8(AX), Y13
	VBROADCASTSD 16(AX), Y14
	VBROADCASTSD 24(AX), Y15
	XORQ         DX, DX

add4:
	VMULPD  (SI)(DX*8), Y12, Y4
	VMULPD  (R9)(DX*8), Y13, Y5
	VMULPD  (R10)(DX*8), Y14, Y6
	VMULPD  (R11)(DX*8), Y15, Y7
	VADDPD  Y5, Y4, Y4
	VADDPD  Y7, Y6, Y6
	VADDPD  Y6, Y4, Y4
	VADDPD  (BX)(DX*8), Y4, Y4
	VMOVUPD Y4, (BX)(DX*8)
	ADDQ    $4, DX
	CMPQ    DX, CX
	JLT     add4

	VZEROUPPER
	RET

// func dotAddRowsAVX2(s *RowSums, x, y *float64, factors *[Rows]float64, a *float64, lda, n int)
//
// Y0 to Y3: the sums. Y4 to Y7: the rows of a. Y12 to Y15: the factors.
TEXT ·dotAddRowsAVX2(SB), NOSPLIT, $0-56
	MOVQ         s+0(FP), DI
	MOVQ         x+8(FP), R12
	MOVQ         y+16(FP), BX
	MOVQ         factors+24(FP), AX
	MOVQ         a+32(FP), SI
	MOVQ         lda+40(FP), R8
	MOVQ         n+48(FP), CX
	LEAQ         (SI)(R8*8), R9
	LEAQ         (R9)(R8*8), R10
	LEAQ         (R10)(R8*8), R11
	VMOVUPD      (DI), Y0
	VMOVUPD      32(DI), Y1
	VMOVUPD      64(DI), Y2
	VMOVUPD      96(DI), Y3
	VBROADCASTSD (AX), Y12
	VBROADCASTSD 8(AX), Y13
	VBROADCASTSD 16(AX), Y14
	VBROADCASTSD 24(AX), Y15
	XORQ         DX, DX

both4:
	VMOVUPD (R12)(DX*8), Y8
	VMOVUPD (SI)(DX*8), Y4
	VMOVUPD (R9)(DX*8), Y5
	VMOVUPD (R10)(DX*8), Y6
	VMOVUPD (R11)(DX*8), Y7
	VMULPD  Y4, Y8, Y9
	VMULPD  Y5, Y8, Y10
	VADDPD  Y9, Y0, Y0
	VADDPD  Y10, Y1, Y1
	VMULPD  Y6, Y8, Y9
	VMULPD  Y7, Y8, Y10
	VADDPD  Y9, Y2, Y2
	VADDPD  Y10, Y3, Y3
	VMULPD  Y4, Y12, Y4
	VMULPD  Y5, Y13, Y5
	VMULPD  Y6, Y14, Y6
	VMULPD  Y7, Y15, Y7
	VADDPD  Y5, Y4, Y4
	VADDPD  Y7, Y6, Y6
	VADDPD  Y6, Y4, Y4
	VADDPD  (BX)(DX*8), Y4, Y4
	VMOVUPD Y4, (BX)(DX*8)
	ADDQ    $4, DX
	CMPQ    DX, CX
	JLT     both4

	VMOVUPD Y0, (DI)
	VMOVUPD Y1, 32(DI)
	VMOVUPD Y2, 64(DI)
	VMOVUPD Y3, 96(DI)
	VZEROUPPER
	RET
