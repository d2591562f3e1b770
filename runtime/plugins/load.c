/*
 * load.c - see plugins.h.
 *
 * A word of INSTR_PLUGINS with a slash is a file; one without is a plug-in of ours, in the folder `instr` beside libinstr.so.
 * A process that runs with more rights than its caller does not get here (settings.h).
 */
#include "runtime/plugins/plugins.h"

#include "common/input.h"
#include "common/name.h"
#include "runtime/job/launch.h"
#include "runtime/machine/message.h"
#include "runtime/machine/settings.h"
#include "runtime/machine/settings_values.h"
#include "runtime/machine/tallies.h"

#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static THREAD_LOCAL long
    loading; /* long: the loader takes back thread-local storage of whole words alone, after dlclose */

bool load_goes_on(void)
{
    return loading;
}

#ifndef INSTR_STATIC_RUNTIME

#include <dlfcn.h>

__attribute__((format(printf, 2, 3))) static bool refuse(const char *word, const char *format, ...)
{
    char why[900];
    va_list list;
    va_start(list, format);
    vsnprintf(why, sizeof why, format, list);
    va_end(list);
    tally_add(TALLY_BAD_SETTINGS, 1);
    if (launch_first_rank())
        message_say("INSTR_PLUGINS: %s %s", word, why);
    return false;
}

/* Finds the file that a word means. */
static bool find_file(const char *word, char *path, size_t size)
{
    char folder[3072];
    if (strchr(word, '/'))
        return (size_t)snprintf(path, size, "%s", word) < size || refuse(word, "is too long");
    const char *given = getenv("INSTR_LIBDIR"), *slash;
    Dl_info self = {.dli_fname = NULL};
    if (!given || !*given) {
        slash = dladdr((void *)&plugin_host, &self) && self.dli_fname ? strrchr(self.dli_fname, '/') : NULL;
        snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - self.dli_fname) : 0, self.dli_fname);
        given = folder;
    }
    if ((size_t)snprintf(path, size, "%s/instr/libinstr_%s.so", given, word) < size && access(path, R_OK) == 0)
        return true;
    return refuse(word, "is no plug-in of this instr (there is no %s); a file of your own needs a slash, as in ./%s",
                  path, word);
}

static void name_it(struct loaded *plugin, const char *word)
{
    const char *name = plugin->table.name && *plugin->table.name ? plugin->table.name : name_base(word);
    snprintf(plugin->name, sizeof plugin->name, "%.63s", name);
    for (char *at = plugin->name; *at; at++)
        if (*at < ' ' || *at > '~')
            *at = '?';
}

static bool start(struct loaded *plugin, const char *word)
{
    char path[PATH_MAX];
    if (!find_file(word, path, sizeof path))
        return false;
    const char *why;
    int file = input_open(path, O_RDONLY, NULL, &why); /* what loads it would wait for a pipe */
    if (file < 0)
        return refuse(word, "can't be loaded: %s: %s", path, why);
    close(file);
    void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!object)
        return refuse(word, "can't be loaded: %s", dlerror());
    void *symbol = dlsym(object, "instr_plugin_start");
    instr_plugin_start_fn *begin;
    memcpy(&begin, &symbol, sizeof begin);
    if (!begin)
        return refuse(word, "is no plug-in: it has no function instr_plugin_start, see instr_plugin.h");
    const struct instr_plugin *table = begin(&plugin_host);
    if (!table)
        return refuse(word, "refused to run");
    if (table->version != INSTR_PLUGIN_VERSION || table->size < offsetof(struct instr_plugin, region_defined))
        return refuse(
            word,
            "was made for version %u of instr_plugin.h, and this instr knows version %u: compile it again with "
            "this instr's header, or use the instr that it was made for",
            table->version, INSTR_PLUGIN_VERSION);
    memcpy(&plugin->table, table, table->size < sizeof plugin->table ? table->size : sizeof plugin->table);
    name_it(plugin, word);
    return true;
}

unsigned load_plugins(struct loaded *plugins, unsigned most)
{
    const char *words = getenv("INSTR_PLUGINS");
    unsigned count = 0;
    char word[PATH_MAX];
    loading = true;
    for (; words && *words; words += strcspn(words, ","), words += *words == ',') {
        size_t length = strcspn(words, ",");
        if (!length)
            continue;
        snprintf(word, sizeof word, "%.*s", length < sizeof word ? (int)length : 0, words);
        if (count == most)
            refuse(word, "is ignored: at most %u plug-ins are possible", most);
        else
            count += start(&plugins[count], word);
    }
    loading = false;
    return count;
}

#else

unsigned load_plugins(struct loaded *plugins, unsigned most)
{
    (void)plugins;
    (void)most;
    const char *words = getenv("INSTR_PLUGINS");
    if (words && *words)
        settings_reject("INSTR_PLUGINS", NULL, " is ignored: a static program can't load plug-ins");
    return 0;
}

#endif
