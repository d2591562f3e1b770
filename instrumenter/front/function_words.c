/* function_words.c - see function_words.h. */
#include "instrumenter/front/function_words.h"

#include "instrumenter/front/reading.h"
#include "instrumenter/unit/unit_scan.h"

static const struct function_word common[] = {
    {"naked", IN_HEAD, REASON_NAKED, 0, false},
    {"__naked__", IN_HEAD, REASON_NAKED, 0, false},
    {"no_instrument_function", IN_HEAD, REASON_NO_INSTRUMENT, 0, false},
    {"__no_instrument_function__", IN_HEAD, REASON_NO_INSTRUMENT, 0, false},
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
