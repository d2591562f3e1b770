/*
 * output_export.c - see output_export.h.
 *
 * A child of fork leaves its parent's files alone, as they have one name each.
 */
#include "runtime/write/output_export.h"

#include "profile/e3sm.h"
#include "runtime/machine/message.h"
#include "runtime/machine/settings.h"
#include "runtime/measure/store/store_header.h"

#include <string.h>

void output_export(const struct profile *profile, const char *path, struct arena *arena)
{
    struct error error = {0};
    if (!path || !settings_export_e3sm() || store->forked)
        return;
    const char *slash = strrchr(path, '/');
    const char *prefix = arena_printf(arena, "%.*smodel_timing", slash ? (int)(slash + 1 - path) : 0, path);
    if (!prefix || !e3sm_write(profile, prefix, arena, &error))
        message_say("E3SM's files were not written: %s", prefix ? error.text : "no memory");
}
