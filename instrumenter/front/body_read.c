/*
 * body_read.c - see body.h.
 *
 * A descent over the grammar of statements. Expressions are stepped over; in them only brackets matter, and
 * the blocks of statement expressions, which are read as children of the statement they stand in.
 */
#include "instrumenter/front/body.h"

#include "common/sort.h"

#include <stdint.h>
#include <string.h>

enum { MAX_DEPTH = 4000 };

struct reader {
    const struct body_grammar *grammar;
    struct body *body;
    const struct unit *unit;
    const struct pragma_list *pragmas;
    struct arena *arena;
    struct scan scan;
    struct token token;  /* the next one */
    struct token before; /* the last one taken */
    struct token before2, before3;
    size_t parent;
    size_t around; /* offset of the innermost switch, or SIZE_MAX */
    unsigned depth;
};

/* Reads a statement. Like all reading functions it returns false if the text is not in the grammar, or nested too deep. */
static bool statement(struct reader *reader, enum statement_role role);

static bool is_mark(const struct reader *reader, char mark)
{
    return reader->token.kind == TOKEN_MARK && reader->token.mark == mark;
}

static bool is_word(const struct reader *reader, const char *word)
{
    return scan_is(&reader->scan, reader->token, word);
}

static void advance(struct reader *reader)
{
    reader->before3 = reader->before2;
    reader->before2 = reader->before;
    reader->before = reader->token;
    reader->token = scan_next(&reader->scan);
}

/* Returns the token behind the next one. */
static struct token ahead(const struct reader *reader)
{
    struct scan scan = reader->scan;
    return scan_next(&scan);
}

static bool expect(struct reader *reader, char mark)
{
    if (!is_mark(reader, mark))
        return false;
    advance(reader);
    return true;
}

static void add_mark(struct reader *reader, struct mark mark)
{
    struct body *body = reader->body;
    body->marks = arena_room(reader->arena, body->marks, body->mark_count, &body->mark_capacity, sizeof mark);
    body->marks[body->mark_count++] = mark;
}

/* Returns the nested function whose body the next brace opens, or NULL. */
static const struct unit_function *nested_at(const struct reader *reader)
{
    const struct unit *unit = reader->unit;
    size_t behind = reader->token.at + reader->token.size;
    size_t index = sort_lower_bound(unit->functions, unit->function_count, sizeof *unit->functions,
                                    offsetof(struct unit_function, open), behind);
    if (index == unit->function_count)
        return NULL;
    const struct unit_function *function = &unit->functions[index];
    struct token next = ahead(reader);
    bool begins =
        function->open == behind || (function->head < reader->token.at && scan_is(&reader->scan, next, "__label__"));
    return begins ? function : NULL;
}

/* Finds where a probe around the next statement may be put, considering the pragmas before it. */
static void place(struct reader *reader, struct statement *statement)
{
    const struct pragma_list *list = reader->pragmas;
    statement->before = reader->before.at + reader->before.size;
    statement->front = statement->start;
    statement->movable = true;
    bool fenced = false;
    for (size_t i = pragma_list_find(list, statement->start); i > 0 && list->pragmas[i - 1].at >= statement->before;
         i--) {
        const struct pragma *pragma = &list->pragmas[i - 1];
        fenced |= pragma->kind == PRAGMA_FENCE;
        if (pragma->kind != PRAGMA_GOVERNS)
            continue;
        statement->front = statement->before;
        statement->no_nest |= pragma->no_nest;
        statement->no_inside |= pragma->no_inside;
        statement->atomic |= pragma->atomic;
        statement->no_count |= pragma->no_count;
    }
    if (fenced && statement->front != statement->start)
        statement->movable = false;
}

static size_t begin(struct reader *reader, enum statement_kind kind, enum statement_role role)
{
    struct body *body = reader->body;
    struct statement statement = {.kind = kind, .role = role, .parent = reader->parent};
    statement.start = reader->token.at;
    place(reader, &statement);
    body->statements = arena_room(reader->arena, body->statements, body->count, &body->capacity, sizeof statement);
    reader->parent = body->count;
    body->statements[body->count] = statement;
    return body->count++;
}

