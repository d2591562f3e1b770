/*
 * unit_outline.c - see unit_outline.h.
 *
 * One pass over the tokens with a stack of open brackets. A `)` whose `(` followed a word makes that word
 * the candidate; the tokens behind decide:
 *     f(...) {                          a definition
 *     f(...) __attribute__((x)) {       attributes and asm names keep the candidate
 *     (*f(...))(...) {                  so does what a declarator puts around it
 *     (f)(...) {                        and a name in parentheses, which keeps a macro of that name away
 *     f(a, b) int a; char b; {          and the declarations of a K&R definition
 * and anything else drops it.
 */
#include "instrumenter/front/c/unit_outline.h"

struct bracket {
    char mark;           /* ( [ or { */
    bool keeps;          /* a `(` that may be part of a declarator: the candidate inside survives its `)` */
    struct token word;   /* before a `(`, when it may be a function's name; else TOKEN_END */
    struct token before; /* this bracket */
    size_t head;         /* of the declaration around this bracket */
    size_t function;     /* 1 + index of the function whose body a `{` opens, else 0 */
};

struct pass {
    struct scan scan;
    struct outline *outline;
    size_t capacity;
    struct arena *arena;
    struct bracket *stack;
    size_t depth, stack_capacity;
    size_t nesting;                /* functions open */
    struct token previous, before; /* the token, and that one's */
    struct token enclosed;         /* a word in parentheses of its own, which are the last tokens; else TOKEN_END */
    struct token candidate;        /* TOKEN_END: none */
    bool old_style;                /* behind the candidate come declarations of K&R parameters */
    size_t head;                   /* of the current declaration */
    bool begin;                    /* the next token begins one */
};

/* Words that may precede `(` and name no function. */
static const char *const no_names[] = {
    "_Alignas", "_Alignof", "_Atomic",     "_Generic",      "_Static_assert", "__alignof",   "__alignof__",
    "__asm",    "__asm__",  "__attribute", "__attribute__", "__extension__",  "__if_exists", "__if_not_exists",
    "__imag__", "__real__", "__typeof",    "__typeof__",    "case",           "do",          "else",
    "for",      "goto",     "if",          "return",        "sizeof",         "switch",      "while",
};
/* The same for words that strict C before C11 or C23 allows as names; at file scope no body follows them. */
static const char *const later_words[] = {"alignas", "alignof", "asm", "static_assert", "typeof", "typeof_unqual"};
static const char *const type_words[] = {
    "_BitInt", "_Bool", "char", "double", "float", "int", "long", "short", "signed", "unsigned", "void",
};
static const char *const attribute_words[] = {"__attribute__", "__attribute", "__asm__", "__asm", "asm"};

static void push(struct pass *pass, struct bracket bracket)
{
    pass->stack = arena_room(pass->arena, pass->stack, pass->depth, &pass->stack_capacity, sizeof bracket);
    pass->stack[pass->depth++] = bracket;
}

/* Adds the candidate, whose body begins at `open`. */
static void add_function(struct pass *pass, size_t open)
{
    struct outline *outline = pass->outline;
    outline->functions =
        arena_room(pass->arena, outline->functions, outline->count, &pass->capacity, sizeof *outline->functions);
    outline->functions[outline->count++] =
        (struct outline_function){pass->candidate, pass->head, open, 0, pass->nesting++};
}

static void drop(struct pass *pass)
{
    pass->candidate.kind = TOKEN_END;
    pass->old_style = false;
}

static void open_brace(struct pass *pass, struct token token)
{
    struct bracket bracket = {.mark = '{', .head = pass->head};
    if (pass->candidate.kind != TOKEN_END && (!pass->old_style || scan_is_mark(pass->previous, ';'))) {
        add_function(pass, token.at);
        bracket.function = pass->outline->count;
    }
    drop(pass);
    pass->begin = true;
    push(pass, bracket);
}

/* Returns whether the word before a `(` may be a function's name. */
static bool is_name(const struct pass *pass, struct token token)
{
    return token.kind == TOKEN_WORD && !SCAN_IS_ONE_OF(&pass->scan, token, type_words) &&
           !SCAN_IS_ONE_OF(&pass->scan, token, no_names) &&
           (pass->depth == 0 || !SCAN_IS_ONE_OF(&pass->scan, token, later_words));
}

