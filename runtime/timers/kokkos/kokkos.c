/*
 * kokkos.c - libinstr_kokkos.so for KOKKOS_TOOLS_LIBS: a program's work in Kokkos as labels in instr's call tree.
 *
 * Kokkos calls these functions by name, as its interface for tools has them. A program need not be compiled anew. Regions and kernels nest as
 * they run. An event without duration, such as an allocation, is a call that takes no time. Kokkos waits for a device at each kernel's end while
 * there is a tool, unless the tool says otherwise, which this one does not: so a kernel's time is its own.
 */
#include "include/instr.h"

#include <ctype.h>
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Names of kernels. A kernel without a label has the name of its type, as the C++ compiler spells it: "Z4mainEUliE_". */

enum { NAME_SIZE = 512 };

typedef char *demangle_fn(const char *mangled, char *buffer, size_t *size, int *status);

/* Returns whether it is the name of a type: a class's length and name, or for a nested one "N" or "Z" and more. No label looks like that. */
static int is_type(const char *name)
{
    char *rest;
    if (*name == 'N' || *name == 'Z')
        return isdigit((unsigned char)name[1]) || name[1] == 'K' || name[1] == 'S';
    return isdigit((unsigned char)*name) && strtoul(name, &rest, 10) == strcspn(rest, "/") && strlen(rest) > 2;
}

/* Returns a demangled name to be freed, or NULL. */
static char *demangle(const char *name)
{
    void *found = is_type(name) ? dlsym(RTLD_DEFAULT, "__cxa_demangle") : NULL;
    demangle_fn *demangler;
    int status;
    memcpy(&demangler, &found, sizeof found);
    return found ? demangler(name, NULL, NULL, &status) : NULL;
}

/* Writes `name` in readable form, cut to `size` bytes. A type's name is demangled by the C++ library, if the program has it. */
static void name_shown(const char *name, char *shown, size_t size)
{
    char *readable = demangle(name);
    snprintf(shown, size, "%s", readable ? readable : *name ? name : "(no name)");
    free(readable);
}

#define TOLD __attribute__((visibility("default")))

/* A memory space with Kokkos' name for it: "Host", "Cuda". */
struct space {
    char name[64];
};

TOLD void kokkosp_init_library(int sequence, uint64_t version, uint32_t devices, void *info);
TOLD void kokkosp_finalize_library(void);
TOLD void kokkosp_begin_parallel_for(const char *name, uint32_t device, uint64_t *kernel);
TOLD void kokkosp_end_parallel_for(uint64_t kernel);
TOLD void kokkosp_begin_parallel_reduce(const char *name, uint32_t device, uint64_t *kernel);
TOLD void kokkosp_end_parallel_reduce(uint64_t kernel);
TOLD void kokkosp_begin_parallel_scan(const char *name, uint32_t device, uint64_t *kernel);
TOLD void kokkosp_end_parallel_scan(uint64_t kernel);
TOLD void kokkosp_begin_fence(const char *name, uint32_t device, uint64_t *fence);
TOLD void kokkosp_end_fence(uint64_t fence);
TOLD void kokkosp_push_profile_region(const char *name);
TOLD void kokkosp_pop_profile_region(void);
TOLD void kokkosp_create_profile_section(const char *name, uint32_t *section);
TOLD void kokkosp_start_profile_section(uint32_t section);
TOLD void kokkosp_stop_profile_section(uint32_t section);
TOLD void kokkosp_destroy_profile_section(uint32_t section);
TOLD void kokkosp_profile_event(const char *name);
TOLD void kokkosp_allocate_data(struct space space, const char *label, const void *data, uint64_t size);
TOLD void kokkosp_deallocate_data(struct space space, const char *label, const void *data, uint64_t size);
TOLD void kokkosp_begin_deep_copy(struct space to, const char *to_label, const void *to_data, struct space from,
                                  const char *from_label, const void *from_data, uint64_t size);
TOLD void kokkosp_end_deep_copy(void);

/* Returns a label in the group "Kokkos" and the group of its kind, or NULL if nothing is measured. */
static instr_label *label_of(const char *name, const char *kind)
{
    char shown[NAME_SIZE];
    name_shown(name, shown, sizeof shown);
    return instr_label_make(shown, 1, instr_group("Kokkos") | instr_group(kind), NULL, 0);
}

