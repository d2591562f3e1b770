/*
 * nvtx.c - INSTR_PLUGINS=nvtx: each call is a range of NVTX, in the domain "instr", for Nsight Systems and whatever else takes
 * NVTX.
 *
 * NVTX is an interface without a library: the tool's own is named by NVTX_INJECTION64_PATH, or is in the process already, and
 * has a function InitializeInjectionNvtx2. It is given a function that hands out tables of places, into which it writes its
 * functions. What is declared here is that interface as nvToolsExt.h of version 3 has it (nvtxDetail/nvtxTypes.h).
 */
#include "include/instr_plugin.h"

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void function(void);

enum { TABLE_CALLBACKS = 1, TABLE_VERSION = 3, VERSION = 3 };
enum { MODULE_CORE = 1, MODULE_CORE2 = 5, MODULES = 7, MOST = 17 };
enum { RANGE_PUSH = 9, RANGE_POP = 11, NAME_THREAD = 14 };                                    /* of MODULE_CORE */
enum { DOMAIN_RANGE_PUSH = 4, DOMAIN_RANGE_POP = 5, DOMAIN_STRING = 10, DOMAIN_CREATE = 12 }; /* of MODULE_CORE2 */

struct attributes {
    uint16_t version, size;
    uint32_t category;
    int32_t color_type;
    uint32_t color;
    int32_t payload_type, reserved;
    uint64_t payload;
    int32_t message_type; /* 3: registered */
    const void *message;
};

static function *functions[MODULES][MOST];
static function **places[MODULES][MOST + 1]; /* of these; ends with null */
static void *domain;                         /* null: the tool knows none */

static int give_module(int module, function ****table, unsigned *size)
{
    static const unsigned sizes[MODULES] = {[MODULE_CORE] = 16, [MODULE_CORE2] = 16};
    if (module < 0 || module >= MODULES || !sizes[module])
        return 0;
    for (unsigned i = 0; i < sizes[module]; i++)
        places[module][i] = &functions[module][i];
    if (size)
        *size = sizes[module];
    if (table)
        *table = places[module];
    return 1;
}

static void ignore_version(uint32_t version)
{
    (void)version;
}

static const void *give_table(uint32_t kind)
{
    static const struct {
        size_t size;
        int (*give_module)(int, function ****, unsigned *);
    } callbacks = {sizeof callbacks, give_module};
    static const struct {
        size_t size;
        uint32_t version, reserved;
        void (*set)(uint32_t);
    } version = {sizeof version, VERSION, 0, ignore_version};
    return kind == TABLE_CALLBACKS ? (const void *)&callbacks : kind == TABLE_VERSION ? (const void *)&version : NULL;
}

/* A function from the tool, with its type. */
#define OF(module, id, type) ((type)functions[module][id])

static void *define(void *user, const struct instr_plugin_region *region)
{
    (void)user;
    if (!domain || !functions[MODULE_CORE2][DOMAIN_STRING])
        return NULL;
    return OF(MODULE_CORE2, DOMAIN_STRING, void *(*)(void *, const char *))(domain, region->name);
}

static void begin(void *user, const struct instr_plugin_event *event)
{
    (void)user;
    if (event->region_data) {
        const struct attributes attributes = {
            .version = VERSION, .size = sizeof attributes, .message_type = 3, .message = event->region_data};
        OF(MODULE_CORE2, DOMAIN_RANGE_PUSH, int (*)(void *, const struct attributes *))(domain, &attributes);
    } else if (!domain) {
        OF(MODULE_CORE, RANGE_PUSH, int (*)(const char *))(event->region->name);
    }
}

static void end(void *user, const struct instr_plugin_event *event)
{
    (void)user;
    if (event->region_data)
        OF(MODULE_CORE2, DOMAIN_RANGE_POP, int (*)(void *))(domain);
    else if (!domain)
        OF(MODULE_CORE, RANGE_POP, int (*)(void))();
}

static void *begin_thread(void *user, unsigned thread, long system_id)
{
    char name[32];
    (void)user;
    snprintf(name, sizeof name, "instr thread %u", thread);
    if (functions[MODULE_CORE][NAME_THREAD] && thread)
        OF(MODULE_CORE, NAME_THREAD, void (*)(uint32_t, const char *))((uint32_t)system_id, name);
    return NULL;
}

/* Returns the tool's own function, or NULL. */
static void *find_tool(char *why, size_t size)
{
    const char *path = getenv("NVTX_INJECTION64_PATH");
    void *object, *tool = dlsym(RTLD_DEFAULT, "InitializeInjectionNvtx2");
    if (tool)
        return tool;
    if (!path || !*path) {
        snprintf(
            why, size,
            "there is no tool: set NVTX_INJECTION64_PATH to its library, as nsys does for programs that it starts");
        return NULL;
    }
    object = dlopen(path, RTLD_LAZY);
    if (!object)
        snprintf(why, size, "NVTX_INJECTION64_PATH can't be loaded: %s", dlerror());
    else if (!(tool = dlsym(object, "InitializeInjectionNvtx2")))
        snprintf(why, size, "%s is not a library for NVTX: it has no InitializeInjectionNvtx2", path);
    return tool;
}

static int start_tool(char *why, size_t size)
{
    int (*start)(const void *(*)(uint32_t));
    void *tool = find_tool(why, size);
    if (!tool)
        return 0;
    memcpy(&start, &tool, sizeof start);
    if (!start(give_table)) {
        snprintf(why, size, "the tool refused to run");
        return 0;
    }
    if (functions[MODULE_CORE2][DOMAIN_CREATE] && functions[MODULE_CORE2][DOMAIN_STRING] &&
        functions[MODULE_CORE2][DOMAIN_RANGE_PUSH] && functions[MODULE_CORE2][DOMAIN_RANGE_POP])
        domain = OF(MODULE_CORE2, DOMAIN_CREATE, void *(*)(const char *))("instr");
    if (domain || (functions[MODULE_CORE][RANGE_PUSH] && functions[MODULE_CORE][RANGE_POP]))
        return 1;
    snprintf(why, size, "the tool does not accept ranges");
    return 0;
}

__attribute__((visibility("default"))) const struct instr_plugin *
instr_plugin_start(const struct instr_plugin_host *host)
{
    static const struct instr_plugin table = {INSTR_PLUGIN_HEAD("nvtx"), .region_defined = define,
                                              .region_begin = begin, .region_end = end, .thread_begin = begin_thread};
    char why[600] = "";
    if (start_tool(why, sizeof why))
        return &table;
    host->say(&table, why);
    return NULL;
}
