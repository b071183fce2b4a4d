//go:build !purego

#include "textflag.h"

// In both of these SI and DI point to x and y, DX counts the entries that are
// done, and CX is n; AX and BX are where the loops of 16 and of 4 end.

// func dotAVX2(x, y *float64, n int) float64
//
// Y0 to Y3: the sums.
TEXT ·dotAVX2(SB), NOSPLIT, $0-32
	MOVQ   x+0(FP), SI
	MOVQ   y+8(FP), DI
	MOVQ   n+16(FP), CX
	MOVQ   CX, AX
	MOVQ   CX, BX
	ANDQ   $~15, AX
	ANDQ   $~3, BX
	XORQ   DX, DX
	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	VXORPD Y2, Y2, Y2
	VXORPD Y3, Y3, Y3
	CMPQ   DX, AX
	JGE    dotFours

dot16:
	VMOVUPD (SI)(DX*8), Y4
	VMOVUPD 32(SI)(DX*8), Y5
	VMOVUPD 64(SI)(DX*8), Y6
	VMOVUPD 96(SI)(DX*8), Y7
	VMULPD  (DI)(DX*8), Y4, Y4
	VMULPD  32(DI)(DX*8), Y5, Y5
	VMULPD  64(DI)(DX*8), Y6, Y6
	VMULPD  96(DI)(DX*8), Y7, Y7
	VADDPD  Y4, Y0, Y0
	VADDPD  Y5, Y1, Y1
	VADDPD  Y6, Y2, Y2
	VADDPD  Y7, Y3, Y3
	ADDQ    $16, DX
	CMPQ    DX, AX
	JLT     dot16

dotFours:
	CMPQ DX, BX
	JGE  dotTotal

dot4:
	VMOVUPD (SI)(DX*8), Y4
	VMULPD  (DI)(DX*8), Y4, Y4
	VADDPD  Y4, Y0, Y0
	ADDQ    $4, DX
	CMPQ    DX, BX
	JLT     dot4

dotTotal:
	VADDPD       Y1, Y0, Y0
	VADDPD       Y3, Y2, Y2
	VADDPD       Y2, Y0, Y0
	VHADDPD      Y0, Y0, Y0
	VEXTRACTF128 $1, Y0, X1
	VADDSD       X1, X0, X0
	CMPQ         DX, CX
	JGE          dotDone

dot1:
	VMOVSD (SI)(DX*8), X4
	VMULSD (DI)(DX*8), X4, X4
	VADDSD X4, X0, X0
	INCQ   DX
	CMPQ   DX, CX
	JLT    dot1

dotDone:
	VMOVSD X0, ret+24(FP)
	VZEROUPPER
	RET

// func axpyAVX2(alpha float64, x, y *float64, n int)
//
// Y0: alpha, four times.
TEXT ·axpyAVX2(SB), NOSPLIT, $0-32
	VBROADCASTSD alpha+0(FP), Y0
	MOVQ         x+8(FP), SI
	MOVQ         y+16(FP), DI
	MOVQ         n+24(FP), CX
	MOVQ         CX, AX
	MOVQ         CX, BX
	ANDQ         $~15, AX
	ANDQ         $~3, BX
	XORQ         DX, DX
	CMPQ         DX, AX
	JGE          axpyFours

axpy16:
	VMULPD  (SI)(DX*8), Y0, Y4
	VMULPD  32(SI)(DX*8), Y0, Y5
	VMULPD  64(SI)(DX*8), Y0, Y6
	VMULPD  96(SI)(DX*8), Y0, Y7
	VADDPD  (DI)(DX*8), Y4, Y4
	VADDPD  32(DI)(DX*8), Y5, Y5
	VADDPD  64(DI)(DX*8), Y6, Y6
	VADDPD  96(DI)(DX*8), Y7, Y7
	VMOVUPD Y4, (DI)(DX*8)
	VMOVUPD Y5, 32(DI)(DX*8)
	VMOVUPD Y6, 64(DI)(DX*8)
	VMOVUPD Y7, 96(DI)(DX*8)
	ADDQ    $16, DX
	CMPQ    DX, AX
	JLT     axpy16

axpyFours:
	CMPQ DX, BX
	JGE  axpyOnes

axpy4:
	VMULPD  (SI)(DX*8), Y0, Y4
	VADDPD  (DI)(DX*8), Y4, Y4
	VMOVUPD Y4, (DI)(DX*8)
	ADDQ    $4, DX
	CMPQ    DX, BX
	JLT     axpy4

axpyOnes:
	CMPQ DX, CX
	JGE  axpyDone

axpy1:
	VMULSD (SI)(DX*8), X0, X4
	VADDSD (DI)(DX*8), X4, X4
	VMOVSD X4, (DI)(DX*8)
	INCQ   DX
	CMPQ   DX, CX
	JLT    axpy1

axpyDone:
	VZEROUPPER
	RET
