#include "textflag.h"

// func read() int64
TEXT ·read(SB), NOSPLIT, $0-8
	LFENCE // RDTSC alone may run ahead of what precedes it
	RDTSC
	SHLQ $32, DX
	ORQ  DX, AX
	MOVQ AX, ret+0(FP)
	RET

// func leaf(number uint32) (eax, edx uint32)
TEXT ·leaf(SB), NOSPLIT, $0-16
	MOVL number+0(FP), AX
	XORL CX, CX
	CPUID
	MOVL AX, eax+8(FP)
	MOVL DX, edx+12(FP)
	RET
