/* late.c - runs for a while, and then the program that is in ./program.so. */
#include <dlfcn.h>
#include <stdio.h>

static volatile unsigned long kept;

__attribute__((noinline)) static unsigned long before(unsigned long x)
{
    for (int i = 0; i < 200; i++) {
        x = x * 6364136223846793005UL + 1442695040888963407UL;
        __asm__("" : "+r"(x));
    }
    return x;
}

int main(void)
{
    for (int i = 0; i < 1000000; i++)
        kept = before(kept);
    void *library = dlopen("./program.so", RTLD_NOW);
    int (*begin)(void) = library ? (int (*)(void))dlsym(library, "begin") : 0;
    if (!begin)
        printf("%s\n", dlerror());
    return begin ? begin() : 1;
}
