/*
 * count.c - an independent count of calls, to hold a profile against.
 *
 * Linked into a program that was compiled plainly with -finstrument-functions -no-pie. When the process
 * ends it appends one line "ADDRESS COUNT" for each function to the file COUNT_OUTPUT; `nm` knows the
 * names.
 */
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { SLOTS = 1 << 14 };

static struct {
    _Atomic(uintptr_t) function;
    atomic_ulong calls;
} slots[SLOTS];

void __cyg_profile_func_enter(void *function, void *site);
void __cyg_profile_func_exit(void *function, void *site);

void __cyg_profile_func_enter(void *function, void *site)
{
    (void)site;
    uintptr_t wanted = (uintptr_t)function;
    for (size_t i = wanted / 16 % SLOTS;; i = (i + 1) % SLOTS) {
        uintptr_t found = 0;
        if (atomic_compare_exchange_strong(&slots[i].function, &found, wanted) || found == wanted) {
            atomic_fetch_add(&slots[i].calls, 1);
            return;
        }
    }
}

void __cyg_profile_func_exit(void *function, void *site)
{
    (void)function;
    (void)site;
}

__attribute__((destructor)) static void write_counts(void)
{
    static char lines[SLOTS * 40];
    size_t used = 0;
    FILE *file = fopen(getenv("COUNT_OUTPUT"), "a");
    if (!file) {
        perror("count: COUNT_OUTPUT");
        abort();
    }
    for (size_t i = 0; i < SLOTS; i++)
        if (slots[i].function)
            used += (size_t)snprintf(lines + used, sizeof lines - used, "%016lx %lu\n",
                                     (unsigned long)slots[i].function, (unsigned long)slots[i].calls);
    /* One write, so that processes that end together don't mix their lines. */
    setvbuf(file, NULL, _IOFBF, used + 1);
    fwrite(lines, 1, used, file);
    fclose(file);
}
