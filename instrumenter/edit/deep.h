/*
 * deep.h - a call with room for deep recursion: parsers recurse where the text nests, and a generated text may nest
 * some ten thousand levels deep.
 */
#ifndef INSTR_DEEP_H
#define INSTR_DEEP_H

/* Runs call(argument) and waits for it, on a stack of its own where one can be had. Signals keep coming to the
 * caller's thread; a handler with SA_ONSTACK runs even where that stack is used up. */
void deep_call(void (*call)(void *), void *argument);

#endif
