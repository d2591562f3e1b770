/*
 * personality.h - unwinds a C++ function that was interrupted between two of its calls.
 *
 * C++ compilers list the calls of a function that has cleanups. Unwinding from a place outside this list looks like a forbidden exception, and
 * ends the program. Without instr, a function without objects has no list, and an asynchronous pthread_cancel, or pthread_exit in a signal
 * handler, unwinds it. A probe is a cleanup, so each function has a list. Therefore the personality routine, which reads the lists, is called
 * only if the place is in the list. Otherwise unwinding continues; frames that stay open are closed with those around them, as after longjmp.
 *
 * This applies only if a signal handler or a probe began the unwinding, so a noexcept function ends the program as without instr. One
 * difference remains: a function with objects, where the plain program would be ended, is unwound too.
 */
#ifndef INSTR_PERSONALITY_H
#define INSTR_PERSONALITY_H

/* Returns what an object should call instead of `original`, its definition of __gxx_personality_v0. May ask the loader. */
void (*personality_find(const char *name, void (*original)(void)))(void);

/* Does the same for programs linked with -no-pie, which call it through the loader's tables; once. In static programs the linker redirects all
 * calls. */
void personality_begin(void);

#endif
