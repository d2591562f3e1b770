/* name.c - see name.h. */
#include "compat/kokkos/name.h"

#include <ctype.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef char *demangle_fn(const char *mangled, char *buffer, size_t *size, int *status);

/* The name of a class is its length and itself, of what lies in others "N" or "Z" and more. So no label of a person looks. */
static int is_type(const char *name)
{
    char *rest;
    if (*name == 'N' || *name == 'Z')
        return isdigit((unsigned char)name[1]) || name[1] == 'K' || name[1] == 'S';
    return isdigit((unsigned char)*name) && strtoul(name, &rest, 10) == strcspn(rest, "/") && strlen(rest) > 2;
}

/* Null: it is none, or nobody can tell. To be freed. */
static char *demangle(const char *name)
{
    void *found = is_type(name) ? dlsym(RTLD_DEFAULT, "__cxa_demangle") : NULL;
    demangle_fn *demangler;
    int status;
    memcpy(&demangler, &found, sizeof found);
    return found ? demangler(name, NULL, NULL, &status) : NULL;
}

void name_shown(const char *name, char *shown, size_t size)
{
    char *readable = demangle(name);
    snprintf(shown, size, "%s", readable ? readable : *name ? name : "(no name)");
    free(readable);
}