static void end(struct reader *reader, size_t index)
{
    struct statement *statement = &reader->body->statements[index];
    statement->end = reader->before.at + reader->before.size;
    statement->last = reader->body->count;
    reader->parent = statement->parent;
}

/* Reads the statements up to the next `}`. */
static bool statements(struct reader *reader)
{
    while (!is_mark(reader, '}')) {
        if (reader->token.kind == TOKEN_END)
            return false;
        if (!statement(reader, ROLE_PLAIN))
            return false;
    }
    return true;
}

static bool block(struct reader *reader, enum statement_kind kind, enum statement_role role)
{
    size_t index = begin(reader, kind, role);
    if (++reader->depth > MAX_DEPTH)
        return false;
    advance(reader);
    if (!statements(reader))
        return false;
    advance(reader);
    reader->depth--;
    end(reader, index);
    return true;
}

/* Notes `&&name`, the address of a label, where no operand is before it. */
static void look_for_taken(struct reader *reader)
{
    const struct token *first = &reader->before2, *second = &reader->before;
    if (first->mark != '&' || second->mark != '&' || first->at + 1 != second->at)
        return;
    struct token operand = reader->before3;
    bool value = operand.kind == TOKEN_NUMBER || operand.kind == TOKEN_STRING ||
                 (operand.kind == TOKEN_MARK && strchr(")]}", operand.mark)) ||
                 (operand.kind == TOKEN_WORD && !scan_is(&reader->scan, operand, "return"));
    if (!value)
        add_mark(reader, (struct mark){.kind = MARK_TAKEN, .at = reader->token.at, .name = reader->token});
}

/* Skips to behind the next `stop` outside of brackets, or behind the body of a nested function. */
static bool step_over(struct reader *reader, char stop)
{
    for (size_t depth = 0;;) {
        if (reader->token.kind == TOKEN_END)
            return false;
        if (reader->token.kind == TOKEN_WORD)
            look_for_taken(reader);
        if (reader->token.kind != TOKEN_MARK) {
            advance(reader);
            continue;
        }
        char mark = reader->token.mark;
        if (depth == 0 && mark == stop) {
            advance(reader);
            return true;
        }
        if (mark == '{' && reader->before.mark == '(' && reader->grammar->is_block(reader->scan)) {
            size_t around = reader->around;
            if (!block(reader, STATEMENT_BLOCK, ROLE_VALUE))
                return false;
            reader->around = around;
            continue;
        }
        if (mark == '{' && depth == 0 && reader->grammar->nested_functions && nested_at(reader)) {
            size_t around = reader->around;
            if (!block(reader, STATEMENT_FUNCTION, ROLE_PLAIN))
                return false;
            reader->around = around;
            return true;
        }
        if (strchr("([{", mark))
            depth++;
        else if (strchr(")]}", mark) && depth-- == 0)
            return false;
        struct statement *statement = &reader->body->statements[reader->parent];
        if (mark == '{' && reader->before.mark == ')' && statement->kind == STATEMENT_EXPRESSION)
            statement->literal = true;
        advance(reader);
    }
}

static bool parentheses(struct reader *reader)
{
    return expect(reader, '(') && step_over(reader, ')');
}

/* Notes the labels of asm goto ("..." : : : : label, label) */
static void look_for_asm_labels(struct reader *reader)
{
    struct scan scan = reader->scan;
    struct token token = scan_next(&scan);
    bool jumps = false;
    for (; token.kind == TOKEN_WORD; token = scan_next(&scan))
        jumps |= scan_is(&scan, token, "goto");
    unsigned colons = 0;
    for (size_t depth = 0; jumps && token.kind != TOKEN_END; token = scan_next(&scan)) {
        if (token.mark == '(')
            depth++;
        else if (token.mark == ')' && --depth == 0)
            break;
        else if (token.mark == ':' && depth == 1)
            colons++;
        else if (token.kind == TOKEN_WORD && colons >= 4)
            add_mark(reader, (struct mark){.kind = MARK_ASM_GOTO, .at = token.at, .name = token});
    }
}

