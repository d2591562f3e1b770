/*
 * instruction.h - how long an instruction of x86-64 is, and where it leads.
 *
 *     prefixes | opcode, after 0f, 0f 38, 0f 3a, VEX or EVEX | ModRM, SIB, displacement | immediate
 *
 * Source: Intel's Software Developer's Manual, volume 2, chapter 2 and appendix A. Instructions that 64-bit mode lacks are unknown.
 */
#ifndef INSTR_OBSERVE_INSTRUCTION_H
#define INSTR_OBSERVE_INSTRUCTION_H

#include <stdint.h>

enum instruction_flow {
    INSTRUCTION_GOES_ON,
    INSTRUCTION_CALLS,
    INSTRUCTION_BRANCHES, /* to `target`, or goes on */
    INSTRUCTION_JUMPS,    /* to `target` */
    INSTRUCTION_CHOOSES,  /* jumps to an address that it finds in memory or in a register */
    INSTRUCTION_ENDS      /* returns, or traps */
};

struct instruction {
    uint32_t size; /* bytes; 0: it is unknown, or not all there */
    enum instruction_flow flow;
    const uint8_t *target;
};

struct instruction instruction_at(const uint8_t *at, const uint8_t *end);

#endif
