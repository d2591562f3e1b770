/*
 * suite.h - the tests of a program and the functions that they reach, from the profiles that the tests wrote.
 *
 * A test is a folder of profiles below the one that was named, or else all profiles of one program that lie together. A function
 * is one thing in all of them by name, line and where its file is. Of a thousand profiles each is read and given back again: what stays is a
 * line for each function and test that reaches it.
 */
#ifndef INSTR_REPORT_SUITE_H
#define INSTR_REPORT_SUITE_H

#include "profile/profile.h"
#include "report/show/options.h"

#define SUITE_NONE UINT32_MAX

struct suite_test {
    const char *name;
    uint32_t processes;
    uint32_t functions, alone; /* that it reaches, and that no other test does */
};

/* That a test reaches a function. */
struct suite_hit {
    uint32_t test;
    uint64_t calls;
    const char *path; /* the first one that led there, as view_path() has it */
};

struct suite_function {
    const char *name, *file, *origin;
    const char *path;   /* of the file, see profile/files.h */
    const char *reason; /* why no probe of it is anywhere; "": there is one */
    uint32_t line;
    const char *last; /* when the newest run began that called it; "" where none did */
    struct suite_hit *hits;
    size_t hit_count, hit_room; /* by test, in the order of suite.tests */
};

struct suite {
    struct suite_test *tests; /* by name */
    size_t test_count;
    struct suite_function *functions; /* by file, line and name */
    size_t function_count;
    size_t folder;           /* bytes of a path that all files of reached functions share, the last slash too */
    const char *folder_file; /* a path that has it */
};

/* Of the profiles that were named, and binaries, whose functions no test may have reached. */
bool suite_load(struct suite *suite, const struct options *options, struct arena *arena, struct error *error);

/* The function's file without the folders that all are in. */
const char *suite_file(const struct suite *suite, const struct suite_function *function);

/* The only test that reaches a function; SUITE_NONE where none or several do. */
uint32_t suite_only(const struct suite_function *function);

/* What the function is: "called", "never-called" or "not-instrumented", as coverage_status() has it. */
const char *suite_status(const struct suite_function *function);

#endif
