/* function_words.c - see function_words.h. */
#include "instrumenter/front/function_words.h"

#include "instrumenter/front/reading.h"
#include "instrumenter/unit/unit_attributes.h"

#include <string.h>

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
        if (token.kind == TOKEN_WORD) {
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

/* `name` is a string, as it is written. */
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
