/*
 * hooks_text.h - include/instr_hooks.h as assembly text, made at build time by cmake/InstrHooks.cmake. The word HOOKS_RUNTIME in it is
 * to be replaced by the runtime's path.
 */
#ifndef INSTR_HOOKS_TEXT_H
#define INSTR_HOOKS_TEXT_H

#define HOOKS_RUNTIME "__INSTR_RUNTIME"

/* Ends with a null byte. */
extern const char hooks_text[];

#endif
