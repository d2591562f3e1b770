/*
 * files.h - creates and removes folders, reports a full disk, and locks the machine for measuring.
 */
#ifndef INSTR_TUNE_FILES_H
#define INSTR_TUNE_FILES_H

#include "common/error.h"

#include <stdbool.h>
#include <stddef.h>

/* Makes the folder and its parents. */
bool files_make_folder(const char *path, struct error *error);
/* Makes an empty folder, removing old contents. */
bool files_empty_folder(const char *path, struct error *error);
bool files_write(const char *path, const char *text, size_t size, struct error *error);

/* Returns true, with an error, if nothing can be written there: then a failure has another reason. */
bool files_disk_full(const char *folder, struct error *error);

/* Waits until no other instr-tune of this user measures on this machine; calls `wait` once if that takes long. Returns what
 * files_unlock_machine takes; negative after a signal. */
int files_lock_machine(void (*wait)(void));
void files_unlock_machine(int lock);

#endif
