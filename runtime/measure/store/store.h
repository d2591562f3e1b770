/*
 * store.h - the memory that outlives the process: regions, nodes and shadow stacks.
 *
 * One stretch of memory grows with what is measured (grown_memory.h). It is mapped to a long file with nothing in it, in a
 * node-local directory. Probes write what is used of it with plain stores, so whatever ends the process, the
 * kernel keeps what was measured and `instr-report recover` reads it. A store that is not needed any
 * more is removed; where no file can be had, the memory is ordinary and only the crash-proofing is lost.
 *
 * Space is claimed from the file system before it is touched (a full tmpfs would otherwise be a
 * SIGBUS), through the mapping: no descriptor stays open (programs close and reuse descriptors they don't know), and the
 * file is opened no second time, since a program may give up the right to it, or descriptors, or its root directory.
 */
#ifndef INSTR_STORE_H
#define INSTR_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { STORE_FOLDERS = 4 };

/* Where stores may lie, the best place first; null or "" are none. `directory` is INSTR_TMPDIR. */
void store_folders(const char *directory, const char *folders[STORE_FOLDERS]);

/* Makes the store; false when there is no memory. Call once, before the first thread is measured. */
bool store_open(void);

/* Whether it is this process's: a child of vfork has its parent's, and so has one of fork until it settles. */
bool store_is_own(void);

/* Zeroed memory, aligned to 64 bytes if `size` is a multiple of that, else to 8. Any thread; not from
 * a signal handler. Null when there is no more. */
void *store_alloc(size_t size);

/* The same for what may be lost when the process is killed: null as well where it would be no part of the file, or the file system
 * has neither a quarter nor 1 GiB free. */
void *store_alloc_spare(size_t size);

/* Backs so many bytes more than are used, and from now on no further ones as long as the process is in a sandbox. */
void store_take_ahead(size_t size);

/* A copy of `text`; "" for null. */
const char *store_text(const char *text);

/* The file's path; "" where there is none. */
const char *store_path(void);

/* Where the file is mapped, how much of it is now, and how much may be; null: there is none. */
void *store_file(size_t *mapped, size_t *most);

/* Whether the process still has the root directory that it had when the store was made, and so means the same files by
 * the same names. */
bool store_has_root(void);

/* Whether what lies there, of so many bytes, is in the file. */
bool store_holds(const void *memory, size_t size);

/* The file is not needed any more: everything is in a profile. The memory stays. `is_alone`: no other thread is measured. */
void store_remove(bool (*is_alone)(void));

/* Writes down what time it is, unless it was done lately: who reads the file of a crashed process
 * learns from it what a tick is worth. Called from slow ways; any thread. */
void store_note(void);

/* The same, however lately it was done. */
void store_note_now(void);

/* Replaces the mapping by a copy of its first `used` bytes in a file of its own, zeros behind them: in the
 * child of a fork, where the parent has gone on storing since, or after store_remove. What other threads
 * store meanwhile may be lost. */
bool store_again(uint64_t used);

/* What is stored from now on stays in this process: in the child of a fork that gets no store of its own. */
void store_private(void);

#endif
