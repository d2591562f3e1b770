/*
 * api_configure.c - instr_configure: settings from the program.
 *
 * The environment wins, as over Caliper's cali_config_preset: who starts a program can change a run without changing the program.
 * A setting is read into a copy by what reads the environment's, so errors are the same; then what others read at any time is put
 * in place word by word, and texts under the lock of who writes profiles. Metrics, clocks and memory are fixed by then: the probes
 * and the store were made for them.
 */
#include "runtime/api/api.h"

#include "runtime/job/launch.h"
#include "runtime/machine/big_stack.h"
#include "runtime/machine/floats.h"
#include "runtime/machine/message.h"
#include "runtime/machine/relaxed.h"
#include "runtime/machine/settings.h"
#include "runtime/machine/settings_values.h"
#include "runtime/measure/flow/thread.h"
#include "runtime/measure/store/groups_on.h"
#include "runtime/measure/store/lock.h"
#include "runtime/measure/store/regions.h"
#include "runtime/measure/store/store_header.h"
#include "runtime/measure/store/thread_busy.h"
#include "runtime/write/output.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

enum { LONGEST = sizeof settings.output + 64, KEPT = 1 };

static struct lock lock =
    LOCK(LOCK_SETTINGS, NULL); /* a thread that has it is busy: what the interface offers comes behind it */

/* The lock is held. */
static void say(void)
{
    if (*settings_complaint() && launch_first_rank())
        message_say("%s", settings_complaint());
    settings_complaint_said();
}

static int refuse(const char *name, const char *text, const char *why)
{
    lock_take(&lock);
    settings_reject(name, text, why);
    say();
    lock_give(&lock);
    return INSTR_EARGUMENT;
}

/* KEY=VALUE,KEY=VALUE */
static int note_all(const char *name, char *tag)
{
    int result = INSTR_OK;
    for (char *next; tag && *tag && !result; tag = next) {
        if ((next = strchr(tag, ',')))
            *next++ = '\0';
        char *value = strchr(tag, '=');
        if (value)
            *value++ = '\0';
        result = instr_note(tag, value);
        if (result == INSTR_EARGUMENT)
            refuse(name, tag, " is ignored: expected KEY=VALUE");
    }
    return result;
}

static int take(const char *name, const char *text)
{
    static struct settings next;
    relaxed_copy(&next, &settings, sizeof next);
    switch (settings_change(&next, name, text)) {
    case SETTING_KEPT:
        return KEPT;
    case SETTING_FIXED:
        return INSTR_ESTARTED;
    case SETTING_WRONG:
        return INSTR_EARGUMENT;
    default:
        break;
    }
    PUT(settings.level, next.level);
    PUT(settings.strict, next.strict);
    PUT(settings.job, next.job);
    PUT(store->settings.job, next.job);
    return output_change(&next) ? INSTR_OK : INSTR_EBUSY;
}

static int change(const char *name, char *text)
{
    lock_take(&lock);
    int result = take(name, text);
    say();
    lock_give(&lock);
    if (result)
        return result == KEPT ? INSTR_OK : result;
    if (strcmp(name, "INSTR_TAG") == 0)
        return note_all(name, text);
    if (strcmp(name, "INSTR_GROUPS") == 0 && !groups_read(text))
        return refuse(name, text, GROUPS_EXPECTED);
    thread_apply_level();
    regions_apply_level();
    label_apply_level();
    return INSTR_OK;
}

/* The length of the first setting of a text. Its value has commas where no name and = come behind them. */
static size_t first_of(const char *text, char separator)
{
    const char *end = strchr(text, separator);
    while (end && separator == ',' && end[1 + strcspn(end + 1, "=,")] != '=')
        end = strchr(end + 1, ',');
    return end ? (size_t)(end - text) : strlen(text);
}

static int change_one(const char *text, size_t length)
{
    char name[LONGEST + sizeof "INSTR_"] = "INSTR_", *value;
    size_t at = sizeof "INSTR_" - 1;
    if (length >= LONGEST)
        return refuse("", NULL, "a setting of instr_configure is ignored: it is too long");
    memcpy(name + at, text, length);
    value = strchr(name, '=');
    if (!value || !value[1])
        return refuse(name, NULL, " is ignored: expected NAME=VALUE");
    *value++ = '\0';
    for (; name[at]; at++)
        name[at] = (char)toupper((unsigned char)name[at]);
    return change(name, value);
}

struct wanted {
    const char *settings;
    int result;
};

static void configure(void *argument)
{
    struct wanted *wanted = argument;
    const char *at = wanted->settings;
    char separator = strchr(at, ';') ? ';' : ',';
    for (size_t length; *(at += strspn(at, ",; ")); at += length) {
        length = first_of(at, separator);
        int result = change_one(at, length);
        wanted->result = wanted->result ? wanted->result : result;
    }
}

int instr_configure(const char *wanted)
{
    FLOATS_OF_OUR_OWN;
    struct wanted all = {wanted, INSTR_OK};
    int saved = errno;
    if (!wanted)
        return INSTR_EARGUMENT;
    if (!store || thread_is_busy())
        return store ? INSTR_EBUSY : INSTR_OK;
    big_stack_run(configure, &all);
    errno = saved;
    return all.result;
}
