/*
 * instr_kinds.h - the numbers in a region's descriptor, see instr_abi.h.
 *
 * They stand apart so that the tools, which only write or read descriptors, do without the types and the
 * boot code: those would clash with the ones that instr-cc puts at the top of a unit.
 */
#ifndef INSTR_KINDS_H
#define INSTR_KINDS_H

/* The version of what instr_abi.h lays down. */
#define __INSTR_ABI 11

#define __INSTR_MAGIC 0x31525349u /* "ISR1" in memory on a little-endian machine */

#define __INSTR_SETTING 0x31545349u /* begins a setting of the build; those that know none take it for a gap */
#define __INSTR_SETTING_OUTPUT 1    /* what INSTR_OUTPUT is where the environment has none */
#define __INSTR_SETTING_LIBRARY 2   /* names at the top of what system headers define, with blanks between them */
#define __INSTR_SETTING_BUILD 3     /* the compiler and the words that decide what code it makes, as "gcc -O2" */

#define __INSTR_STATIC 1u    /* the function has internal linkage */
#define __INSTR_INLINE 2u    /* the function is declared inline */
#define __INSTR_TAIL 4u      /* the probe has the tail form: it leaves before a call in tail position */
#define __INSTR_TWICE 8u     /* it calls what may return twice, as setjmp */
#define __INSTR_BY_HOOKS 16u /* it is measured by the compiler's hooks: see instr_hooks.h */
/* Its calls are counted by function; see instrumenter/front/small_facts.h. */
#define __INSTR_COUNTED 32u
/* It was called before the runtime could come, as by an ifunc resolver; the object says so when that happens. */
#define __INSTR_EARLY 64u
#define __INSTR_PIECES 128u /* a coroutine, of which each piece is timed: see instr_pieces.h */
/* All its calls are counted on their paths, whatever that costs. */
#define __INSTR_ALL_PATHS 256u
#define __INSTR_FLAGS 0x1ffu
/* The runtime: its calls are counted, and no frame is opened for them any more. In the descriptor alone. */
#define __INSTR_DEMOTED 512u
#define __INSTR_DEMOTED_WHOLE 1024u /* and none is open any more */
/* Above them the version of the ABI that the unit was made for: in one table may be records of several. */
#define __INSTR_MADE_FOR(flags) ((flags) >> 24)

/* Values of __kind; the same numbers as enum region_kind of profile/profile.h. */
#define __INSTR_FUNCTION 1
#define __INSTR_BLOCK 2
#define __INSTR_LOOP 3
#define __INSTR_BRANCH 4
#define __INSTR_CALL 5
#define __INSTR_CONTEXT 8

#endif
