/* cxx_symbol.c - see cxx_symbol.h. */
#include "report/binary/cxx_symbol.h"

#include "base/name.h"

#include <ctype.h>
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

typedef char *demangle_fn(const char *name, char *buffer, size_t *length, int *status);

static demangle_fn *find_demangler(void)
{
    static demangle_fn *demangle;
    void *library = demangle ? NULL : dlopen("libstdc++.so.6", RTLD_NOW | RTLD_LOCAL);
    if (library)
        *(void **)&demangle = dlsym(library, "__cxa_demangle");
    return demangle;
}

const char *cxx_symbol_demangle(const char *name, struct arena *arena)
{
    int status = -1;
    if (!name_starts(name, "_Z"))
        return NULL;
    demangle_fn *demangle = find_demangler();
    char *demangled = demangle ? demangle(name, NULL, NULL, &status) : NULL;
    const char *copy = demangled && status == 0 ? arena_copy(arena, demangled, strlen(demangled)) : NULL;
    free(demangled);
    return copy;
}

/* Behind the bracket that closes the one at `at`. */
static const char *behind_bracket(const char *at)
{
    size_t depth = 0;
    for (; *at; at++) {
        depth += strchr("<({[", *at) != NULL;
        if (strchr(">)}]", *at) && !(*at == '>' && at[-1] == '-') && --depth == 0)
            return at + 1;
    }
    return at;
}

/* Behind the symbol of an operator, which may be a bracket; the longest of those that fit. */
static const char *behind_operator(const char *at)
{
    static const char *const symbols[] = {
        "<=>", "->*", "<<=", ">>=", "()", "[]", "<<", ">>", "<=", ">=", "==", "!=", "->",
        "&&",  "||",  "++",  "--",  "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "+",
        "-",   "*",   "/",   "%",   "^",  "&",  "|",  "~",  "!",  "=",  "<",  ">",  ",",
    };
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
        if (name_starts(at, symbols[i])) {
            at += strlen(symbols[i]);
            return at + name_starts(at, " <"); /* `operator< <int>` */
        }
    return at;
}

struct key {
    char *text, *end;
};

static void put(struct key *key, const char *from, const char *to)
{
    memcpy(key->end, from, (size_t)(to - from));
    key->end += to - from;
}

/* Puts what a lambda is called by everywhere, once for all that are within one another. */
static void put_lambda(struct key *key)
{
    static const char lambda[] = "lambda", within[] = "lambda::";
    size_t length = (size_t)(key->end - key->text);
    if (length >= sizeof within - 1 && memcmp(key->end - (sizeof within - 1), within, sizeof within - 1) == 0)
        key->end -= 2;
    else
        put(key, lambda, lambda + sizeof lambda - 1);
}

/* The next part of a name; false at its end. */
static bool take(struct key *key, const char **next)
{
    static const char operator[] = "operator", call[] = "::operator()";
    const char *at = *next;
    bool begins = key->end == key->text || key->end[-1] == ':';
    if (name_starts(at, " [clone")) /* a part of the function */
        return false;
    if (name_starts(at, "(anonymous namespace)::")) {
        at += strlen("(anonymous namespace)::");
    } else if (begins && (name_starts(at, "{lambda") || name_starts(at, "$_"))) {
        put_lambda(key);
        at = *at == '{' ? behind_bracket(at) : at + 2 + strspn(at + 2, "0123456789");
        if (name_starts(at, call))
            at += strlen(call);
    } else if (begins && name_starts(at, "lambda ")) {
        put_lambda(key);
        return false;
    } else if (begins && name_starts(at, operator) && !isalnum((unsigned char)at[8]) && at[8] != '_') {
        const char *behind = behind_operator(at + 8);
        if (behind == at + 8) /* a conversion */
            behind = at + strcspn(at, "(");
        put(key, at, behind);
        at = behind;
    } else if (*at == '(') {
        at = behind_bracket(at);
        at += name_starts(at, " const") ? strlen(" const") : 0;
        if (!name_starts(at, "::") && *at != ' ')
            return false;
    } else if (*at == '<' || *at == '[') {
        at = behind_bracket(at);
    } else if (*at == ' ') { /* a type stood before the name */
        key->end = key->text;
        at++;
    } else if (*at) {
        put(key, at, at + 1);
        at++;
    }
    *next = at;
    return *at;
}

const char *cxx_symbol_key(const char *name, struct arena *arena)
{
    char *text = arena_alloc(arena, strlen(name) + sizeof "lambda");
    struct key key = {text, text};
    while (text && take(&key, &name))
        ;
    if (text)
        *key.end = '\0';
    return text;
}

bool cxx_symbol_special(const char *key)
{
    const char *last = key, *before = NULL;
    for (const char *at; (at = strstr(last, "::")); last = at + 2)
        before = last;
    if (!strcmp(last, "operator=") || *last == '~')
        return true;
    size_t length = strlen(last);
    return before && strncmp(before, last, length) == 0 && before[length] == ':';
}

bool cxx_symbol_standard(const char *key)
{
    static const char *const starts[] = {"std::", "__gnu_cxx::", "__cxxabi", "operator new", "operator delete"};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
        if (name_starts(key, starts[i]))
            return true;
    return false;
}
