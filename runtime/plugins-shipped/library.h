/* library.h - loads a device vendor's library at run time. Each plug-in that needs one includes it. */
#ifndef INSTR_LIBRARY_H
#define INSTR_LIBRARY_H

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct library {
    const char *names[4];     /* the best first; null behind the last */
    const char *home;         /* a variable that names a folder; */
    const char *usual;        /* the folder where that is not set; */
    const char *path;         /* and where the library is there */
    const char *functions[8]; /* null behind the last, if there are fewer */
};

/* Opens the library, or the program itself if that has the first function. Returns NULL on failure; dlerror has the reason. */
static void *library_open(const struct library *library)
{
    char path[4096];
    void *object = NULL;
    if (dlsym(RTLD_DEFAULT, library->functions[0]))
        return dlopen(NULL, RTLD_LAZY);
    for (size_t i = 0; !object && i < sizeof library->names / sizeof *library->names && library->names[i]; i++)
        object = dlopen(library->names[i], RTLD_LAZY);
    if (object)
        return object;
    const char *home = getenv(library->home);
    snprintf(path, sizeof path, "%s/%s", home && *home ? home : library->usual, library->path);
    return dlopen(path, RTLD_LAZY);
}

/* Fills in a structure of function pointers, in order. Returns false if one is missing. */
static bool library_find(const struct library *library, void *object, size_t count, void *pointers)
{
    for (size_t i = 0; i < count; i++) {
        void *symbol = dlsym(object, library->functions[i]);
        if (!symbol)
            return false;
        memcpy((char *)pointers + i * sizeof symbol, &symbol, sizeof symbol);
    }
    return true;
}

/* Returns the symbol's name in the source, if the program has a library that can demangle; else the symbol. */
static const char *library_demangled(const char *symbol, char *name, size_t size)
{
    char *(*demangle)(const char *, char *, size_t *, int *);
    void *library = dlsym(RTLD_DEFAULT, "__cxa_demangle");
    memcpy(&demangle, &library, sizeof demangle);
    char *plain = demangle ? demangle(symbol, NULL, NULL, NULL) : NULL;
    snprintf(name, size, "%s", plain ? plain : symbol);
    free(plain);
    return name;
}

#endif
