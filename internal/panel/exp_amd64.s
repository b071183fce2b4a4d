//go:build !purego

#include "textflag.h"

// The numbers of expGo, four times each.
// log2 of e
DATA expNumbers<>+0(SB)/8, $0x3ff71547652b82fe
DATA expNumbers<>+8(SB)/8, $0x3ff71547652b82fe
DATA expNumbers<>+16(SB)/8, $0x3ff71547652b82fe
DATA expNumbers<>+24(SB)/8, $0x3ff71547652b82fe
// rounder
DATA expNumbers<>+32(SB)/8, $0x4338000000000000
DATA expNumbers<>+40(SB)/8, $0x4338000000000000
DATA expNumbers<>+48(SB)/8, $0x4338000000000000
DATA expNumbers<>+56(SB)/8, $0x4338000000000000
// log2Upper
DATA expNumbers<>+64(SB)/8, $0x3fe62e42fee00000
DATA expNumbers<>+72(SB)/8, $0x3fe62e42fee00000
DATA expNumbers<>+80(SB)/8, $0x3fe62e42fee00000
DATA expNumbers<>+88(SB)/8, $0x3fe62e42fee00000
// log2Lower
DATA expNumbers<>+96(SB)/8, $0x3dea39ef35793c76
DATA expNumbers<>+104(SB)/8, $0x3dea39ef35793c76
DATA expNumbers<>+112(SB)/8, $0x3dea39ef35793c76
DATA expNumbers<>+120(SB)/8, $0x3dea39ef35793c76
// leastExp
DATA expNumbers<>+128(SB)/8, $0xc086200000000000
DATA expNumbers<>+136(SB)/8, $0xc086200000000000
DATA expNumbers<>+144(SB)/8, $0xc086200000000000
DATA expNumbers<>+152(SB)/8, $0xc086200000000000
// 1/13!
DATA expNumbers<>+160(SB)/8, $0x3de6124613a86d09
DATA expNumbers<>+168(SB)/8, $0x3de6124613a86d09
DATA expNumbers<>+176(SB)/8, $0x3de6124613a86d09
DATA expNumbers<>+184(SB)/8, $0x3de6124613a86d09
// 1/12!
DATA expNumbers<>+192(SB)/8, $0x3e21eed8eff8d898
DATA expNumbers<>+200(SB)/8, $0x3e21eed8eff8d898
DATA expNumbers<>+208(SB)/8, $0x3e21eed8eff8d898
DATA expNumbers<>+216(SB)/8, $0x3e21eed8eff8d898
// 1/11!
DATA expNumbers<>+224(SB)/8, $0x3e5ae64567f544e4
DATA expNumbers<>+232(SB)/8, $0x3e5ae64567f544e4
DATA expNumbers<>+240(SB)/8, $0x3e5ae64567f544e4
DATA expNumbers<>+248(SB)/8, $0x3e5ae64567f544e4
// 1/10!
DATA expNumbers<>+256(SB)/8, $0x3e927e4fb7789f5c
DATA expNumbers<>+264(SB)/8, $0x3e927e4fb7789f5c
DATA expNumbers<>+272(SB)/8, $0x3e927e4fb7789f5c
DATA expNumbers<>+280(SB)/8, $0x3e927e4fb7789f5c
// 1/9!
DATA expNumbers<>+288(SB)/8, $0x3ec71de3a556c734
DATA expNumbers<>+296(SB)/8, $0x3ec71de3a556c734
DATA expNumbers<>+304(SB)/8, $0x3ec71de3a556c734
DATA expNumbers<>+312(SB)/8, $0x3ec71de3a556c734
// 1/8!
DATA expNumbers<>+320(SB)/8, $0x3efa01a01a01a01a
DATA expNumbers<>+328(SB)/8, $0x3efa01a01a01a01a
DATA expNumbers<>+336(SB)/8, $0x3efa01a01a01a01a
DATA expNumbers<>+344(SB)/8, $0x3efa01a01a01a01a
// 1/7!
DATA expNumbers<>+352(SB)/8, $0x3f2a01a01a01a01a
DATA expNumbers<>+360(SB)/8, $0x3f2a01a01a01a01a
DATA expNumbers<>+368(SB)/8, $0x3f2a01a01a01a01a
DATA expNumbers<>+376(SB)/8, $0x3f2a01a01a01a01a
// 1/6!
DATA expNumbers<>+384(SB)/8, $0x3f56c16c16c16c17
DATA expNumbers<>+392(SB)/8, $0x3f56c16c16c16c17
DATA expNumbers<>+400(SB)/8, $0x3f56c16c16c16c17
DATA expNumbers<>+408(SB)/8, $0x3f56c16c16c16c17
// 1/5!
DATA expNumbers<>+416(SB)/8, $0x3f81111111111111
DATA expNumbers<>+424(SB)/8, $0x3f81111111111111
DATA expNumbers<>+432(SB)/8, $0x3f81111111111111
DATA expNumbers<>+440(SB)/8, $0x3f81111111111111
// 1/4!
DATA expNumbers<>+448(SB)/8, $0x3fa5555555555555
DATA expNumbers<>+456(SB)/8, $0x3fa5555555555555
DATA expNumbers<>+464(SB)/8, $0x3fa5555555555555
DATA expNumbers<>+472(SB)/8, $0x3fa5555555555555
// 1/3!
DATA expNumbers<>+480(SB)/8, $0x3fc5555555555555
DATA expNumbers<>+488(SB)/8, $0x3fc5555555555555
DATA expNumbers<>+496(SB)/8, $0x3fc5555555555555
DATA expNumbers<>+504(SB)/8, $0x3fc5555555555555
// 1/2!
DATA expNumbers<>+512(SB)/8, $0x3fe0000000000000
DATA expNumbers<>+520(SB)/8, $0x3fe0000000000000
DATA expNumbers<>+528(SB)/8, $0x3fe0000000000000
DATA expNumbers<>+536(SB)/8, $0x3fe0000000000000
// 1
DATA expNumbers<>+544(SB)/8, $0x3ff0000000000000
DATA expNumbers<>+552(SB)/8, $0x3ff0000000000000
DATA expNumbers<>+560(SB)/8, $0x3ff0000000000000
DATA expNumbers<>+568(SB)/8, $0x3ff0000000000000
GLOBL expNumbers<>(SB), RODATA, $576

