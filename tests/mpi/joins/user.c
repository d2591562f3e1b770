/*
 * user.c - an application that leaves MPI to its library. With LOADS the library comes by dlopen; with ASKS it does so when MPI has
 * begun, by a function that dlsym gave.
 */
#ifdef LOADS
#include <dlfcn.h>
static void *library;
#define CALL(type, name) ((type)dlsym(library, name))
#define library_begin CALL(void (*)(int *, char ***), "library_begin")
#define library_step CALL(void (*)(void), "library_step")
#define library_end CALL(void (*)(void), "library_end")
#else
void library_begin(int *argc, char ***argv);
void library_step(void);
void library_end(void);
#endif

#ifdef ASKS
static void begin(int *argc, char ***argv)
{
    ((int (*)(int *, char ***))dlsym(dlopen(0, RTLD_NOW), "MPI_Init"))(argc, argv);
    library = dlopen("./liblibrary.so", RTLD_NOW);
}
#else
#define begin library_begin
#endif

static volatile double sink;

static void work(void)
{
    for (int i = 0; i < 1000; i++)
        sink += i;
}

static void step(void)
{
    work();
    library_step();
}

int main(int argc, char **argv)
{
#if defined LOADS && !defined ASKS
    library = dlopen("./liblibrary.so", RTLD_NOW);
#endif
    begin(&argc, &argv);
    for (int i = 0; i < 5; i++)
        step();
    library_end();
    return 0;
}
