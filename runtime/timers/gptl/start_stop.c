/*
 * start_stop.c - GPTL's ways to start and stop a timer: by name, by name and handle, by a name with its length, by the address
 * of a function, and with a time from elsewhere.
 */
#include "runtime/timers/gptl/errors.h"
#include "runtime/timers/gptl/options.h"
#include "runtime/timers/gptl/threads.h"
#include "runtime/timers/gptl/timers.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

/* E3SM's prefix of all threads; each thread's own comes behind it. */
static char prefix_of_all[TIMERS_NAME + 1];

/* Appends as much of `text` as fits. Returns where the next text goes. */
static size_t append(char room[TIMERS_NAME + 1], size_t at, const char *text)
{
    size_t length = strnlen(text, TIMERS_NAME - at);
    memcpy(room + at, text, length);
    room[at + length] = '\0';
    return at + length;
}

/* Returns the name with its prefixes, cut as in E3SM's GPTL; `room` is for a name that has to be made. NULL: too long. */
static const char *full_name(const struct timers *timers, const char *name, char room[TIMERS_NAME + 1])
{
    if (*prefix_of_all || *timers->prefix || (options_e3sm() && strlen(name) > TIMERS_NAME)) {
        size_t at = append(room, 0, prefix_of_all);
        at = append(room, at, timers->prefix);
        (void)append(room, at, name);
        return room;
    }
    return strlen(name) > (size_t)timers_longest() ? NULL : name;
}

static int too_long(const char *function, const char *name)
{
    return errors_add("%s: region name %s is too long\nRename to be %d chars or fewer\n", function, name,
                      timers_longest());
}

/* A handle is the name's hash; E3SM's programs have room for more. */
static unsigned handle_get(const void *handle)
{
    int value;
    memcpy(&value, handle, sizeof value);
    return (unsigned)value;
}

static void handle_set(void *handle, unsigned hash)
{
    int value = (int)hash;
    memcpy(handle, &value, sizeof value);
}

int GPTLinit_handle(const char *name, int *handle)
{
    handle_set(handle, timers_hash(name));
    return 0;
}

/* Starts a timer. `handle` is NULL for a call by name. */
static int start(const char *function, const char *name, void *handle)
{
    struct timers *timers;
    char room[TIMERS_NAME + 1];
    int result = timers_before_start(name, &timers);
    if (result != 0)
        return result > 0 ? 0 : result;
    const char *full = full_name(timers, name, room);
    if (!full)
        return too_long(function, name);
    unsigned hash = handle ? handle_get(handle) : 0;
    struct timer *timer = hash ? timers_find(timers, full, hash) : NULL;
    if (!timer && (!hash || hash != timers_hash(full))) {
        if (hash && full == name)
            return errors_add("%s: the handle belongs to another timer than %s\n", function, name);
        hash = timers_hash(full);
        if (handle)
            handle_set(handle, hash);
        timer = timers_find(timers, full, hash);
    }
    return timers_start(timers, timer, full, hash, NULL);
}

int GPTLstart(const char *name)
{
    return start("GPTLstart", name, NULL);
}

int GPTLstart_handle(const char *name, void *handle)
{
    return start("GPTLstart_handle", name, handle);
}

static int stop(const char *name, const void *handle)
{
    struct stamp stamp = timers_stamp();
    struct timers *timers;
    char room[TIMERS_NAME + 1];
    int result = timers_before_stop(name, &timers);
    if (result != 0)
        return result > 0 ? 0 : result;
    const char *full = full_name(timers, name, room);
    unsigned hash = handle ? handle_get(handle) : 0;
    /* With prefixes one handle may stand for several names. */
    struct timer *timer = full ? timers_find(timers, full, handle && full == name ? hash : timers_hash(full)) : NULL;
    if (handle && (!hash || !timer))
        return errors_add("GPTLstop_handle: handle=%u has not been set for timer %s.\n", hash, name);
    if (!timer)
        return errors_add("GPTLstop: timer %s had not been started.\nPerhaps length exceeds %d chars?\n", name,
                          timers_longest());
    return timers_stop(timers, timer, stamp);
}

int GPTLstop(const char *name)
{
    return stop(name, NULL);
}

int GPTLstop_handle(const char *name, void *handle)
{
    return stop(name, handle);
}

/* Converts a Fortran string, which has no zero, and blanks at its end. */
static const char *terminated(const char *name, int length, char room[TIMERS_NAME + 1])
{
    int size = length < TIMERS_NAME ? length : TIMERS_NAME;
    memcpy(room, name, size > 0 ? (size_t)size : 0);
    while (size > 0 && room[size - 1] == ' ')
        size--;
    room[size > 0 ? size : 0] = '\0';
    return room;
}

