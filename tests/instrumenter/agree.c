/*
 * agree.c - what the tokens say alone is what libclang says.
 *
 *     agree [OPTION...] FILE.i...   edits each text twice, in the second try by libclang whatever the tokens say
 *
 * Prints how many could do without it; fails where the two edits differ. OPTION: level=N, unoptimized.
 */
#include "common/arena.h"
#include "instrumenter/edit/unit_edit.h"
#include "instrumenter/front/front.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *read_file(const char *path, size_t *size, struct arena *arena)
{
    FILE *file = fopen(path, "rb");
    char *bytes = NULL;
    if (file && !fseek(file, 0, SEEK_END)) {
        long end = ftell(file);
        rewind(file);
        bytes = arena_alloc(arena, (size_t)end + 1);
        *size = bytes ? fread(bytes, 1, (size_t)end, file) : 0;
    }
    if (file)
        fclose(file);
    return bytes;
}

static const char *edited(const char *text, size_t size, const struct unit_options *options, struct unit *unit,
                          size_t *length, struct arena *arena)
{
    struct error error = {0};
    const char *bytes = front_parse(&front_c, text, size, options, unit, arena, &error)
                            ? unit_edit(unit, options, UNIT_EDIT_FULL, length, arena)
                            : NULL;
    if (!bytes)
        fprintf(stderr, "%s: %s\n", options->name, error.text);
    return bytes;
}

/* 1: they agree, and libclang was not needed; 0: it was; -1: they don't. */
static int try(const char *path, struct unit_options options)
{
    struct arena arena = {0};
    struct unit plain, thorough;
    size_t size = 0, plain_size, thorough_size;
    int result = -1;
    const char *text = read_file(path, &size, &arena);
    options.name = path;
    const char *first = text ? edited(text, size, &options, &plain, &plain_size, &arena) : NULL;
    options.thorough = true;
    if (first && !plain.plain) {
        result = 0;
    } else if (first) {
        const char *second = edited(text, size, &options, &thorough, &thorough_size, &arena);
        result = second && plain_size == thorough_size && !memcmp(first, second, plain_size) ? 1 : -1;
    }
    arena_free(&arena);
    return result;
}

int main(int count, char **words)
{
    struct unit_options options = {.level = 1};
    int plain = 0, all = 0, failed = 0;
    for (int i = 1; i < count; i++) {
        if (!strncmp(words[i], "level=", 6)) {
            options.level = atoi(words[i] + 6);
        } else if (!strcmp(words[i], "unoptimized")) {
            options.unoptimized = true;
        } else {
            int result = try(words[i], options);
            all++;
            plain += result > 0;
            failed += result < 0;
            if (result < 0)
                printf("%s: the tokens say something else than libclang\n", words[i]);
            else if (getenv("VERBOSE"))
                printf("%s %d\n", words[i], result);
        }
    }
    printf("%d texts, %d without libclang, %d differ\n", all, plain, failed);
    return failed || !all;
}
