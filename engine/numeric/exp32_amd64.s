#include "textflag.h"

// func expFours(dst, x *float32, n int, table *[15][4]float32)
TEXT ·expFours(SB), NOSPLIT, $0-32
	MOVQ dst+0(FP), DI
	MOVQ x+8(FP), SI
	MOVQ n+16(FP), CX
	MOVQ table+24(FP), R10
	MOVUPS 32(R10), X15  // log2(e)
	MOVUPS 48(R10), X14  // rounds to an integer
	MOVUPS 64(R10), X13  // ln 2, high part
	MOVUPS 80(R10), X12  // and low part
	MOVUPS 96(R10), X11  // the polynomial
	MOVUPS 112(R10), X10
	MOVUPS 128(R10), X9
	MOVUPS 144(R10), X8
	MOVUPS 160(R10), X7
	MOVUPS 176(R10), X6
	XORQ AX, AX

loop:
	MOVUPS (SI)(AX*4), X0
	MOVAPS X0, X5
	MOVUPS 0(R10), X4
	MAXPS  X4, X0
	MOVUPS 16(R10), X4
	MINPS  X4, X0

	// n = round(x log2(e)), r = x - n ln 2
	MOVAPS X0, X1
	MULPS  X15, X1
	ADDPS  X14, X1
	SUBPS  X14, X1
	MOVAPS X1, X2
	MULPS  X13, X2
	SUBPS  X2, X0
	MOVAPS X1, X2
	MULPS  X12, X2
	SUBPS  X2, X0

	// p = e**r
	MOVAPS X11, X2
	MULPS  X0, X2
	ADDPS  X10, X2
	MULPS  X0, X2
	ADDPS  X9, X2
	MULPS  X0, X2
	ADDPS  X8, X2
	MULPS  X0, X2
	ADDPS  X7, X2
	MULPS  X0, X2
	ADDPS  X6, X2
	MULPS  X0, X2
	MULPS  X0, X2
	ADDPS  X0, X2
	MOVUPS 192(R10), X4
	ADDPS  X4, X2

	// times 2**n
	CVTPS2PL X1, X1
	MOVUPS   208(R10), X4
	PADDL    X4, X1
	PSLLL    $23, X1
	MULPS    X1, X2

	// 0 below the least x, infinity above the most; 2 compares least <= x, and x <= most.
	MOVUPS 0(R10), X4
	CMPPS  X5, X4, $2
	ANDPS  X4, X2
	MOVUPS 16(R10), X4
	CMPPS  X4, X5, $2
	ANDPS  X5, X2
	MOVUPS 224(R10), X4
	ANDNPS X4, X5
	ORPS   X5, X2
	MOVUPS X2, (DI)(AX*4)

	ADDQ $4, AX
	CMPQ AX, CX
	JLT  loop
	RET
