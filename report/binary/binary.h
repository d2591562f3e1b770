/*
 * binary.h - a program, shared object, object file or archive as a profile without a run: every function
 * that its region table records, and every function of its symbol table that no record knows.
 */
#ifndef INSTR_REPORT_BINARY_H
#define INSTR_REPORT_BINARY_H

#include "profile/profile.h"

/* Recognises a binary by its first bytes. Returns false for an unreadable file. */
bool binary_recognize(const char *path);

/* Reads a canonical profile whose root was never called. A function without a record gets one, with the reason "assembly" or "no-record" (from
 * an object that instr-cc did not compile). */
bool binary_read(const char *path, struct profile *profile, struct arena *arena, struct error *error);

#endif
