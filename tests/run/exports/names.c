/* names.c LIBRARY FUNCTION - calls a function of the runtime by its name alone, as the first thing that is done with it,
 * and then times a label. Plain C without the header. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *library;

static void *get(const char *name)
{
    void *function = dlsym(library, name);
    if (!function) {
        fprintf(stderr, "no %s\n", name);
        exit(9);
    }
    return function;
}

static int visit(const void *path, void *context)
{
    (void)path, (void)context;
    return 0;
}

int main(int argc, char **argv)
{
    library = argc > 2 ? dlopen(argv[1], RTLD_NOW) : NULL;
    if (!library)
        return 8;
    void *first = get(argv[2]);
    double value;
    char **strings;
    int count, longest;
    if (!strcmp(argv[2], "instr_query"))
        ((int (*)(void *, const char *, int, double *))first)(NULL, "calls", 1, &value);
    else if (!strcmp(argv[2], "instr_visit"))
        ((int (*)(int, int (*)(const void *, void *), void *))first)(1, visit, NULL);
    else if (!strcmp(argv[2], "instr_dump"))
        ((int (*)(unsigned long long, char ***, int *, int *))first)(0, &strings, &count, &longest);
    else if (!strcmp(argv[2], "instr_add"))
        ((int (*)(void *, double))first)(NULL, 0);
    else if (!strcmp(argv[2], "instr_now"))
        ((double (*)(void))first)();
    else
        ((long (*)(const char *, long, long, long, long, long))first)(NULL, 0, 0, 0, 0, 0);
    if (!strcmp(argv[2], "instr_set_level") || !strcmp(argv[2], "instr_disable") || !strcmp(argv[2], "instr_finalize")) {
        ((int (*)(void))get("instr_enable"))();
        ((int (*)(int))get("instr_set_level"))(4);
    }
    int (*start)(const char *) = (int (*)(const char *))get("instr_start");
    int (*stop)(const char *) = (int (*)(const char *))get("instr_stop");
    return start("by name") || stop("by name") || stop("by name") == 0;
}
