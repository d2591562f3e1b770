/*
 * machine.h - the machines for which there is assembly, one word for each: all have pointers of 64 bits.
 */
#ifndef INSTR_BASE_MACHINE_H
#define INSTR_BASE_MACHINE_H

#if defined(__x86_64__) && defined(__LP64__)
#define MACHINE_X86_64 1 /* where probes go through stubs */
#else
#define MACHINE_X86_64 0
#endif

#if defined(__aarch64__) && defined(__LP64__)
#define MACHINE_ARM64 1
#else
#define MACHINE_ARM64 0
#endif

#endif