int GPTLstartf(const char *name, const int length)
{
    char room[TIMERS_NAME + 1];
    return GPTLstart(terminated(name, length, room));
}

int GPTLstopf(const char *name, const int length)
{
    char room[TIMERS_NAME + 1];
    return GPTLstop(terminated(name, length, room));
}

int GPTLstartf_handle(const char *name, const int length, void *handle)
{
    char room[TIMERS_NAME + 1];
    return GPTLstart_handle(terminated(name, length, room), handle);
}

int GPTLstopf_handle(const char *name, const int length, void *handle)
{
    char room[TIMERS_NAME + 1];
    return GPTLstop_handle(terminated(name, length, room), handle);
}

int GPTLprefix_setf(const char *name, const int length)
{
    struct timers *timers;
    char room[TIMERS_NAME + 1];
    options_say_e3sm();
    if (!timers_initialized())
        return 0;
    terminated(name, length, room);
    if (threads_serial())
        strcpy(prefix_of_all, room);
    else if ((timers = timers_own()))
        strcpy(timers->prefix, room);
    return 0;
}

int GPTLprefix_set(const char *name)
{
    return GPTLprefix_setf(name, (int)strnlen(name, TIMERS_NAME));
}

int GPTLprefix_unset(void)
{
    return GPTLprefix_setf("", 0);
}

/* Adds a time from elsewhere: `calls` calls that took `seconds` together. */
static int add_time(const char *function, const char *name, double seconds, int calls)
{
    struct timers *timers;
    char room[TIMERS_NAME + 1];
    if (!options.wall)
        return errors_add("%s: wallstats must be enabled to call this function\n", function);
    if (seconds < 0)
        return errors_add("%s: Input value must not be negative\n", function);
    int result = timers_before_start(name, &timers);
    if (result != 0)
        return result > 0 ? 0 : result;
    const char *full = full_name(timers, name, room);
    if (!full)
        return too_long(function, name);
    return timers_add_time(timers, full, seconds, calls);
}

int GPTLstartstop_val(const char *name, double value)
{
    return add_time("GPTLstartstop_val", name, value, 1);
}

int GPTLstartstop_vals(const char *name, double add, int count)
{
    options_say_e3sm();
    return add_time("GPTLstartstop_vals", name, add, count);
}

int GPTLstartstop_valsf(const char *name, const int length, double add, int count)
{
    char room[TIMERS_NAME + 1];
    return GPTLstartstop_vals(terminated(name, length, room), add, count);
}

static unsigned hash_of_address(const void *address)
{
    return (unsigned)((unsigned long)address >> 4) & 0x7fffffffu;
}

static struct timer *find_function(const struct timers *timers, const void *address)
{
    struct timer *timer = timers->buckets[hash_of_address(address) % TIMERS_BUCKETS];
    while (timer && timer->address != address)
        timer = timer->chain;
    return timer;
}

/* Starts a function's timer. Functions called before GPTLinitialize are silently not timed. */
int GPTLstart_instr(void *self)
{
    struct timers *timers;
    Dl_info info;
    char name[TIMERS_NAME + 1];
    int result = timers_initialized() ? timers_before_start("unknown", &timers) : 1;
    if (result != 0)
        return result > 0 ? 0 : result;
    struct timer *timer = find_function(timers, self);
    if (timer)
        return timers_start(timers, timer, timer->name, timer->hash, self);
    if (dladdr(self, &info) && info.dli_sname)
        snprintf(name, (size_t)timers_longest() + 1, "%s", info.dli_sname);
    else
        snprintf(name, sizeof name, "%-16p", self);
    return timers_start(timers, NULL, name, hash_of_address(self), self);
}

int GPTLstop_instr(void *self)
{
    struct stamp stamp = timers_stamp();
    struct timers *timers;
    int result = timers_initialized() ? timers_before_stop("unknown", &timers) : 1;
    if (result != 0)
        return result > 0 ? 0 : result;
    struct timer *timer = find_function(timers, self);
    if (!timer) {
        errors_warn("GPTLstop_instr: timer for %p had not been started.\n", self);
        return -1;
    }
    return timers_stop(timers, timer, stamp);
}

void __cyg_profile_func_enter(void *function, void *site);
void __cyg_profile_func_enter(void *function, void *site)
{
    (void)site;
    (void)GPTLstart_instr(function);
}

void __cyg_profile_func_exit(void *function, void *site);
void __cyg_profile_func_exit(void *function, void *site)
{
    (void)site;
    (void)GPTLstop_instr(function);
}
