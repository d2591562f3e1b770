/* groups_on.c - see groups_on.h. Entries are only added, so that readers need no lock. */
#include "runtime/measure/store/groups_on.h"

#include "runtime/machine/relaxed.h"
#include "runtime/machine/settings.h"
#include "runtime/machine/settings_values.h"
#include "runtime/measure/store/store.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 128, NAME = 100 };

static struct {
    const char *name;
    uint8_t on;
} switched[MOST];
static uint32_t count;
static uint8_t others_on = 1;

static bool is_on(const char *name, size_t length)
{
    uint32_t entries = __atomic_load_n(&count, __ATOMIC_ACQUIRE);
    for (uint32_t i = 0; i < entries; i++)
        if (strncmp(switched[i].name, name, length) == 0 && !switched[i].name[length])
            return GET(switched[i].on);
    return GET(others_on);
}

bool groups_on(const char *groups)
{
    if (!groups || !*groups)
        return true;
    for (;;) {
        size_t length = strcspn(groups, ",");
        if (is_on(groups, length))
            return true;
        if (!groups[length])
            return false;
        groups += length + 1;
    }
}

bool groups_on_set(const char *name, bool on)
{
    uint32_t at = 0;
    if (!name) {
        for (; at < count; at++)
            PUT(switched[at].on, on);
        PUT(others_on, on);
        return true;
    }
    while (at < count && strcmp(switched[at].name, name) != 0)
        at++;
    if (at == MOST)
        return false;
    PUT(switched[at].on, on);
    if (at == count) {
        switched[at].name = store_text(name);
        __atomic_store_n(&count, count + 1, __ATOMIC_RELEASE);
    }
    return true;
}

void groups_on_start(void)
{
    const char *text = getenv("INSTR_GROUPS");
    if (!groups_on_read(text))
        settings_reject("INSTR_GROUPS", text, GROUPS_EXPECTED);
}

bool groups_on_read(const char *text)
{
    char name[NAME];
    while (text && *(text += strspn(text, " "))) {
        size_t length = strcspn(text, " ");
        bool off = *text == '!';
        if (length >= sizeof name || length == (size_t)off)
            return false;
        memcpy(name, text + off, length - off);
        name[length - off] = 0;
        if (!off)
            PUT(others_on, 0);
        groups_on_set(name, !off);
        text += length;
    }
    return true;
}
