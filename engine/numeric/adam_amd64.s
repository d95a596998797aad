#include "textflag.h"

DATA magnitude<>+0(SB)/8, $0x7fffffff7fffffff // all bits but the sign
DATA magnitude<>+8(SB)/8, $0x7fffffff7fffffff
GLOBL magnitude<>(SB), RODATA|NOPTR, $16

// BROADCAST loads factor i into all four lanes.
#define BROADCAST(i, register) \
	MOVSS (4*i)(R10), register \
	SHUFPS $0, register, register

// func moveFours(values, gradient, m, v *float32, n int, factors *[8]float32)
TEXT ·moveFours(SB), NOSPLIT, $0-48
	MOVQ values+0(FP), DI
	MOVQ gradient+8(FP), SI
	MOVQ m+16(FP), R8
	MOVQ v+24(FP), R9
	MOVQ n+32(FP), CX
	MOVQ factors+40(FP), R10
	BROADCAST(0, X7)
	BROADCAST(1, X8)
	BROADCAST(2, X9)
	BROADCAST(3, X10)
	BROADCAST(4, X11)
	BROADCAST(5, X12)
	BROADCAST(6, X13)
	BROADCAST(7, X14)
	MOVUPS magnitude<>(SB), X6
	XORQ AX, AX

loop:
	MOVUPS (SI)(AX*4), X0
	MOVUPS (R8)(AX*4), X1
	MOVUPS (R9)(AX*4), X2

	// m = decay1*m + (1-decay1)*g
	MULPS  X7, X1
	MOVAPS X0, X3
	MULPS  X8, X3
	ADDPS  X3, X1

	// v = decay2*v + (1-decay2)*g*g
	MULPS  X9, X2
	MOVAPS X0, X3
	MULPS  X10, X3
	MULPS  X0, X3
	ADDPS  X3, X2

	// Negligible moments become zero: keep m where negligible <= |m| (2 compares so), and v alike.
	MOVAPS X1, X3
	ANDPS  X6, X3
	MOVAPS X11, X4
	CMPPS  X3, X4, $2
	ANDPS  X4, X1
	MOVAPS X11, X4
	CMPPS  X2, X4, $2
	ANDPS  X4, X2
	MOVUPS X1, (R8)(AX*4)
	MOVUPS X2, (R9)(AX*4)

	// p -= rate*m / (sqrt(v)*root + epsilon)
	SQRTPS X2, X2
	MULPS  X14, X2
	ADDPS  X12, X2
	MULPS  X13, X1
	DIVPS  X2, X1
	MOVUPS (DI)(AX*4), X0
	SUBPS  X1, X0
	MOVUPS X0, (DI)(AX*4)

	ADDQ $4, AX
	CMPQ AX, CX
	JLT  loop
	RET