// func expAVX2(dst, x *float64, n int)
//
// Y8 to Y12: log2 of e, rounder, log2Upper, log2Lower, leastExp. Y0: x. Y1: shifted. Y2: k. Y4: r. Y5: q
// and what is made of it. Each multiplication and each addition is rounded, as in expGo.
TEXT ·expAVX2(SB), NOSPLIT, $0-24
	MOVQ    dst+0(FP), DI
	MOVQ    x+8(FP), SI
	MOVQ    n+16(FP), CX
	LEAQ    expNumbers<>(SB), AX
	VMOVUPD (AX), Y8
	VMOVUPD 32(AX), Y9
	VMOVUPD 64(AX), Y10
	VMOVUPD 96(AX), Y11
	VMOVUPD 128(AX), Y12

exp4:
	VMOVUPD (SI), Y0
	VMULPD  Y8, Y0, Y1
	VADDPD  Y9, Y1, Y1
	VSUBPD  Y9, Y1, Y2
	VMULPD  Y10, Y2, Y3
	VSUBPD  Y3, Y0, Y4
	VMULPD  Y11, Y2, Y3
	VSUBPD  Y3, Y4, Y4
	VMULPD  160(AX), Y4, Y5
	VADDPD  192(AX), Y5, Y5
	VMULPD  Y4, Y5, Y5
	VADDPD  224(AX), Y5, Y5
	VMULPD  Y4, Y5, Y5
	VADDPD  256(AX), Y5, Y5
	VMULPD  Y4, Y5, Y5
	VADDPD  288(AX), Y5, Y5
	VMULPD  Y4, Y5, Y5
	VADDPD  320(AX), Y5, Y5
	VMULPD  Y4, Y5, Y5
	VADDPD  352(AX), Y5, Y5
	VMULPD  Y4, Y5, Y5
	VADDPD  384(AX), Y5, Y5
	VMULPD  Y4, Y5, Y5
	VADDPD  416(AX), Y5, Y5
	VMULPD  Y4, Y5, Y5
	VADDPD  448(AX), Y5, Y5
	VMULPD  Y4, Y5, Y5
	VADDPD  480(AX), Y5, Y5
	VMULPD  Y4, Y5, Y5
	VADDPD  512(AX), Y5, Y5
	VMULPD  Y4, Y4, Y6
	VMULPD  Y6, Y5, Y5
	VADDPD  Y4, Y5, Y5
	VADDPD  544(AX), Y5, Y5
	VPSLLQ  $52, Y1, Y1
	VPADDQ  544(AX), Y1, Y1
	VMULPD  Y1, Y5, Y5
	VCMPPD  $1, Y12, Y0, Y7
	VANDNPD Y5, Y7, Y5
	VMOVUPD Y5, (DI)
	ADDQ    $32, SI
	ADDQ    $32, DI
	SUBQ    $4, CX
	JNZ     exp4
	VZEROUPPER
	RET
