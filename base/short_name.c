/* short_name.c - see short_name.h. */
#include "base/short_name.h"

#include <string.h>

/* How many characters at `at` are the symbol of an operator, as in `operator<`, where they are no brackets. */
static size_t symbol_length(const char *name, const char *at)
{
    static const char word[] = "operator";
    size_t length = sizeof word - 1;
    if ((size_t)(at - name) < length || memcmp(at - length, word, length) != 0)
        return 0;
    return strncmp(at, "()", 2) == 0 || strncmp(at, "[]", 2) == 0 ? 2 : strspn(at, "<>=-");
}

static const char *behind_arguments(const char *at)
{
    for (size_t depth = 0; *at; at++) {
        depth += *at == '<';
        if (*at == '>' && --depth == 0)
            return at + 1;
    }
    return at;
}

bool short_name(char *out, size_t size, const char *name)
{
    size_t length = 0;
    const char *at = name;
    while (*at && length + 1 < size) {
        size_t symbol = symbol_length(name, at);
        if (*at == '(' && !symbol)
            break;
        if (*at == '<' && !symbol) {
            at = behind_arguments(at);
            continue;
        }
        for (size_t i = symbol ? symbol : 1; i > 0 && length + 1 < size; i--)
            out[length++] = *at++;
    }
    while (length && out[length - 1] == ' ')
        length--;
    out[length] = '\0';
    return length && (!*at || *at == '(') && strcmp(out, name) != 0;
}
