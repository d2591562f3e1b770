/* template.c - see template.h. */
#include "tune/project/template.h"

#include <stdbool.h>
#include <string.h>

static bool is_first(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* The length of the name between the braces at `text`, which begins with one; 0: there is no name alone. */
static size_t name_at(const char *text)
{
    size_t length = 1;
    if (!is_first(text[1]))
        return 0;
    while (is_first(text[length]) || (text[length] >= '0' && text[length] <= '9'))
        length++;
    return text[length] == '}' ? length - 1 : 0;
}

struct buffer {
    char *text;
    size_t size, room;
};

static void append(struct buffer *buffer, const char *bytes, size_t size, struct arena *arena)
{
    if (buffer->size + size + 1 > buffer->room) {
        size_t room = 2 * buffer->room + size + 1;
        buffer->text = arena_grow(arena, buffer->text, buffer->room, room);
        buffer->room = room;
    }
    memcpy(buffer->text + buffer->size, bytes, size);
    buffer->size += size;
    buffer->text[buffer->size] = '\0';
}

const char *template_fill(const char *text, template_lookup *lookup, void *state, const char **unknown,
                          struct arena *arena)
{
    struct buffer out = {0};
    *unknown = NULL;
    append(&out, "", 0, arena);
    for (const char *at = text; *at;) {
        size_t length = *at == '{' && (at == text || at[-1] != '$') ? name_at(at) : 0;
        size_t quoted = at[0] == '{' && at[1] == '{' ? name_at(at + 1) : 0;
        if (quoted && at[quoted + 3] == '}') {
            append(&out, at + 1, quoted + 2, arena);
            at += quoted + 4;
        } else if (length) {
            const char *name = arena_copy(arena, at + 1, length), *value = lookup(state, name);
            if (!value) {
                *unknown = name;
                return NULL;
            }
            append(&out, value, strlen(value), arena);
            at += length + 2;
        } else {
            append(&out, at++, 1, arena);
        }
    }
    return out.text;
}
