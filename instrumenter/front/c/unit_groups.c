/* unit_groups.c - see unit_groups.h. */
#include "instrumenter/front/c/unit_groups.h"

void groups_begin(struct groups *groups)
{
    groups->depth = 0;
    groups->before = (struct token){0};
    groups->closed = (struct group){0};
}

bool groups_is_keyword(const struct scan *scan, struct token token)
{
    static const char *const words[] = {
        "if",           "while",          "for",           "switch",  "return", "sizeof",
        "__typeof__",   "typeof",         "__attribute__", "__asm__", "asm",    "__alignof__",
        "_Alignof",     "__extension__",  "else",          "do",      "case",   "volatile",
        "__volatile__", "_Static_assert", "goto",
    };
    return SCAN_IS_ONE_OF(scan, token, words);
}

static bool is_cast(const struct scan *scan, const struct group *group)
{
    static const char *const types[] = {"void",  "char",  "short",    "int",      "long",   "float", "double", "signed",
                                        "const", "_Bool", "unsigned", "volatile", "struct", "union", "enum"};
    return SCAN_IS_ONE_OF(scan, group->first, types) || scan_is_mark(group->last, '*');
}

/* Returns whether a `(` behind the `)` of `group` can't be a call of the expression in it. */
static bool calls_nothing(const struct scan *scan, const struct group *group)
{
    static const char *const expressions[] = {"return", "case", "else", "do", "__extension__"};
    bool word = group->before.kind == TOKEN_WORD;
    if (word && !SCAN_IS_ONE_OF(scan, group->before, expressions))
        return groups_is_keyword(scan, group->before);
    return is_cast(scan, group);
}

bool groups_is_called(const struct groups *groups, const struct scan *scan, struct token token)
{
    return scan_is_mark(token, '(') && (scan_is_mark(groups->before, ']') ||
                                        (scan_is_mark(groups->before, ')') && !calls_nothing(scan, &groups->closed)));
}

bool groups_take(struct groups *groups, const struct scan *scan, struct token token)
{
    if (scan_is_mark(token, '(')) {
        if (groups->depth == GROUPS_DEEPEST)
            return false;
        groups->open[groups->depth++] = (struct group){.before = groups->before, .first = scan_peek(scan)};
    } else if (scan_is_mark(token, ')') && groups->depth) {
        groups->closed = groups->open[--groups->depth];
        groups->closed.last = groups->before;
    }
    groups->before = token;
    return true;
}
