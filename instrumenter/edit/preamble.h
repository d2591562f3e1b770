/*
 * preamble.h - the text that instr-cc puts at the top of each edited unit: include/instr_abi.h without
 * comments and macros, made at build time by cmake/InstrPreamble.cmake. Where it names the runtime it
 * has the word PREAMBLE_RUNTIME, to be replaced by a string literal.
 */
#ifndef INSTR_PREAMBLE_H
#define INSTR_PREAMBLE_H

#define PREAMBLE_RUNTIME "__INSTR_RUNTIME"

/* Each ends with a null byte. */
extern const char preamble_text[];
extern const char preamble_stubs[];    /* for x86-64, with probes by assembly */
extern const char preamble_library[];  /* the same, of code that may be in a shared object */
extern const char preamble_clang[];    /* the same for clang, where it watches loads */
extern const char preamble_loads[];    /* and elsewhere, as it takes it best */
extern const char preamble_coverage[]; /* what counts lines does not count its own */
extern const char preamble_called[];   /* the same, and its probes are called, not inlined */

/* The part behind it for functions that may run at compile time: include/instr_constant.h. */
extern const char preamble_constant[];
extern const char preamble_constant_stubs[];

/* The part behind it for timed coroutines: include/instr_pieces.h. */
extern const char preamble_pieces[];

#endif
