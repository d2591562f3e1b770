/* function_words.c - see function_words.h. */
#include "instrumenter/front/function_words.h"

#include "instrumenter/front/reading.h"
#include "instrumenter/unit/unit_scan.h"

#include <string.h>

/*
 * A list of attributes by its tokens: __attribute__((a, b(c))), [[a, x::b(c)]], __declspec(a). Outside of such lists an attribute's name is an
 * ordinary word.
 */

struct attributes {
    size_t depth, list; /* brackets that are open; those in which the names stand */
};

/* Returns whether `token`, the scan's last one, begins a list. The scan then is behind its first bracket. */
static bool attributes_begin(struct attributes *attributes, struct scan *scan, struct token token)
{
    static const char *const gnu[] = {"__attribute__", "__attribute"};
    struct token next = scan_peek(scan);
    bool pair = scan_is_mark(token, '[') && scan_is_mark(next, '[');
    bool declspec = scan_is(scan, token, "__declspec");
    if (!pair && !(scan_is_mark(next, '(') && (declspec || SCAN_IS_ONE_OF(scan, token, gnu))))
        return false;
    scan_next(scan);
    *attributes = (struct attributes){.depth = pair ? 2 : 1, .list = declspec ? 1 : 2};
    return true;
}

/* Returns the next word of the list that is no argument; TOKEN_END when the scan is behind the list. */
static struct token attributes_next(struct attributes *attributes, struct scan *scan)
{
    struct token token;
    while (attributes->depth && (token = scan_next(scan)).kind != TOKEN_END) {
        if (token.kind == TOKEN_WORD && attributes->depth == attributes->list)
            return token;
        if (token.kind != TOKEN_MARK)
            continue;
        if (strchr(")]}", token.mark))
            attributes->depth--;
        else if (strchr("([{", token.mark) && attributes->depth++ == attributes->list && scan_close(scan))
            attributes->depth--;
    }
    return (struct token){.kind = TOKEN_END};
}

static const struct function_word common[] = {
    {"naked", IN_ATTRIBUTES, REASON_NAKED, 0, false},
    {"__naked__", IN_ATTRIBUTES, REASON_NAKED, 0, false},
    {"no_instrument_function", IN_ATTRIBUTES, REASON_NO_INSTRUMENT, 0, false},
    {"__no_instrument_function__", IN_ATTRIBUTES, REASON_NO_INSTRUMENT, 0, false},
    {"__builtin_va_arg_pack", IN_BODY, REASON_VA_ARG_PACK, 0, false},
    {"__builtin_va_arg_pack_len", IN_BODY, REASON_VA_ARG_PACK, 0, false},
    {"__builtin_apply", IN_BODY, REASON_APPLY, 0, false},
    {"__builtin_apply_args", IN_BODY, REASON_APPLY, 0, false},
    {"__builtin_return", IN_BODY, REASON_APPLY, 0, false},
    {0},
};

static void apply(struct unit_function *function, const struct function_word *words, const struct scan *scan,
                  struct token token, unsigned where)
{
    for (; words->word; words++)
        if ((words->where & where) && scan_is(scan, token, words->word)) {
            function->flags |= words->flag;
            function->constant |= words->constant;
            reading_give_reason(function, words->reason);
        }
}

void function_words_read(const struct unit *unit, struct unit_function *function, size_t body,
                         const struct function_word *more, const struct unit_function *nested, size_t count)
{
    struct scan scan;
    scan_init(&scan, unit->text, function->close, function->head);
    struct token token, before = {0}, before2 = {0};
    while ((token = scan_next(&scan)).kind != TOKEN_END) {
        for (; count && nested->head <= token.at; nested++, count--)
            if (nested->close > scan.at)
                scan.at = nested->close;
        unsigned where = token.at < function->name_at ? BEFORE_NAME | IN_HEAD : token.at < body ? IN_HEAD : IN_BODY;
        struct attributes attributes;
        if (token.at < body && attributes_begin(&attributes, &scan, token)) {
            while ((token = attributes_next(&attributes, &scan)).kind != TOKEN_END)
                apply(function, common, &scan, token, IN_ATTRIBUTES);
            continue;
        }
        if (token.kind == TOKEN_WORD && !scan_is(&scan, before, "operator")) { /* `operator co_await` is a name */
            apply(function, common, &scan, token, where);
            apply(function, more, &scan, token, where);
        }
        /* [[clang::musttail]] or __attribute__((musttail)), not a variable of that name */
        if ((before.mark == ':' || (before.mark == '(' && before2.mark == '(')) &&
            (scan_is(&scan, token, "musttail") || scan_is(&scan, token, "__musttail__")))
            reading_give_reason(function, REASON_MUSTTAIL);
        before2 = before;
        before = token;
    }
}

/* `name` is a string as written, with its quotes. */
static void give_resolver(struct unit *unit, struct token name)
{
    for (size_t i = 0; name.kind == TOKEN_STRING && i < unit->function_count; i++) {
        const char *function = unit_function_shorter(&unit->functions[i]), *last = strrchr(function, ':');
        function = last ? last + 1 : function;
        size_t length = strlen(function);
        if (name.size == length + 2 && memcmp(unit->text + name.at + 1, function, length) == 0)
            reading_give_reason(&unit->functions[i], REASON_IFUNC);
    }
}

void function_words_resolvers(struct unit *unit)
{
    struct scan scan;
    struct token token;
    struct attributes attributes;
    scan_init(&scan, unit->text, unit->size, 0);
    while ((token = scan_next(&scan)).kind != TOKEN_END) {
        if (token.kind != TOKEN_WORD || !attributes_begin(&attributes, &scan, token))
            continue;
        while ((token = attributes_next(&attributes, &scan)).kind != TOKEN_END) {
            struct scan argument = scan;
            if ((scan_is(&scan, token, "ifunc") || scan_is(&scan, token, "__ifunc__")) &&
                scan_is_mark(scan_next(&argument), '('))
                give_resolver(unit, scan_next(&argument));
        }
    }
}
