/* cxx_symbol.c - see cxx_symbol.h. */
#include "common/cxx_symbol.h"

#include "common/name.h"
#include "common/short_name.h"

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

static const char anonymous[] = "(anonymous namespace)::";

/* Returns the text behind the qualifiers that may follow parameters. */
static const char *behind_qualifiers(const char *at)
{
    static const char *const words[] = {" const", " volatile", " &&", " &"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        at += name_starts(at, words[i]) ? strlen(words[i]) : 0;
    return at;
}

/* Returns the text behind parameters, if the name continues inside that function; else the parameters. */
static const char *behind_local(const char *at)
{
    const char *behind = behind_qualifiers(short_name_behind_bracket(at));
    return name_starts(behind, "::") ? behind : at;
}

/* Cuts the type of the result off a function's name. If that points to a function, the name is in parentheses: void (*chosen<int>(int))(char). */
static char *cut_result(char *name)
{
    char *begin = name;
    const char *around = NULL;
    for (const char *at = name; *at;) {
        bool begins = at == begin || at[-1] == ':';
        if (name_starts(at, anonymous)) {
            at += sizeof anonymous - 1;
        } else if (begins && short_name_is_operator(at)) {
            break;
        } else if (at == begin && name_starts(at, "decltype")) {
            at = short_name_behind_bracket(at + strcspn(at, "("));
        } else if (*at == '(' && at == begin) {
            around = at++;
            begin++;
        } else if (*at == '(') {
            const char *behind = behind_local(at);
            if (behind == at)
                break;
            at = behind;
        } else if (*at == '<' || *at == '{' || *at == '[') {
            at = short_name_behind_bracket(at);
        } else if (strchr(" *&", *at++)) {
            begin = name + (at - name);
        }
    }
    if (around)
        name[short_name_behind_bracket(around) - 1 - name] = '\0';
    return begin;
}

static char *demangle_whole(const char *name, struct arena *arena)
{
    int status = -1;
    demangle_fn *demangle = find_demangler();
    char *demangled = demangle ? demangle(name, NULL, NULL, &status) : NULL;
    char *copy = demangled && status == 0 ? arena_copy(arena, demangled, strlen(demangled)) : NULL;
    free(demangled);
    return copy;
}

/* Returns the name without its modules, `W` and a name each; NULL if there are none, or no memory. */
static char *without_modules(const char *mangled, struct arena *arena)
{
    char *copy = arena_copy(arena, mangled, strlen(mangled)), *to = copy;
    bool any = false;
    for (const char *at = mangled, *next; to && *at; at = next) {
        const char *name = *at == 'W' ? at + 1 + (at[1] == 'P') : at;
        char *end;
        unsigned long length = isdigit((unsigned char)*name) ? strtoul(name, &end, 10) : 0;
        bool module = *at == 'W' && length;
        next = length && length <= strlen(end) ? end + length : at + 1;
        any |= module;
        if (!module) {
            memcpy(to, at, (size_t)(next - at));
            to += next - at;
        }
    }
    if (to)
        *to = '\0';
    return any ? copy : NULL;
}

static void cut_parameters(char *name)
{
    size_t depth = 0;
    char *at = strrchr(name, ')');
    for (; at && at > name; at--) {
        depth += *at == ')';
        depth -= *at == '(';
        if (!depth)
            break;
    }
    if (at && at > name)
        *at = '\0';
}

const char *cxx_symbol_begin(const char *mangled, struct arena *arena)
{
    static const char conversion[] = "cv";
    const char *found = NULL, *name = mangled;
    for (size_t end = name_starts(name, "_Z") ? strlen(name) : 0; end > 2 && !found; end--) {
        bool converts = memcmp(name + end - 2, conversion, 2) == 0;
        const char *piece = name[end - 1] == 'E' ? arena_copy(arena, name, end)
                            : converts           ? arena_printf(arena, "%.*svEv", (int)end, name)
                                                 : NULL;
        found = piece ? demangle_whole(piece, arena) : NULL;
    }
    return found;
}

/* Demangles a name without modules, because a demangler that does not know modules would resolve types wrongly. */
static char *demangle_in_module(const char *name, struct arena *arena)
{
    const char *plain = without_modules(name, arena);
    char *whole = plain ? demangle_whole(plain, arena) : NULL;
    if (whole)
        cut_parameters(whole);
    return whole ? whole : plain ? (char *)cxx_symbol_begin(plain, arena) : NULL;
}

const char *cxx_symbol_demangle(const char *name, struct arena *arena)
{
    char *whole = name_starts(name, "_Z") ? demangle_whole(name, arena) : NULL;
    if (!whole && name_starts(name, "_Z"))
        whole = demangle_in_module(name, arena);
    return whole ? cut_result(whole) : NULL;
}

struct key {
    char *text, *end;
};

static void put(struct key *key, const char *from, const char *to)
{
    memcpy(key->end, from, (size_t)(to - from));
    key->end += to - from;
}

/* Writes a common name for lambdas, once for all that are nested in each other. */
static void put_lambda(struct key *key)
{
    static const char lambda[] = "lambda", within[] = "lambda::";
    const char *last = key->end - (sizeof within - 1);
    if (last >= key->text && memcmp(last, within, sizeof within - 1) == 0 && (last == key->text || last[-1] == ':'))
        key->end -= 2;
    else
        put(key, lambda, lambda + sizeof lambda - 1);
}

/* Returns what is behind it. */
static const char *put_operator(struct key *key, const char *at)
{
    static const char operator[] = "operator";
    const char *symbol = at + sizeof operator- 1, *behind = short_name_behind_operator(symbol);
    if (behind != symbol) {
        put(key, at, behind);
        return behind + name_starts(behind - 1, "\" "); /* `operator"" _km` */
    }
    bool allocates = name_starts(symbol, " new") || name_starts(symbol, " delete");
    const char *type_end = allocates ? at + strcspn(at, "(") : strstr(at, "()");
    if (!type_end)
        type_end = strstr(at, "::lambda "); /* as the records call one in a conversion */
    behind = type_end ? type_end : at + strlen(at);
    put(key, at, allocates ? behind : symbol + 1);
    return behind;
}

/* A class without a name, as GCC calls it. */
static const char gccs[] = "._anon_";

/* Returns the text behind a class without a name; `at` if there is none. clang calls lambdas $_0, too; their only functions are calls,
 * conversions, constructors and destructors. */
static const char *behind_unnamed(const char *at)
{
    static const char digits[] = "0123456789", clangs[] = "$_", call[] = "__invoke";
    const char *behind = at;
    if (name_starts(at, "{unnamed type"))
        behind = short_name_behind_bracket(at);
    else if (name_starts(at, gccs))
        behind = at + sizeof gccs - 1 + strspn(at + sizeof gccs - 1, digits);
    else if (name_starts(at, clangs))
        behind = at + sizeof clangs - 1 + strspn(at + sizeof clangs - 1, digits);
    if (!name_starts(behind, "::"))
        return at;
    const char *inner = behind + strlen("::");
    size_t size = (size_t)(behind - at);
    bool made = strncmp(inner, at, size) == 0 && inner[size] == '(';
    bool lambda = short_name_is_operator(inner) || name_starts(inner, call) || *inner == '~' || made;
    return name_starts(at, clangs) && lambda ? at : inner;
}

/* Writes a lambda as named by a compiler. Definitions in its body are named after the function around the lambda. */
static const char *put_compilers_lambda(struct key *key, const char *at)
{
    static const char call[] = "::operator()";
    at = *at == '{' ? short_name_behind_bracket(at) : at + 2 + strspn(at + 2, "0123456789");
    if (name_starts(at, call)) {
        at += strlen(call);
        const char *parameters = *at == '<' ? short_name_behind_bracket(at) : at;
        const char *inner = *parameters == '(' ? behind_local(parameters) : parameters;
        if (inner != parameters)
            return inner + strlen("::");
    }
    put_lambda(key);
    return at;
}

/* Takes the next part of a name; returns false at its end. */
static bool take(struct key *key, const char **next)
{
    const char *at = *next;
    bool begins = key->end == key->text || key->end[-1] == ':';
    if (name_starts(at, anonymous)) {
        at += sizeof anonymous - 1;
    } else if (begins && behind_unnamed(at) != at) {
        at = behind_unnamed(at);
    } else if (begins && (name_starts(at, "{lambda") || name_starts(at, "$_"))) {
        at = put_compilers_lambda(key, at);
    } else if (begins && name_starts(at, "lambda ")) {
        put_lambda(key);
        return false;
    } else if (begins && short_name_is_operator(at)) {
        at = put_operator(key, at);
    } else if (*at == '(') {
        at = behind_qualifiers(short_name_behind_bracket(at));
        if (!name_starts(at, "::"))
            return false;
    } else if (*at == '<' || *at == '[') {
        at = short_name_behind_bracket(at);
    } else if (*at == ' ') { /* a part of the function: [clone .cold] */
        return false;
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

/* Returns whether it is a constructor inherited by `using Base::Base`, which is named after the base. */
static bool is_inherited(const char *mangled)
{
    return strstr(mangled, "CI1") || strstr(mangled, "CI2");
}

/* Returns whether it is a constructor or destructor of a lambda or an unnamed class, which can't declare one. clang calls some of these
 * classes $_0. */
static bool is_of_unnamed(const char *mangled)
{
    for (const char *at = mangled; *at; at++) {
        bool numbered = name_starts(at, "Ut");
        if (!numbered && !name_starts(at, "$_"))
            continue;
        const char *behind = at + 2 + strspn(at + 2, "0123456789");
        if (numbered && *behind++ != '_')
            continue;
        if ((*behind == 'C' || *behind == 'D') && isdigit((unsigned char)behind[1]))
            return true;
    }
    return false;
}

static bool is_comparison(const char *name)
{
    static const char *const names[] = {
        "operator==", "operator!=", "operator<", "operator<=", "operator>", "operator>=", "operator<=>"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i]))
            return true;
    return false;
}

bool cxx_symbol_special(const char *mangled, const char *key)
{
    const char *last = key, *before = NULL;
    for (const char *at; (at = strstr(last, "::")); last = at + 2)
        before = last;
    if (!strcmp(last, "operator=") || *last == '~' || is_comparison(last) || is_inherited(mangled) ||
        is_of_unnamed(mangled) || name_starts(last, gccs) || (before && name_starts(before, "lambda::")))
        return true;
    size_t length = strlen(last);
    return before && strncmp(before, last, length) == 0 && before[length] == ':';
}

const char *cxx_symbol_of_vector(const char *name, struct arena *arena)
{
    const char *own = name_starts(name, "_ZGV") ? strchr(name + strlen("_ZGV"), '_') : NULL;
    return own ? arena_printf(arena, "%s.simd", own + 1) : name;
}

const char *cxx_symbol_first(const char *mangled, size_t *length)
{
    static const char standard[] = "std", unnamed[] = "_GLOBAL__N";
    if (!name_starts(mangled, "_Z"))
        return NULL;
    bool transaction = name_starts(mangled, "_ZGTt") || name_starts(mangled, "_ZGTn"); /* a clone for such */
    for (const char *at = mangled + (transaction ? 5 : 2);; at++) {
        bool module = *at == 'W';
        at += module ? 1 + (at[1] == 'P') : 0;
        char *name;
        size_t size = isdigit((unsigned char)*at) ? strtoul(at, &name, 10) : 0;
        if (size && size <= strlen(name) && !module && !name_starts(name, unnamed)) {
            *length = size;
            return name;
        }
        if (size && size <= strlen(name)) {
            at = name + size - 1;
        } else if (*at == 'S' && at[1] && strchr("tabsiod", at[1])) {
            *length = sizeof standard - 1;
            return standard;
        } else if (!*at || !strchr("ZNLKVrORH", *at)) { /* what may stand before: local, nested, qualified */
            return NULL;
        }
    }
}

bool cxx_symbol_standard(const char *mangled)
{
    static const char *const spaces[] = {"std", "__gnu_cxx", "__cxxabiv1", "_txnal_"};
    static const char *const operators[] = {"_Znw", "_Zna", "_Zdl", "_Zda"}; /* new and delete */
    size_t length = 0;
    const char *first = cxx_symbol_first(mangled, &length);
    for (size_t i = 0; first && i < sizeof spaces / sizeof *spaces; i++)
        if (length >= strlen(spaces[i]) && name_starts(first, spaces[i]) && (length == strlen(spaces[i]) || i))
            return true;
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (name_starts(mangled, operators[i]))
            return true;
    return false;
}