/* Skips attributes at the start of a statement. */
static bool attributes(struct reader *reader, bool *fallthrough)
{
    for (;;) {
        size_t start = reader->token.at;
        if (is_word(reader, "__attribute__") || is_word(reader, "__attribute")) {
            advance(reader);
            if (!parentheses(reader))
                return false;
        } else if (is_mark(reader, '[') && ahead(reader).mark == '[') {
            advance(reader);
            if (!step_over(reader, ']'))
                return false;
        } else {
            return true;
        }
        size_t size = reader->before.at - start;
        *fallthrough |= memmem(reader->unit->text + start, size, "fallthrough", 11) != NULL;
    }
}

/* Skips `case x:` or `default:` up to its colon. */
static bool step_over_case(struct reader *reader)
{
    advance(reader);
    for (size_t depth = 0, choices = 0;; advance(reader)) {
        if (reader->token.kind == TOKEN_END || is_mark(reader, ';'))
            return false;
        if (reader->token.kind != TOKEN_MARK)
            continue;
        if (strchr("([{", reader->token.mark))
            depth++;
        else if (strchr(")]}", reader->token.mark))
            depth--;
        else if (depth == 0 && is_mark(reader, '?'))
            choices++;
        else if (depth == 0 && is_mark(reader, ':') && choices-- == 0)
            break;
    }
    advance(reader);
    return true;
}

static bool label(struct reader *reader, enum statement_role role, bool is_case)
{
    size_t index = begin(reader, STATEMENT_LABEL, role);
    if (++reader->depth > MAX_DEPTH)
        return false;
    reader->body->statements[index].is_case = is_case;
    struct mark mark = {.kind = is_case ? MARK_CASE : MARK_LABEL, .at = reader->token.at};
    mark.name = reader->token;
    mark.first = is_case ? reader->around : SIZE_MAX;
    add_mark(reader, mark);
    if (is_case) {
        if (!step_over_case(reader))
            return false;
    } else {
        advance(reader);
        advance(reader);
    }
    /* A label may end its block. */
    if (!is_mark(reader, '}')) {
        if (!statement(reader, ROLE_BODY))
            return false;
        reader->body->statements[index].literal = reader->body->statements[index + 1].literal;
    }
    reader->depth--;
    end(reader, index);
    return true;
}

static bool compound(struct reader *reader, enum statement_role role)
{
    bool choice = is_word(reader, "if"), choose = is_word(reader, "switch"), back = is_word(reader, "do");
    size_t index = begin(reader, choice ? STATEMENT_IF : choose ? STATEMENT_SWITCH : STATEMENT_LOOP, role);
    if (++reader->depth > MAX_DEPTH)
        return false;
    size_t around = reader->around;
    if (choose)
        reader->around = reader->token.at;
    advance(reader);
    while (choice && (is_word(reader, "constexpr") || is_word(reader, "consteval") || is_mark(reader, '!')))
        advance(reader);
    if (!back && !(choice && is_mark(reader, '{')) && !parentheses(reader))
        return false;
    if (!statement(reader, ROLE_BODY))
        return false;
    reader->around = around;
    if (choice && is_word(reader, "else")) {
        advance(reader);
        if (!statement(reader, ROLE_ELSE))
            return false;
    }
    if (back) {
        if (!is_word(reader, "while"))
            return false;
        if (scan_is_never(reader->scan))
            reader->body->statements[index].kind = STATEMENT_ONCE;
        advance(reader);
        if (!parentheses(reader) || !expect(reader, ';'))
            return false;
    }
    reader->depth--;
    end(reader, index);
    return true;
}

/* Reads `try { } catch (...) { }`: several blocks in one statement. */
static bool attempt(struct reader *reader, enum statement_role role)
{
    size_t index = begin(reader, STATEMENT_TRY, role);
    advance(reader);
    if (!is_mark(reader, '{') || !statement(reader, ROLE_BODY))
        return false;
    while (is_word(reader, "catch")) {
        advance(reader);
        if (!parentheses(reader) || !is_mark(reader, '{') || !statement(reader, ROLE_BODY))
            return false;
    }
    end(reader, index);
    return true;
}

