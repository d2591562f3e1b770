/*
 * unit_layout.c - see unit_source.h.
 *
 * One pass over the tokens with a stack of open brackets and unfinished statements. At the end of a statement, all statements that
 * end there are compared with the next token.
 */
#include "instrumenter/unit/unit_source.h"

#include "instrumenter/unit/unit_lines.h"
#include "instrumenter/unit/unit_scan.h"

#include <string.h>

struct place {
    const char *file;
    unsigned line;
    unsigned column; /* of a token that leads: as an editor shows it; else by the flat text, which has fewer blanks */
    unsigned first;  /* in which the line begins */
    bool leads;      /* it is the first token of its line */
    struct token token;
};

enum open_kind {
    OPEN_BRACE,
    OPEN_BLOCK,  /* a `{` that begins a statement */
    OPEN_OTHER,  /* ( and [ */
    OPEN_HEAD,   /* the `(` behind a guard */
    OPEN_IF,     /* from here on guards */
    OPEN_GUARD,  /* else, for, while, switch */
    OPEN_DO,     /* nothing is said of it */
    OPEN_DO_TAIL /* the body has ended, and `while (...);` is to come */
};

struct open {
    enum open_kind kind;
    bool head;                 /* of a guard: its `(` or `{` is to come; of a `[`: it begins a statement */
    bool body, labels;         /* its body has begun; with a label */
    char mark;                 /* the first token of that, if it is one of punctuation */
    struct place at, from, to; /* the guard, its body, and what stands behind the labels of that */
};

struct pass {
    struct scan scan;
    struct open *stack;
    size_t depth, room;
    bool start;   /* the next token begins a statement */
    bool ended;   /* the last one ended one */
    bool label;   /* it may have been a label, if a colon comes */
    size_t cases; /* 1 + the depth at which `case` waits for its colon, else 0 */
    struct place last;
    struct sources sources;
    const struct unit_layout_options *options;
    struct arena *arena;
    bool found;
};

/* Returns the source line, or NULL if it can't be read. */
static const char *line_of(struct pass *pass, const struct place *place, size_t *size)
{
    const struct source *source = sources_at(&pass->sources, place->file, place->line);
    if (source)
        *size = source_line_end(source->text, source->size, source->at) - source->at;
    return source ? source->text + source->at : NULL;
}

/* Computes the columns of the first token of a line, whose byte is in `place`. */
static void see(struct pass *pass, struct place *place)
{
    size_t size = 0;
    const char *line = line_of(pass, place, &size);
    unsigned bytes = place->column, shown = 0, tab = pass->options->tab ? pass->options->tab : 1;
    bool blank = true;
    place->first = bytes;
    for (size_t i = 0; line && i < bytes && i < size; i++) {
        if (blank && line[i] != ' ' && line[i] != '\t') { /* a comment */
            place->first = shown;
            blank = false;
        }
        shown += line[i] == '\t' ? tab - shown % tab : 1;
    }
    if (line && blank)
        place->first = shown;
    if (line)
        place->column = shown;
}

static bool same_line(const struct place *a, const struct place *b)
{
    return a->line == b->line && (a->file == b->file || !strcmp(a->file, b->file));
}

static struct open *top(struct pass *pass)
{
    return pass->depth ? &pass->stack[pass->depth - 1] : NULL;
}

static struct open *guard(struct pass *pass)
{
    struct open *open = top(pass);
    return open && open->kind >= OPEN_IF ? open : NULL;
}

static void push(struct pass *pass, struct open open)
{
    pass->stack = arena_room(pass->arena, pass->stack, pass->depth, &pass->room, sizeof open);
    pass->stack[pass->depth++] = open;
}

static const char *find(const char *from, const char *end, const char *text, size_t size)
{
    return from ? memmem(from, (size_t)(end - from), text, size) : NULL;
}

/* Returns whether both are in the source line, one behind the other, so that no macro made them. */
static bool are_written(struct pass *pass, const struct place *body, const struct place *next)
{
    size_t size = 0;
    const char *text = pass->scan.text, *line = line_of(pass, next, &size), *end = line + size;
    line = find(line, end, text + body->token.at, body->token.size);
    line = find(line, end, ";", 1);
    return find(line, end, text + next->token.at, next->token.size);
}

/* Checks the body of `open`, which has ended, with `next` behind it. */
static void check(struct pass *pass, const struct open *open, const struct place *next)
{
    bool empty = open->mark == ';';
    if (open->kind >= OPEN_DO || open->mark == '{')
        return;
    pass->found |= empty && pass->options->empty;
    if (scan_is_mark(next->token, '}') || scan_is_mark(next->token, ';') || scan_is(&pass->scan, next->token, "else"))
        return;
    if (same_line(&open->from, next) || same_line(&open->to, next))
        pass->found |= open->at.leads || !same_line(&open->at, next) || !are_written(pass, &open->to, next);
    else if (next->leads && next->column > open->at.first)
        pass->found |= empty || !open->from.leads || next->column == open->from.column;
    else if (next->leads && next->column == open->at.first)
        pass->found |= empty && same_line(&open->at, &open->from) && scan_is_mark(next->token, '{');
}

/* Handles the end of statements, with `token` behind them. */
static void settle(struct pass *pass, const struct place *place)
{
    struct token token = place->token;
    struct open *open;
    pass->ended = false;
    pass->start = true;
    while (!scan_is(&pass->scan, token, "catch") && (open = guard(pass))) {
        if (open->kind == OPEN_DO && scan_is(&pass->scan, token, "while")) {
            open->kind = OPEN_DO_TAIL;
            return;
        }
        pass->depth--;
        if (open->kind == OPEN_IF && scan_is(&pass->scan, token, "else"))
            return;
        check(pass, open, place);
    }
}

