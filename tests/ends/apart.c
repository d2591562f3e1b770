/* apart.c - loads ./LIBRARY into a namespace of its own, calls it and unloads it, 200 times; then into as many as there may be
 * at once. Says how often each went well, and what the calls gave. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>

static long called;

static void *load(const char *library)
{
    void *object = dlmopen(LM_ID_NEWLM, library, RTLD_NOW);
    long (*call)(long) = object ? (long (*)(long))dlsym(object, "call") : 0;
    if (call)
        called += call(3);
    return call ? object : 0;
}

int main(int argc, char **argv)
{
    int loops = 0, at_once = 0;
    void *object;
    (void)argc;
    while (loops < 200 && (object = load(argv[1])) && !dlclose(object))
        loops++;
    while (load(argv[1]))
        at_once++;
    printf("%d one after the other, %d at once, %ld\n", loops, at_once, called);
    return 0;
}
