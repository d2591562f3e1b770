/*
 * leaf.h - identifies the processor, on x86-64.
 *
 * The cpuid instruction leaves a virtual machine, which takes up to 0.1 ms. The C library has executed it already, and offers the results from
 * version 2.33 on.
 */
#ifndef INSTR_LEAF_H
#define INSTR_LEAF_H

struct leaf {
    unsigned a, b, c, d;
};

/* Numbers of the C library. Processors without the last ones report zeros. */
enum leaf_number { LEAF_1 = 0, LEAF_D_ECX_1 = 3, LEAF_80000007 = 4 };

void leaf_start(void); /* asks the loader for that, and so comes before any lock of ours is taken */
struct leaf leaf_find(enum leaf_number number);

#endif
