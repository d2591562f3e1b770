/*
 * runtime_near.c - for a shared library of ours: the runtime that lies beside it, wherever it was installed.
 *
 * Without it each program that is linked with the library would have to know the folder: a path of its own does not count for
 * what its libraries need. Where the runtime is elsewhere, instr.h looks for it as ever.
 */
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

__attribute__((__constructor__)) static void load(void)
{
    static const char here;
    Dl_info self;
    char path[PATH_MAX];
    const char *slash = dladdr(&here, &self) && self.dli_fname ? strrchr(self.dli_fname, '/') : NULL;
    if (!slash)
        return;
    int length = snprintf(path, sizeof path, "%.*s/libinstr.so.1", (int)(slash - self.dli_fname), self.dli_fname);
    if (length > 0 && (size_t)length < sizeof path)
        (void)dlopen(path, RTLD_NOW | RTLD_GLOBAL);
}
