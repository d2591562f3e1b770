/* kokkos.c - a program that tells a tool of itself as Kokkos does: loads what KOKKOS_TOOLS_LIBS names, and calls it by name. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct space {
    char name[64];
};

static void *tool;

/* The function of that name; ends the program if there is none. */
static void find(const char *name, void *function)
{
    void *found = dlsym(tool, name);
    if (!found) {
        fprintf(stderr, "the tool has no %s\n", name);
        exit(1);
    }
    memcpy(function, &found, sizeof found);
}

static void work(void)
{
    nanosleep(&(struct timespec){0, 2000000}, NULL);
}

static void kernel(const char *kind, const char *name)
{
    void (*begin)(const char *, uint32_t, uint64_t *), (*end)(uint64_t);
    char function[64];
    uint64_t id = 0;
    snprintf(function, sizeof function, "kokkosp_begin_%s", kind);
    find(function, &begin);
    snprintf(function, sizeof function, "kokkosp_end_%s", kind);
    find(function, &end);
    begin(name, 0, &id);
    work();
    end(id);
}

int main(void)
{
    void (*init)(int, uint64_t, uint32_t, void *), (*finalize)(void), (*push)(const char *), (*pop)(void), (*event)(const char *);
    void (*create)(const char *, uint32_t *), (*start)(uint32_t), (*stop)(uint32_t), (*destroy)(uint32_t);
    void (*allocate)(struct space, const char *, const void *, uint64_t),
        (*deallocate)(struct space, const char *, const void *, uint64_t);
    void (*copy)(struct space, const char *, const void *, struct space, const char *, const void *, uint64_t), (*copied)(void);
    struct space host = {"Host"}, device = {"Cuda"};
    uint32_t section;
    tool = dlopen(getenv("KOKKOS_TOOLS_LIBS"), RTLD_NOW | RTLD_GLOBAL);
    if (!tool) {
        fprintf(stderr, "%s\n", dlerror());
        return 1;
    }
    find("kokkosp_init_library", &init);
    find("kokkosp_finalize_library", &finalize);
    find("kokkosp_push_profile_region", &push);
    find("kokkosp_pop_profile_region", &pop);
    find("kokkosp_profile_event", &event);
    find("kokkosp_create_profile_section", &create);
    find("kokkosp_start_profile_section", &start);
    find("kokkosp_stop_profile_section", &stop);
    find("kokkosp_destroy_profile_section", &destroy);
    find("kokkosp_allocate_data", &allocate);
    find("kokkosp_deallocate_data", &deallocate);
    find("kokkosp_begin_deep_copy", &copy);
    find("kokkosp_end_deep_copy", &copied);

    init(0, 20210225, 0, NULL);
    allocate(host, "x", NULL, 800);
    create("halo", &section);
    push("step");
    for (int i = 0; i < 3; i++) {
        kernel("parallel_for", "axpy");
        kernel("parallel_reduce", "N5Omega4NormE");
        start(section);
        kernel("parallel_scan", "7Offsets");
        stop(section);
    }
    push("inner");
    copy(device, "x", NULL, host, "x", NULL, 800);
    kernel("fence", "wait");
    copied();
    pop();
    pop();
    pop(); /* one too many is nothing */
    event("done");
    destroy(section);
    deallocate(host, "x", NULL, 800);
    finalize();
    return 0;
}
