/*
 * loader_library.c - a library that nobody instrumented. The loader is long busy with its words, which are read-only later; one of
 * its functions opens another library, which is found only where this one says that it is to be looked for.
 */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

void *library_take(size_t size);
void library_give(void *block);
void *library_open(const char *name, const char *symbol);
void *library_next(const char *symbol);

static void *kept[100];

/* Threads and allocations while it is being loaded, as many libraries have them. */
__attribute__((constructor)) static void begin(void)
{
    for (int i = 0; i < 100; i++)
        kept[i] = malloc(10);
}

__attribute__((destructor)) static void end(void)
{
    for (int i = 0; i < 100; i++)
        free(kept[i]);
}

void *library_take(size_t size)
{
    return malloc(size);
}

void library_give(void *block)
{
    free(block);
}

/* What `symbol` is in the library of that name. */
void *library_open(const char *name, const char *symbol)
{
    void *library = dlopen(name, RTLD_NOW);
    return library ? dlsym(library, symbol) : NULL;
}

/* What this library's own `symbol` stands before. */
void *library_next(const char *symbol)
{
    return dlsym(RTLD_NEXT, symbol);
}

#define FOUR (void *)malloc, (void *)free, (void *)strlen, (void *)realloc,
#define SIXTEEN FOUR FOUR FOUR FOUR
#define MANY SIXTEEN SIXTEEN SIXTEEN SIXTEEN SIXTEEN SIXTEEN SIXTEEN SIXTEEN
#define MORE MANY MANY MANY MANY MANY MANY MANY MANY
void *const library_words[] = {MORE};
