/* host.c - loads ./plugin.so twice, calls it and unloads it again. */
#include <dlfcn.h>

int main(void)
{
    for (int i = 0; i < 2; i++) {
        void *plugin = dlopen("./plugin.so", RTLD_NOW);
        void (*plugged)(void) = plugin ? (void (*)(void))dlsym(plugin, "plugged") : 0;
        if (!plugged)
            return 9;
        plugged();
        dlclose(plugin);
    }
    return 3;
}