static bool leave(struct reader *reader, enum statement_role role)
{
    size_t index = begin(reader, STATEMENT_LEAVE, role);
    if (is_word(reader, "goto")) {
        advance(reader);
        bool named = reader->token.kind == TOKEN_WORD;
        add_mark(reader, (struct mark){
                             .kind = named ? MARK_GOTO : MARK_COMPUTED, .at = reader->token.at, .name = reader->token});
    }
    if (!step_over(reader, ';'))
        return false;
    end(reader, index);
    return true;
}

static bool simple(struct reader *reader, enum statement_role role)
{
    size_t index = begin(reader, STATEMENT_EXPRESSION, role);
    bool fallthrough = false;
    if (!attributes(reader, &fallthrough))
        return false;
    enum statement_kind kind =
        is_mark(reader, ';') ? STATEMENT_EMPTY : reader->grammar->classify(reader->scan, reader->token);
    reader->body->statements[index].kind = kind;
    reader->body->statements[index].fallthrough = fallthrough;
    if (is_word(reader, "asm") || is_word(reader, "__asm__") || is_word(reader, "__asm"))
        look_for_asm_labels(reader);
    if (!step_over(reader, ';'))
        return false;
    struct body *body = reader->body;
    if (body->count > index + 1 && body->statements[body->count - 1].kind == STATEMENT_FUNCTION)
        body->statements[index].kind = STATEMENT_DECLARATION;
    end(reader, index);
    return true;
}

/* Recognises `name:`, but not a scope, `name::`. */
static bool is_label(const struct reader *reader)
{
    struct scan scan = reader->scan;
    struct token colon = scan_next(&scan);
    return scan_is_mark(colon, ':') && !scan_is_mark(scan_next(&scan), ':');
}

static bool statement(struct reader *reader, enum statement_role role)
{
    static const char *const compounds[] = {"if", "for", "while", "do", "switch"};
    static const char *const leaves[] = {"goto", "return", "break", "continue", "co_return"};
    if (is_mark(reader, '{'))
        return block(reader, STATEMENT_BLOCK, role);
    if (reader->token.kind == TOKEN_WORD) {
        for (size_t i = 0; i < sizeof compounds / sizeof *compounds; i++)
            if (is_word(reader, compounds[i]))
                return compound(reader, role);
        for (size_t i = 0; i < sizeof leaves / sizeof *leaves; i++)
            if (is_word(reader, leaves[i]))
                return leave(reader, role);
        if (is_word(reader, "case"))
            return label(reader, role, true);
        if (reader->grammar->tries && is_word(reader, "try"))
            return attempt(reader, role);
        if (is_label(reader))
            return label(reader, role, is_word(reader, "default"));
    }
    return simple(reader, role);
}

void body_read(struct body *body, const struct body_grammar *grammar, const struct unit *unit,
               const struct unit_function *function, const struct pragma_list *pragmas, struct arena *arena)
{
    *body = (struct body){.text = unit->text, .computed_first = SIZE_MAX, .taken_first = SIZE_MAX};
    struct reader reader = {.grammar = grammar, .body = body, .unit = unit, .pragmas = pragmas, .arena = arena};
    reader.around = SIZE_MAX;
    scan_init(&reader.scan, unit->text, function->close + 1, function->open);
    reader.before = (struct token){.kind = TOKEN_MARK, .mark = '{', .at = function->open - 1, .size = 1};
    reader.token = scan_next(&reader.scan);
    size_t whole = begin(&reader, STATEMENT_BLOCK, ROLE_PLAIN);
    bool good = statements(&reader);
    end(&reader, whole);
    body->statements[whole].start = function->open;
    body->statements[whole].end = function->close;
    if (!good || reader.token.at != function->close)
        body->count = body->mark_count = 0;
    body_link(body, arena);
}