/* "allocate Host: x" */
static instr_label *label_at(const char *what, struct space space, const char *of)
{
    char name[NAME_SIZE];
    snprintf(name, sizeof name, "%s %.*s: %s", what, (int)sizeof space.name, space.name, of);
    return label_of(name, what);
}

static uint64_t begin(instr_label *label)
{
    (void)instr_start_label(label);
    return (uint64_t)(uintptr_t)label;
}

static void end(uint64_t begun)
{
    (void)instr_stop_label((instr_label *)(uintptr_t)begun);
}

void kokkosp_init_library(int sequence, uint64_t version, uint32_t devices, void *info)
{
    const char *level = getenv("INSTR_LEVEL");
    (void)sequence;
    (void)version;
    (void)devices;
    (void)info;
    if (instr_initialize() != INSTR_OK && !(level && strcmp(level, "0") == 0))
        fputs("instr: Kokkos is not measured, as the runtime is not found: put libinstr.so.1 in the folder of "
              "libinstr_kokkos.so, or the one above\n",
              stderr);
}

/* Nothing to do: the profile is written when the program ends. */
void kokkosp_finalize_library(void)
{
}

#define KERNELS(kind)                                                                                                  \
    void kokkosp_begin_##kind(const char *name, uint32_t device, uint64_t *kernel)                                     \
    {                                                                                                                  \
        (void)device;                                                                                                  \
        *kernel = begin(label_of(name, #kind));                                                                        \
    }                                                                                                                  \
    void kokkosp_end_##kind(uint64_t kernel)                                                                           \
    {                                                                                                                  \
        end(kernel);                                                                                                   \
    }
KERNELS(parallel_for)
KERNELS(parallel_reduce)
KERNELS(parallel_scan)
KERNELS(fence)

/* Regions end without a name, so each thread remembers its open ones. Deeper ones belong to the one above. */
enum { DEEPEST = 256 };
static _Thread_local instr_label *regions[DEEPEST];
static _Thread_local unsigned depth;

static void push(instr_label *label)
{
    if (depth < DEEPEST) {
        regions[depth] = label;
        (void)instr_start_label(label);
    }
    depth++;
}

static void pop(void)
{
    if (depth && --depth < DEEPEST)
        (void)instr_stop_label(regions[depth]);
}

void kokkosp_push_profile_region(const char *name)
{
    push(label_of(name, "region"));
}

void kokkosp_pop_profile_region(void)
{
    pop();
}

/* Sections have numbers, and begin and end in any order. */
enum { SECTIONS = 1024 };
static instr_label *sections[SECTIONS];
static uint32_t section_count;

void kokkosp_create_profile_section(const char *name, uint32_t *section)
{
    *section = __atomic_fetch_add(&section_count, 1, __ATOMIC_RELAXED);
    if (*section < SECTIONS)
        __atomic_store_n(&sections[*section], label_of(name, "section"), __ATOMIC_RELEASE);
}

void kokkosp_start_profile_section(uint32_t section)
{
    if (section < SECTIONS)
        (void)instr_start_label(__atomic_load_n(&sections[section], __ATOMIC_ACQUIRE));
}

void kokkosp_stop_profile_section(uint32_t section)
{
    if (section < SECTIONS)
        (void)instr_stop_label(__atomic_load_n(&sections[section], __ATOMIC_ACQUIRE));
}

void kokkosp_destroy_profile_section(uint32_t section)
{
    (void)section;
}

void kokkosp_profile_event(const char *name)
{
    (void)instr_add(label_of(name, "event"), 0);
}

void kokkosp_allocate_data(struct space space, const char *label, const void *data, uint64_t size)
{
    (void)data;
    (void)size;
    (void)instr_add(label_at("allocate", space, label), 0);
}

void kokkosp_deallocate_data(struct space space, const char *label, const void *data, uint64_t size)
{
    (void)data;
    (void)size;
    (void)instr_add(label_at("deallocate", space, label), 0);
}

void kokkosp_begin_deep_copy(struct space to, const char *to_label, const void *to_data, struct space from,
                             const char *from_label, const void *from_data, uint64_t size)
{
    char name[NAME_SIZE];
    (void)to_data;
    (void)from_data;
    (void)size;
    snprintf(name, sizeof name, "deep_copy %.*s: %s to %.*s: %s", (int)sizeof from.name, from.name, from_label,
             (int)sizeof to.name, to.name, to_label);
    push(label_of(name, "deep_copy"));
}

void kokkosp_end_deep_copy(void)
{
    pop();
}
