/*
 * cxx_standard.c - see cxx_standard.h.
 *
 * The compiler's default is not in the flat text. Concepts, which the library has from C++20 on, are a sign of that; else it is C++17,
 * as libclang has it: a text of an older standard is read as well.
 */
#include "instrumenter/front/cxx/cxx_standard.h"

#include <stdlib.h>
#include <string.h>

/* The year in two digits; 0 where the option names none. */
static unsigned year_of(const char *flag)
{
    static const struct {
        const char *name;
        unsigned year;
    } drafts[] = {{"++0x", 11}, {"++1y", 14}, {"++1z", 17}, {"++2a", 20}, {"++2b", 23}, {"++2c", 26}};
    if (strcmp(flag, "-ansi") == 0)
        return 98;
    const char *digits = strncmp(flag, "-std=", 5) == 0 ? strstr(flag, "++") : NULL;
    for (size_t i = 0; digits && i < sizeof drafts / sizeof *drafts; i++)
        if (strcmp(digits, drafts[i].name) == 0)
            return drafts[i].year;
    return digits ? (unsigned)strtoul(digits + 2, NULL, 10) : 0;
}

/* The builtin by which a probe knows where it runs came with GCC 9: the folder of the library's headers names the version. */
static bool has_builtin(const struct unit_lines *lines)
{
    static const char folder[] = "/include/c++/";
    for (size_t i = 0; i < lines->count; i++) {
        const char *at = strstr(lines->markers[i].file, folder);
        if (at)
            return strtoul(at + sizeof folder - 1, NULL, 10) >= 9;
    }
    return true;
}

bool cxx_standard_find(struct cxx_standard *standard, const char *const *flags, const char *text, size_t size,
                       const struct unit_lines *lines, struct arena *arena)
{
    unsigned year = 0;
    size_t count = 0;
    for (; flags && flags[count]; count++)
        year = year_of(flags[count]) ? year_of(flags[count]) : year;
    const char **all = arena_array(arena, count + 2, sizeof *all);
    if (!all)
        return false;
    for (size_t i = 0; i < count; i++)
        all[i] = flags[i];
    if (!year && memmem(text, size, " concept ", 9)) {
        all[count] = "-std=gnu++20";
        year = 20;
    }
    bool early = year == 98 || year == 3 || year == 11;
    bool builtin = has_builtin(lines);
    *standard = (struct cxx_standard){.flags = all,
                                      .year = year ? year : 17,
                                      .constants = builtin && !early,
                                      .lambdas = builtin && !early && year != 14,
                                      .coroutines = memmem(text, size, "coroutine_traits", 16)};
    return true;
}
