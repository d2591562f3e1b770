/*
 * files.h - creates and removes folders, reports a full disk, and locks the machine for measuring.
 */
#ifndef INSTR_TUNE_FILES_H
#define INSTR_TUNE_FILES_H

#include "common/error.h"

#include <stdbool.h>
#include <stddef.h>

/* Makes the folder and those above it. */
bool files_make_folder(const char *path, struct error *error);
/* An empty folder, whatever was there. */
bool files_empty_folder(const char *path, struct error *error);
bool files_write(const char *path, const char *text, size_t size, struct error *error);

/* True, with an error, when nothing can be written there: what failed then is not to blame. */
bool files_disk_full(const char *folder, struct error *error);

/* Waits until no other instr-tune of this user measures on this machine; `wait` is called once if that takes long.
 * Returns what files_unlock_machine takes; below 0 when a signal came. */
int files_lock_machine(void (*wait)(void));
void files_unlock_machine(int lock);

#endif
