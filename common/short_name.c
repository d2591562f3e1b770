/* short_name.c - see short_name.h. */
#include "common/short_name.h"

#include "common/name.h"

#include <ctype.h>
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

enum { WORD = sizeof "operator" - 1 };

bool short_name_is_operator(const char *at)
{
    return name_starts(at, "operator") && !isalnum((unsigned char)at[WORD]) && at[WORD] != '_';
}

const char *short_name_behind_operator(const char *at)
{
    static const char *const symbols[] = {
        "<=>", "->*", "<<=", ">>=", "()", "[]", "<<", ">>", "<=", ">=", "==", "!=",   "->",        "&&",
        "||",  "++",  "--",  "+=",  "-=", "*=", "/=", "%=", "&=", "|=", "^=", "+",    "-",         "*",
        "/",   "%",   "^",   "&",   "|",  "~",  "!",  "=",  "<",  ">",  ",",  "\"\"", " co_await",
    };
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
        if (name_starts(at, symbols[i])) {
            at += strlen(symbols[i]);
            return at + name_starts(at, " <"); /* `operator< <int>` */
        }
    return at;
}

const char *short_name_behind_bracket(const char *at)
{
    const char open = *at, close = open == '(' ? ')' : open == '{' ? '}' : open == '[' ? ']' : '>';
    size_t depth = 0;
    while (*at) {
        depth += *at == open && !(open == '<' && at[1] == '=');
        if (*at == close && !(close == '>' && (at[-1] == '-' || at[1] == '=')) && --depth == 0)
            return at + 1;
        if (open == '<' && short_name_is_operator(at) && at[-1] == ':')
            at = short_name_behind_operator(at + WORD);
        else
            at = open == '<' && (*at == '(' || *at == '{') ? short_name_behind_bracket(at) : at + 1;
    }
    return at;
}

enum short_name_part short_name_take(const char *name, const char **at)
{
    bool begins = *at == name || strchr(": ", (*at)[-1]);
    if (!**at)
        return SHORT_NAME_END;
    if (begins && short_name_is_operator(*at)) {
        *at = short_name_behind_operator(*at + WORD);
    } else if (**at == '(') {
        *at += strlen(*at);
        return SHORT_NAME_PARAMETERS;
    } else if (**at == '<') {
        *at = short_name_behind_bracket(*at);
        return SHORT_NAME_ARGUMENTS;
    } else {
        ++*at;
    }
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
