/*
 * response.c - see response.h.
 *
 * The rules: words are separated by white space; '...' and "..." keep white space; a backslash takes
 * the next character as it is, inside quotes too; an empty pair of quotes is an empty word.
 */
#include "instrumenter/plan/response.h"

#include "common/input.h"

#include <ctype.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_FILES = 2000, MOST_BYTES = 1 << 30 };

/* Returns the bytes of the file `path`, or NULL. As in gcc, a pipe is no response file and a device is an empty one. */
static char *read_text(const char *path, size_t *size, struct arena *arena)
{
    struct stat status;
    const char *why;
    *size = 0;
    bool device = stat(path, &status) == 0 && S_ISCHR(status.st_mode);
    return device ? arena_alloc(arena, 1) : input_read(path, MOST_BYTES, size, arena, &why);
}

/* Takes the next word off `*text`, shortened in place. NULL at the end. */
static char *next_word(char **text, const char *end)
{
    char *in = *text;
    while (in < end && isspace((unsigned char)*in))
        in++;
    if (in == end)
        return NULL;
    char *word = in, *out = in, quote = '\0';
    for (; in < end && (quote || !isspace((unsigned char)*in)); in++) {
        if (*in == '\\' && in + 1 < end)
            *out++ = *++in;
        else if (quote ? *in == quote : *in == '\'' || *in == '"')
            quote = quote ? '\0' : *in;
        else
            *out++ = *in;
    }
    *text = in < end ? in + 1 : in;
    *out = '\0';
    return word;
}

static bool expand(char *const *argv, size_t count, struct words *out, unsigned *files)
{
    for (size_t i = 0; i < count; i++) {
        size_t size;
        char *text = argv[i][0] == '@' ? read_text(argv[i] + 1, &size, out->arena) : NULL;
        if (!text) {
            words_add(out, argv[i]);
            continue;
        }
        if (++*files > MOST_FILES)
            return false;
        struct words inner = words_new(out->arena);
        char *at = text, *word;
        while ((word = next_word(&at, text + size)))
            words_add(&inner, word);
        if (!expand(inner.items, inner.count, out, files))
            return false;
    }
    return true;
}

bool response_expand(char *const *argv, size_t count, struct words *out)
{
    unsigned files = 0;
    return expand(argv, count, out, &files);
}

char *response_quote(const char *word, struct arena *arena)
{
    char *quoted = arena_alloc(arena, 2 * strlen(word) + 3), *out = quoted;
    if (!*word)
        return memcpy(quoted, "\"\"", 3);
    for (; *word; word++) {
        if (isspace((unsigned char)*word) || strchr("\\'\"", *word))
            *out++ = '\\';
        *out++ = *word;
    }
    *out = '\0';
    return quoted;
}
