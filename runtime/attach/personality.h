/*
 * personality.h - unwinds a C++ function that was interrupted between two of its calls.
 *
 * C++ compilers list the calls of a function that has something to clean up. An unwinding that begins at another place looks like a forbidden
 * exception, and the program is terminated. A plain function has no such list if it has no objects, and an asynchronous pthread_cancel or
 * pthread_exit in a signal handler goes through it. A probe is something to clean up, so each function has a list. So the routine that reads
 * these lists is asked only where it finds the place in them. Else the unwinding goes on: frames that stay open are closed with those around
 * them, as after longjmp.
 *
 * Only where a signal's handler or a probe began it: a noexcept function ends the program as plainly. A function that has objects, where a plain
 * program would be terminated, is passed through as others are.
 */
#ifndef INSTR_PERSONALITY_H
#define INSTR_PERSONALITY_H

/* Returns what an object should call instead of `original`, its definition of __gxx_personality_v0. May ask the loader. */
void (*personality_find(const char *name, void (*original)(void)))(void);

/* Does the same for programs linked with -no-pie, which call it through the loader's tables; once. In static programs the linker redirects all
 * calls. */
void personality_begin(void);

#endif
