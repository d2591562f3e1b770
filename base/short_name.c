/* short_name.c - see short_name.h. */
#include "base/short_name.h"

#include <fnmatch.h>
#include <stdio.h>
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

enum short_name_part short_name_take(const char *name, const char **at)
{
    size_t symbol = symbol_length(name, *at);
    if (!**at)
        return SHORT_NAME_END;
    if (!symbol && **at == '(') {
        *at += strlen(*at);
        return SHORT_NAME_PARAMETERS;
    }
    if (!symbol && **at == '<') {
        *at = behind_arguments(*at);
        return SHORT_NAME_ARGUMENTS;
    }
    *at += symbol ? symbol : 1;
    return SHORT_NAME_TEXT;
}

size_t short_name_length(const char *name)
{
    const char *at = name, *end = name;
    while (short_name_take(name, &at) < SHORT_NAME_PARAMETERS)
        end = at;
    return end == name ? strlen(name) : (size_t)(end - name);
}

bool short_name(char *out, size_t size, const char *name)
{
    size_t length = 0;
    enum short_name_part part;
    for (const char *at = name, *from = at; (part = short_name_take(name, &at)) < SHORT_NAME_PARAMETERS; from = at) {
        if (part == SHORT_NAME_ARGUMENTS)
            continue;
        if (length + (size_t)(at - from) >= size)
            return false;
        memcpy(out + length, from, (size_t)(at - from));
        length += (size_t)(at - from);
    }
    while (length && out[length - 1] == ' ')
        length--;
    out[length] = '\0';
    return length && strcmp(out, name) != 0;
}

static bool fits(const char *pattern, const char *name)
{
    char wider[512];
    if (!strcmp(pattern, name) || !fnmatch(pattern, name, 0))
        return true;
    const char *dots = strstr(pattern, "...");
    return dots &&
           snprintf(wider, sizeof wider, "%.*s*%s", (int)(dots - pattern), pattern, dots + 3) < (int)sizeof wider &&
           fits(wider, name);
}

bool short_name_meant(const char *pattern, const char *name)
{
    char shorter[512];
    size_t length = short_name_length(name);
    if (fits(pattern, name) || (short_name(shorter, sizeof shorter, name) && fits(pattern, shorter)))
        return true;
    if (!name[length] || length >= sizeof shorter)
        return false;
    memcpy(shorter, name, length);
    shorter[length] = '\0';
    return fits(pattern, shorter);
}
