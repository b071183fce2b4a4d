//go:build !purego

#include "textflag.h"

// func mulAdd8AVX2(c *float64, ldc int, a *float64, lda int, b *float64, skip, inner, panels int)
//
// Y0 to Y7: 4 x 8 entries of c. Y8, Y9: a row of b. Y10, Y13: an entry of a,
// four times. A multiplication and an addition instead of one fused instruction,
// because Go's float64(x*y) + z rounds twice.
TEXT ·mulAdd8AVX2(SB), NOSPLIT, $0-64
	MOVQ c+0(FP), DI
	MOVQ ldc+8(FP), R8
	MOVQ a+16(FP), SI
	MOVQ lda+24(FP), R9
	MOVQ b+32(FP), BX
	MOVQ skip+40(FP), R10
	MOVQ inner+48(FP), CX
	MOVQ panels+56(FP), DX
	SHLQ $3, R8             // bytes from here on
	SHLQ $3, R9
	SHLQ $3, R10
	LEAQ (R8)(R8*2), R11    // three rows of c
	LEAQ (R9)(R9*2), R12    // three rows of a

panel8:
	VMOVUPD (DI), Y0
	VMOVUPD 32(DI), Y1
	VMOVUPD (DI)(R8*1), Y2
	VMOVUPD 32(DI)(R8*1), Y3
	VMOVUPD (DI)(R8*2), Y4
	VMOVUPD 32(DI)(R8*2), Y5
	VMOVUPD (DI)(R11*1), Y6
	VMOVUPD 32(DI)(R11*1), Y7
	MOVQ    SI, AX
	MOVQ    CX, R13

inner8:
	VMOVUPD      (BX), Y8
	VMOVUPD      32(BX), Y9
	VBROADCASTSD (AX), Y10
	VBROADCASTSD (AX)(R9*1), Y13
	VMULPD       Y8, Y10, Y11
	VMULPD       Y9, Y10, Y12
	VMULPD       Y8, Y13, Y14
	VMULPD       Y9, Y13, Y15
	VADDPD       Y11, Y0, Y0
	VADDPD       Y12, Y1, Y1
	VADDPD       Y14, Y2, Y2
	VADDPD       Y15, Y3, Y3
	VBROADCASTSD (AX)(R9*2), Y10
	VBROADCASTSD (AX)(R12*1), Y13
	VMULPD       Y8, Y10, Y11
	VMULPD       Y9, Y10, Y12
	VMULPD       Y8, Y13, Y14
	VMULPD       Y9, Y13, Y15
	VADDPD       Y11, Y4, Y4
	VADDPD       Y12, Y5, Y5
	VADDPD       Y14, Y6, Y6
	VADDPD       Y15, Y7, Y7
	ADDQ         $8, AX
	ADDQ         $64, BX
	DECQ         R13
	JNZ          inner8

	VMOVUPD Y0, (DI)
	VMOVUPD Y1, 32(DI)
	VMOVUPD Y2, (DI)(R8*1)
	VMOVUPD Y3, 32(DI)(R8*1)
	VMOVUPD Y4, (DI)(R8*2)
	VMOVUPD Y5, 32(DI)(R8*2)
	VMOVUPD Y6, (DI)(R11*1)
	VMOVUPD Y7, 32(DI)(R11*1)
	ADDQ    $64, DI
	ADDQ    R10, BX
	DECQ    DX
	JNZ     panel8
	VZEROUPPER
	RET

// func mulAdd4AVX2(c *float64, ldc int, a *float64, lda int, b *float64, inner int)
//
// Y0 to Y3: 4 x 4 entries of c. Y4: a row of b.
TEXT ·mulAdd4AVX2(SB), NOSPLIT, $0-48
	MOVQ    c+0(FP), DI
	MOVQ    ldc+8(FP), R8
	MOVQ    a+16(FP), SI
	MOVQ    lda+24(FP), R9
	MOVQ    b+32(FP), BX
	MOVQ    inner+40(FP), CX
	SHLQ    $3, R8
	SHLQ    $3, R9
	LEAQ    (R8)(R8*2), R11
	LEAQ    (R9)(R9*2), R12
	VMOVUPD (DI), Y0
	VMOVUPD (DI)(R8*1), Y1
	VMOVUPD (DI)(R8*2), Y2
	VMOVUPD (DI)(R11*1), Y3

inner4:
	VMOVUPD      (BX), Y4
	VBROADCASTSD (SI), Y5
	VBROADCASTSD (SI)(R9*1), Y6
	VBROADCASTSD (SI)(R9*2), Y7
	VBROADCASTSD (SI)(R12*1), Y8
	VMULPD       Y4, Y5, Y5
	VMULPD       Y4, Y6, Y6
	VMULPD       Y4, Y7, Y7
	VMULPD       Y4, Y8, Y8
	VADDPD       Y5, Y0, Y0
	VADDPD       Y6, Y1, Y1
	VADDPD       Y7, Y2, Y2
	VADDPD       Y8, Y3, Y3
	ADDQ         $8, SI
	ADDQ         $32, BX
	DECQ         CX
	JNZ          inner4

	VMOVUPD Y0, (DI)
	VMOVUPD Y1, (DI)(R8*1)
	VMOVUPD Y2, (DI)(R8*2)
	VMOVUPD Y3, (DI)(R11*1)
	VZEROUPPER
	RET

// func weighAVX2(s *Sums, p, u, v *float64, n int)
//
// Y0, Y1: the lanes of the two sums.
TEXT ·weighAVX2(SB), NOSPLIT, $0-40
	MOVQ    s+0(FP), DI
	MOVQ    p+8(FP), SI
	MOVQ    u+16(FP), AX
	MOVQ    v+24(FP), BX
	MOVQ    n+32(FP), CX
	VMOVUPD (DI), Y0
	VMOVUPD 32(DI), Y1
	XORQ    DX, DX

four:
	VMOVUPD (SI)(DX*8), Y2
	VMULPD  (AX)(DX*8), Y2, Y3
	VMULPD  (BX)(DX*8), Y2, Y2
	VADDPD  Y3, Y0, Y0
	VADDPD  Y2, Y1, Y1
	VMOVUPD Y2, (SI)(DX*8)
	ADDQ    $4, DX
	CMPQ    DX, CX
	JLT     four

	VMOVUPD Y0, (DI)
	VMOVUPD Y1, 32(DI)
	VZEROUPPER
	RET
