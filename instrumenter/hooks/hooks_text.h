/*
 * hooks_text.h - include/instr_hooks.h as assembly text, made at build time by cmake/InstrHooks.cmake. In the line of a string that
 * names the runtime it has the word HOOKS_RUNTIME.
 */
#ifndef INSTR_HOOKS_TEXT_H
#define INSTR_HOOKS_TEXT_H

#define HOOKS_RUNTIME "__INSTR_RUNTIME"

/* Ends with a null byte. */
extern const char hooks_text[];

#endif
