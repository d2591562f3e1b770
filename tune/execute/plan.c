/* plan.c - see plan.h. */
#include "tune/execute/plan.h"

#include "base/hash.h"
#include "base/input.h"

#include <fcntl.h>
#include <glob.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Two hashes side by side, 128 bits. */
struct digest {
    uint64_t a, b;
};
#define DIGEST_START ((struct digest){HASH_START, ~HASH_START})

static void add_bytes(struct digest *digest, const char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        digest->a = hash_number(digest->a, (unsigned char)bytes[i]);
        digest->b = hash_number(digest->b, (unsigned char)~(unsigned char)bytes[i]) + (digest->b >> 32);
    }
}

/* With its end, so that "ab" and "c" differ from "a" and "bc"; nothing differs from "". */
static void add_text(struct digest *digest, const char *text)
{
    add_bytes(digest, text ? "+" : "-", 1);
    add_bytes(digest, text ? text : "", text ? strlen(text) + 1 : 1);
}

static void show(const struct digest *digest, char key[KEY_SIZE])
{
    snprintf(key, KEY_SIZE, "%016" PRIx64 "%016" PRIx64, digest->a, digest->b);
}

static bool add_file(struct digest *digest, const char *path, struct error *error)
{
    char bytes[16384];
    const char *why;
    int file = input_open(path, O_RDONLY, NULL, &why);
    if (file < 0)
        return error_set(error, ERROR_USAGE, "can't read the source %s: %s", path, why);
    add_text(digest, path);
    for (ssize_t size; (size = read(file, bytes, sizeof bytes)) > 0;)
        add_bytes(digest, bytes, (size_t)size);
    close(file);
    add_text(digest, "");
    return true;
}

bool plan_sources(const struct project *project, char digest[KEY_SIZE], struct error *error)
{
    struct digest sum = DIGEST_START;
    *digest = '\0';
    for (unsigned i = 0; i < project->source_count; i++) {
        char pattern[4096];
        glob_t found;
        const char *source = project->sources[i];
        snprintf(pattern, sizeof pattern, "%s%s%s", *source == '/' ? "" : project->directory, *source == '/' ? "" : "/",
                 source);
        if (glob(pattern, 0, NULL, &found))
            return error_set(error, ERROR_USAGE, "%s: no file is like the source '%s'", project->file, source);
        bool done = true;
        for (size_t k = 0; done && k < found.gl_pathc; k++)
            done = add_file(&sum, found.gl_pathv[k], error);
        globfree(&found);
        if (!done)
            return false;
    }
    if (project->source_count)
        show(&sum, digest);
    return true;
}

bool plan_make(struct project *project, const char *sources, const uint16_t *genes, struct plan *plan,
               struct arena *arena, struct error *error)
{
    if (!variant_recipe(project, genes, &plan->recipe, arena, error))
        return false;
    const struct recipe *recipe = &plan->recipe;
    struct digest digest = DIGEST_START;
    add_text(&digest, sources);
    for (unsigned i = 0; i < recipe->file_count; i++) {
        add_text(&digest, recipe->files[i].name);
        add_bytes(&digest, recipe->files[i].text, recipe->files[i].size);
        add_text(&digest, "");
    }
    add_text(&digest, recipe->commands[STEP_GENERATE]);
    add_text(&digest, recipe->commands[STEP_BUILD]);
    show(&digest, plan->build);
    add_text(&digest, recipe->commands[STEP_RUN]);
    show(&digest, plan->execution);
    plan->parameters = variant_key(project, genes, arena);
    return plan->parameters || error_set(error, ERROR_INTERNAL, "out of memory");
}
