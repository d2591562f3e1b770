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

/* Lists the folders where stores may be, best first; NULL or "" are none. `directory` is INSTR_TMPDIR. */
void store_folders(const char *directory, const char *folders[STORE_FOLDERS]);

/* Makes the store; returns false if there is no memory. Call once, before the first thread is measured. */
bool store_open(void);

/* Returns whether the store is this process's. A child of vfork shares its parent's, as does one of fork until it settles. */
bool store_is_own(void);

/* Allocates zeroed memory, aligned to 64 bytes if `size` is a multiple of that, else to 8. From any thread, but not from a signal handler.
 * NULL if there is no more. */
void *store_alloc(size_t size);

/* Allocates memory that may be lost when the process is killed. Returns NULL also if it would be outside the file, or if the file system has
 * neither a quarter nor 1 GiB free. */
void *store_alloc_spare(size_t size);

/* Reserves so many bytes; from now on no more are reserved as long as the process is in a sandbox. */
void store_take_ahead(size_t size);

/* Returns a copy of `text`; "" for NULL. */
const char *store_text(const char *text);

/* Returns the file's path; "" if there is none. */
const char *store_path(void);

/* Returns the address at which the file is mapped, and its present and maximal size; NULL if there is none. */
void *store_file(size_t *mapped, size_t *most);

/* Returns whether the process still has the root directory of the store's creation, so that file names mean the same files. */
bool store_has_root(void);

/* Returns whether so many bytes at this address are in the file. */
bool store_holds(const void *memory, size_t size);

/* Removes the file, because everything is in a profile. The memory stays. `is_alone` tells whether no other thread is measured. */
void store_remove(bool (*is_alone)(void));

/* Writes down the time, unless it was done lately: recovering a crashed process needs it to find the length of a tick. Called from slow paths;
 * any thread. */
void store_note(void);

/* Writes down the time in any case. */
void store_note_now(void);

/* Replaces the mapping by a copy of its first `used` bytes in a file of its own, followed by zeros: in a child of fork, whose parent went on
 * storing, or after store_remove. Data that other threads store meanwhile may be lost. */
bool store_again(uint64_t used);

/* Keeps later data in this process's memory: in a child of fork that gets no store of its own. */
void store_private(void);

#endif
