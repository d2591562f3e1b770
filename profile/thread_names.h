/*
 * thread_names.h - what threads do by themselves gets the name of the function that started them, or whose parallel regions these are: of
 * a loop on 64 threads all but a 64th would else be of one "thread" that all functions have in common.
 */
#ifndef INSTR_PROFILE_THREAD_NAMES_H
#define INSTR_PROFILE_THREAD_NAMES_H

#include "profile/profile.h"

/* "thread" below a function becomes "FUNCTION (threads)", with its place. */
bool thread_names(struct profile *profile, struct arena *arena, struct error *error);

#endif
