/* unit_attributes.c - see unit_attributes.h. */
#include "instrumenter/unit/unit_attributes.h"

#include <string.h>

bool attributes_begin(struct attributes *attributes, struct scan *scan, struct token token)
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

struct token attributes_next(struct attributes *attributes, struct scan *scan)
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
