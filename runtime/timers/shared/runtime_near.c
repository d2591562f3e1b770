/*
 * runtime_near.c - loads the runtime from the folder of one of our shared libraries, or the folder above, wherever it was installed.
 *
 * Without it each program that is linked with the library would have to know the folder: a path of its own does not count for what its libraries
 * need. If the runtime is elsewhere, instr.h looks for it as usual. In a namespace of its own, as by dlmopen, nothing is measured, and what is
 * loaded there would keep it from ever going; nor does the loader bear global symbols there.
 */
#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

__attribute__((__constructor__)) static void load(void)
{
    static const char here;
    Dl_info self;
    struct link_map *map = NULL;
    Lmid_t namespace = LM_ID_BASE;
    char path[PATH_MAX];
    bool found = dladdr1(&here, &self, (void **)&map, RTLD_DL_LINKMAP) && map &&
                 dlinfo(map, RTLD_DI_LMID, &namespace) == 0 && namespace == LM_ID_BASE;
    const char *slash = found && self.dli_fname ? strrchr(self.dli_fname, '/') : NULL;
    if (!slash)
        return;
    static const char *const folders[] = {"", "/.."};
    void *runtime = NULL;
    for (size_t i = 0; !runtime && i < sizeof folders / sizeof *folders; i++) {
        int length = snprintf(path, sizeof path, "%.*s%s/libinstr.so.1", (int)(slash - self.dli_fname), self.dli_fname,
                              folders[i]);
        if (length > 0 && (size_t)length < sizeof path)
            runtime = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    }
}