static void open_other(struct pass *pass, struct token token)
{
    if (pass->candidate.kind != TOKEN_END) { /* parameters or bounds of the candidate's declarator */
        scan_close(&pass->scan);
        return;
    }
    struct bracket bracket = {.mark = token.mark, .head = pass->head, .before = pass->previous};
    if (token.mark == '(') {
        bool type = pass->previous.kind == TOKEN_WORD && SCAN_IS_ONE_OF(&pass->scan, pass->previous, type_words);
        bracket.keeps = type || scan_is_mark(pass->previous, '*') || scan_is_mark(pass->previous, '(');
        if (is_name(pass, pass->previous))
            bracket.word = pass->previous;
        else if (scan_is_mark(pass->previous, ')'))
            bracket.word = pass->enclosed;
    }
    push(pass, bracket);
}

/* Returns whether a `(` behind this token can begin a declarator: `(f)(a) {` defines a function, but behind `return` it is a compound literal
 * in a cast. */
static bool may_declare(const struct pass *pass, struct token before)
{
    if (before.kind == TOKEN_WORD)
        return is_name(pass, before) || SCAN_IS_ONE_OF(&pass->scan, before, type_words);
    if (pass->nesting)
        return false;
    return scan_is_mark(before, '*') || (pass->depth == 0 && !scan_is_mark(before, '='));
}

static void close_bracket(struct pass *pass, struct token token)
{
    if (pass->depth == 0)
        return; /* not balanced: the compiler will say so */
    struct bracket bracket = pass->stack[--pass->depth];
    pass->head = bracket.head;
    pass->enclosed = (struct token){0};
    if (token.mark == ')' && scan_is_mark(pass->before, '(') && is_name(pass, pass->previous) &&
        may_declare(pass, bracket.before))
        pass->enclosed = pass->previous;
    if (bracket.mark == '{') {
        drop(pass);
        pass->begin = true;
        if (bracket.function) {
            pass->outline->functions[bracket.function - 1].close = token.at;
            pass->nesting--;
        }
    } else if (bracket.word.kind != TOKEN_END) {
        pass->old_style = false;
        pass->candidate = bracket.word;
    } else if (!bracket.keeps) {
        drop(pass);
    }
}

/* Handles a token other than a bracket, behind the candidate. */
static void follow(struct pass *pass, struct token token)
{
    bool word = token.kind == TOKEN_WORD;
    if (pass->old_style) {
        if (!word && token.kind != TOKEN_NUMBER && !scan_is_mark(token, '*') && !scan_is_mark(token, ',') &&
            !scan_is_mark(token, ';'))
            drop(pass);
    } else if (word && !SCAN_IS_ONE_OF(&pass->scan, token, attribute_words)) {
        pass->old_style =
            scan_is_mark(pass->previous, ')') && !SCAN_IS_ONE_OF(&pass->scan, pass->candidate, later_words);
        if (!pass->old_style)
            drop(pass);
    } else if (!word) {
        drop(pass);
    }
}

static void step(struct pass *pass, struct token token)
{
    if (pass->begin) {
        pass->head = token.at;
        pass->begin = false;
    }
    if (token.kind == TOKEN_MARK) {
        switch (token.mark) {
        case '{':
            open_brace(pass, token);
            return;
        case '(':
        case '[':
            open_other(pass, token);
            return;
        case ')':
        case ']':
        case '}':
            close_bracket(pass, token);
            return;
        case ';':
            pass->begin = !pass->old_style;
            break;
        default:
            break;
        }
    }
    if (pass->candidate.kind != TOKEN_END)
        follow(pass, token);
}

void unit_outline(struct outline *outline, const char *text, size_t size, char *blank, struct arena *arena)
{
    *outline = (struct outline){0};
    struct pass pass = {.outline = outline, .arena = arena, .begin = true};
    scan_init(&pass.scan, text, size, 0);
    pass.scan.blank = blank;
    for (struct token token; (token = scan_next(&pass.scan)).kind != TOKEN_END;) {
        step(&pass, token);
        pass.before = pass.previous;
        pass.previous = token;
        if (pass.candidate.kind != TOKEN_END && (scan_is_mark(token, '(') || scan_is_mark(token, '[')))
            pass.previous.mark = ')'; /* open_other went behind it */
    }
    /* A body without its end is no function. */
    size_t kept = 0;
    for (size_t i = 0; i < outline->count; i++)
        if (outline->functions[i].close)
            outline->functions[kept++] = outline->functions[i];
    outline->count = kept;
}
