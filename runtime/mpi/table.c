/* table.c - see table.h. */
#include "runtime/mpi/table.h"

#include "include/instr_abi.h"
#include "runtime/mpi/part.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static struct wrapper *table; /* by name */
static size_t table_size;

_Atomic int table_timing;
_Atomic bool table_seen;
_Atomic unsigned long long table_skipped;

/* Where the edited call stands that is about to be made; null elsewhere. */
static _Thread_local const char *next_site;

const char *table_take_site(void)
{
    const char *site = next_site;
    next_site = NULL;
    return site;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(((const struct wrapper *)a)->name, ((const struct wrapper *)b)->name);
}

void table_use(struct wrapper *all, size_t count)
{
    table = all;
    table_size = count;
    for (size_t i = 0; i < count; i++)
        table[i].length = strlen(table[i].name);
    qsort(table, table_size, sizeof *table, compare_names);
}

static struct wrapper *search(const char *name)
{
    struct wrapper key = {.name = name};
    return table_size ? bsearch(&key, table, table_size, sizeof *table, compare_names) : NULL;
}

static bool is_other_part(const char *name, any_fn *function)
{
    char question[64] = "?";
    strncpy(question + 1, name, sizeof question - 2);
    return part_services()->is_wrapper(question, function);
}

/* Aims a wrapper at another tool's function or MPI's own, but not at the wrapper of another part, which would count the call again. */
static void aim(const struct wrapper *wrapper)
{
    any_fn *found = (any_fn *)(uintptr_t)__instr_ref_dlsym(RTLD_NEXT, wrapper->name);
    if (found && found != wrapper->function && !wrapper->pointed && !is_other_part(wrapper->name, found))
        *wrapper->next = found;
}

void table_aim(void)
{
    static atomic_flag aimed = ATOMIC_FLAG_INIT;
    if (!part_services() || !__instr_ref_dlsym || __instr_ref_static || atomic_flag_test_and_set(&aimed))
        return;
    for (size_t i = 0; i < table_size; i++)
        aim(&table[i]);
}

/* Returns whether the wrapper is for MPI_Init or the like, for which the runtime itself looks. */
static bool is_start(const struct wrapper *wrapper)
{
    return strcmp(wrapper->name, "MPI_Init") == 0 || strcmp(wrapper->name, "MPI_Init_thread") == 0;
}

void table_catch(void)
{
    static atomic_flag caught = ATOMIC_FLAG_INIT;
    if (!part_services() || __instr_ref_static || atomic_flag_test_and_set(&caught))
        return;
    struct mpi_call *calls = calloc(table_size, sizeof *calls);
    struct wrapper **callee = calloc(table_size, sizeof *callee);
    size_t count = 0;
    for (size_t i = 0; calls && callee && i < table_size; i++) {
        if (is_start(&table[i]))
            continue;
        calls[count] = (struct mpi_call){.name = table[i].name, .wrapper = table[i].function};
        callee[count++] = &table[i];
    }
    if (count)
        part_services()->catch_calls(calls, count);
    for (size_t i = 0; i < count; i++) {
        any_fn *meant = calls[i].original;
        if (meant && meant != callee[i]->function && !callee[i]->pointed && !is_other_part(callee[i]->name, meant))
            *callee[i]->next = meant;
    }
    free(callee);
    free(calls);
}

unsigned long long table_left_out(void)
{
    return atomic_exchange(&table_skipped, 0);
}

static atomic_ullong not_known;

void table_not_known(void)
{
    atomic_fetch_add_explicit(&not_known, 1, memory_order_relaxed);
}

unsigned long long table_unknown(void)
{
    return atomic_exchange(&not_known, 0);
}

bool table_saw(void)
{
    return atomic_load(&table_seen);
}

void table_follow(any_fn *(*leading)(const char *, any_fn *))
{
    char question[64] = "?";
    for (size_t i = 0; i < table_size; i++) {
        strncpy(question + 1, table[i].name, sizeof question - 2);
        any_fn *found = leading(question, NULL);
        if (found)
            *table[i].next = found;
    }
    atomic_store(&table_timing, TABLE_PASSES_ON);
}

/* What the call meant may be the wrapper of a part in the object that makes it, which would come back here. Null: Fortran's. */
static void point_to(struct wrapper *wrapper, any_fn *original)
{
    if (!original || original == wrapper->function || original == *wrapper->next || original == wrapper->passed_over)
        return;
    if (is_other_part(wrapper->name, original)) {
        wrapper->passed_over = original;
        return;
    }
    *wrapper->next = original;
    wrapper->pointed = true;
}

/* To a question. */
static any_fn *answer(const char *function)
{
    const struct wrapper *asked = search(function);
    return asked ? asked->function : NULL;
}

/* Returns whether `name` is the function's name, alone or followed by a call site. */
static bool is_of(const char *name, const char *function, size_t length)
{
    return strncmp(name, function, length) == 0 && (!name[length] || name[length] == '@');
}

/* Finds the wrapper for "MPI_X" or "MPI_X@FILE:LINE". */
static struct wrapper *search_call(const char *name)
{
    char function[64];
    size_t length = strcspn(name, "@");
    if (length >= sizeof function)
        return NULL;
    memcpy(function, name, length);
    function[length] = 0;
    return search(function);
}

/* Runs before every edited call of MPI, with the same few pointers to names: what was found for one is
 * tried first. */
any_fn *table_find(const char *name, any_fn *original)
{
    enum { RECENT = 1024 };
    static _Atomic(struct wrapper *) recent[RECENT];
    _Atomic(struct wrapper *) *slot = &recent[((uintptr_t)name ^ (uintptr_t)name >> 10) % RECENT];
    struct wrapper *found = atomic_load_explicit(slot, memory_order_acquire);
    if (!found || !is_of(name, found->name, found->length)) {
        found = *name == '?' ? NULL : search_call(name);
        if (!found)
            return *name == '?' ? answer(name + 1) : NULL;
        atomic_store_explicit(slot, found, memory_order_release);
    }
    next_site = name[found->length] ? name + found->length + 1 : NULL;
    point_to(found, original);
    return found->function;
}