static void word(struct pass *pass, const struct place *place)
{
    static const char *const guards[] = {"for", "while", "switch", "catch"}, *const labels[] = {"case", "default"};
    const struct scan *scan = &pass->scan;
    struct open open = {.kind = OPEN_GUARD, .at = *place, .head = true};
    if (!pass->start)
        return;
    pass->start = false;
    if (scan_is(scan, place->token, "if")) {
        open.kind = OPEN_IF;
    } else if (scan_is(scan, place->token, "else") || scan_is(scan, place->token, "do")) {
        open.kind = scan->text[place->token.at] == 'd' ? OPEN_DO : OPEN_GUARD;
        open.head = false;
    } else if (SCAN_IS_ONE_OF(scan, place->token, labels)) {
        pass->cases = pass->depth + 1;
        return;
    } else if (!SCAN_IS_ONE_OF(scan, place->token, guards)) {
        pass->start = scan_is(scan, place->token, "try");
        pass->label = true;
        return;
    } else if (guard(pass) && guard(pass)->kind == OPEN_DO_TAIL) {
        return;
    }
    push(pass, open);
    pass->start = !open.head;
}

/* Handles a colon, which may end a label: then the labelled statement comes next. */
static void colon(struct pass *pass, struct token token, bool label)
{
    const char *text = pass->scan.text;
    bool doubled = pass->scan.at < pass->scan.size && text[token.at + 1] == ':';
    if (doubled)
        scan_next(&pass->scan);
    else if (label || pass->cases == pass->depth + 1) {
        pass->start = true;
        pass->cases = 0;
        if (guard(pass))
            guard(pass)->labels = true;
    }
}

static void closing(struct pass *pass, char mark)
{
    while (mark == '}' && guard(pass)) /* which no text that compiles has */
        pass->depth--;
    struct open *open = top(pass);
    if (!open || (mark == '}') != (open->kind <= OPEN_BLOCK) || open->kind >= OPEN_IF)
        return;
    pass->depth--;
    pass->ended = open->kind == OPEN_BLOCK;
    pass->start = open->kind == OPEN_HEAD || open->head ||
                  (open->kind == OPEN_BRACE && (!pass->depth || top(pass)->kind <= OPEN_BLOCK));
}

static void mark(struct pass *pass, struct token token, bool label)
{
    struct open *waiting = guard(pass);
    bool started = pass->start;
    pass->start = false;
    switch (token.mark) {
    case '{':
        if (waiting && waiting->head) /* if consteval { */
            waiting->head = false, waiting->mark = '{', waiting->body = started = true;
        push(pass, (struct open){.kind = started ? OPEN_BLOCK : OPEN_BRACE});
        pass->start = true;
        break;
    case '(':
    case '[':
        push(pass, (struct open){.kind = waiting && waiting->head && token.mark == '(' ? OPEN_HEAD : OPEN_OTHER,
                                 .head = started && token.mark == '['});
        if (waiting && token.mark == '(')
            waiting->head = false;
        break;
    case '}':
    case ')':
    case ']':
        closing(pass, token.mark);
        break;
    case ';':
        pass->ended = !top(pass) || top(pass)->kind <= OPEN_BLOCK || (waiting && !waiting->head);
        break;
    case ':':
        colon(pass, token, label);
        break;
    default:
        break;
    }
}

static void take(struct pass *pass, const struct place *place)
{
    struct token token = place->token;
    bool label = pass->label;
    pass->label = false;
    if (pass->ended)
        settle(pass, place);
    struct open *open = guard(pass);
    if (open && !open->head && (!open->body || open->labels)) {
        if (!open->body)
            open->from = *place;
        open->to = *place;
        open->mark = token.kind == TOKEN_MARK ? token.mark : '\0';
        open->body = true;
        open->labels = false;
    }
    if (token.kind == TOKEN_WORD)
        word(pass, place);
    else if (token.kind == TOKEN_MARK)
        mark(pass, token, label);
    else
        pass->start = false;
}

/* Reads the text between two line markers. */
static void read_stretch(struct pass *pass, const struct line_marker *marker, size_t end)
{
    const char *text = pass->scan.text, *begin = text + marker->start, *newline;
    struct place place = {.file = marker->file, .line = marker->line};
    pass->scan.at = marker->start;
    pass->scan.size = end;
    pass->scan.line_start = true;
    while (!pass->found && (place.token = scan_next(&pass->scan)).kind != TOKEN_END) {
        for (; (newline = memchr(begin, '\n', (size_t)(text + place.token.at - begin))); place.line++)
            begin = newline + 1;
        place.leads = !pass->last.file || !same_line(&place, &pass->last);
        place.column = (unsigned)(text + place.token.at - begin);
        place.first = pass->last.first;
        if (place.leads)
            see(pass, &place);
        pass->last = place;
        take(pass, &place);
    }
}

bool unit_layout_misleads(const char *text, size_t size, const struct unit_layout_options *options, struct arena *arena)
{
    struct unit_lines lines;
    struct pass pass = {
        .options = options, .sources = {.read = options->read, .arena = arena}, .arena = arena, .start = true};
    unit_lines_init(&lines, text, size, NULL, NULL, arena);
    scan_init(&pass.scan, text, size, 0);
    for (size_t i = 0; i < lines.count && !pass.found; i++)
        if (!lines.markers[i].system)
            read_stretch(&pass, &lines.markers[i], i + 1 < lines.count ? lines.markers[i + 1].start : size);
    return pass.found;
}
