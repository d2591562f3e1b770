/* filters.c - see filters.h. */
#include "runtime/measure/store/filters.h"

#include "runtime/machine/settings.h"
#include "runtime/machine/settings_values.h"
#include "runtime/measure/store/store.h"

static struct arena arena;

const char *filters_read(struct filter *filter, const char *variable, const char *path)
{
    struct error error = {ERROR_NONE, ""};
    *filter = (struct filter){.regions = {0}};
    if (!path || !*path || filter_read(filter, path, &arena, &error))
        return NULL;
    *filter = (struct filter){.regions = {0}}; /* half a filter is none */
    settings_reject(variable, NULL, store_text(arena_printf(&arena, " is ignored: %s", error.text)));
    return store_text(error.text);
}
