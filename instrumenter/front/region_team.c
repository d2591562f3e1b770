/*
 * region_team.c - the parallel regions of OpenMP, so that each thread of a team tells the runtime which region it
 * works for; see runtime/measure/flow/team.h and region.h.
 *
 *     {<team>                                          before the pragma
 *     #pragma omp parallel CLAUSES shared(<team>)
 *     {<frame of a member>
 *     # <line and file of what follows>
 *     #pragma omp for CLAUSES nowait                   where the pragma was a combined one
 *     statement }}
 *
 * A combined pragma has no place for code that each thread runs once, so it is taken apart, as the standard says
 * that it may be: each clause goes to the construct that it means. One that has other clauses than the table
 * below, or vectorizes, or runs on a device, stays as it is, and what its threads do hangs under the root.
 */
#include "instrumenter/front/region.h"

#include "instrumenter/unit/text.h"
#include "instrumenter/unit/unit_lines.h"

#include <string.h>

enum target { PARALLEL = 1, SHARING = 2, LISTED = 4 };

static const struct {
    const char *name;
    unsigned target; /* LISTED: what it names must also be shared on the other construct */
} clauses[] = {
    {"if", PARALLEL},
    {"num_threads", PARALLEL},
    {"default", PARALLEL},
    {"shared", PARALLEL},
    {"private", PARALLEL},
    {"copyin", PARALLEL},
    {"proc_bind", PARALLEL},
    {"firstprivate", PARALLEL},
    {"reduction", PARALLEL},
    {"schedule", SHARING},
    {"collapse", SHARING},
    {"ordered", SHARING},
    {"lastprivate", SHARING | LISTED},
};

struct directive {
    struct scan scan;
    struct token token;            /* the next one */
    struct text parallel, sharing; /* clauses of either construct */
    size_t first, last;            /* offsets behind `firstprivate` and `lastprivate`; else 0 */
    bool none, chunk;
};

static void advance(struct directive *directive)
{
    directive->token = scan_next(&directive->scan);
}

static bool is_word(const struct directive *directive, const char *word)
{
    return scan_is(&directive->scan, directive->token, word);
}

/* Reads a clause; returns false if it makes the pragma impossible to split. */
static bool take_clause(struct directive *directive)
{
    struct token name = directive->token;
    const char *text = directive->scan.text;
    size_t i = 0;
    while (i < sizeof clauses / sizeof *clauses && !scan_is(&directive->scan, name, clauses[i].name))
        i++;
    if (i == sizeof clauses / sizeof *clauses)
        return false;
    size_t end = name.at + name.size, open = 0;
    advance(directive);
    if (directive->token.mark == '(') {
        open = directive->token.at + 1;
        advance(directive);
        directive->none |= i == 2 && !is_word(directive, "shared");
        /* reduction(inscan, ...), and if(simd: ...) */
        struct token first = directive->token;
        struct scan scan = directive->scan;
        struct token behind = scan_next(&scan);
        if (first.kind == TOKEN_WORD && (behind.mark == ':' || behind.mark == ',') && i != 0 &&
            (scan_is(&scan, first, "inscan") || scan_is(&scan, first, "task") || scan_is(&scan, first, "conditional")))
            return false;
        if (i == 0 && behind.mark == ':' && !scan_is(&scan, first, "parallel"))
            return false;
        for (size_t depth = 1; depth > 0; advance(directive)) {
            if (directive->token.kind == TOKEN_END)
                return false;
            depth += directive->token.mark == '(';
            depth -= directive->token.mark == ')';
            directive->chunk |=
                (clauses[i].target & SHARING) && directive->token.mark == ',' && !(clauses[i].target & LISTED);
            end = directive->token.at + directive->token.size;
        }
    }
    struct text *out = clauses[i].target & PARALLEL ? &directive->parallel : &directive->sharing;
    text_string(out, " ");
    text_add(out, text + name.at, end - name.at);
    if (clauses[i].target & LISTED) {
        text_string(&directive->parallel, " shared(");
        text_add(&directive->parallel, text + open, end - open);
    }
    if (scan_is(&directive->scan, name, "firstprivate") && !directive->first)
        directive->first = open;
    else if (scan_is(&directive->scan, name, "lastprivate") && !directive->last)
        directive->last = open;
    else if (scan_is(&directive->scan, name, "firstprivate") || scan_is(&directive->scan, name, "lastprivate"))
        return false;
    if (directive->token.mark == ',')
        advance(directive);
    return true;
}

/* Returns whether both lists name a common variable. */
static bool overlap(const struct directive *directive, size_t left, size_t right)
{
    struct scan scan, other;
    scan_init(&scan, directive->scan.text, directive->scan.size, left);
    for (struct token token; (token = scan_next(&scan)).kind != TOKEN_END && token.mark != ')';) {
        if (token.kind != TOKEN_WORD)
            continue;
        scan_init(&other, directive->scan.text, directive->scan.size, right);
        for (struct token with; (with = scan_next(&other)).kind != TOKEN_END && with.mark != ')';)
            if (with.size == token.size && !memcmp(scan.text + with.at, scan.text + token.at, token.size))
                return with.kind == TOKEN_WORD;
    }
    return false;
}

/* Splits `omp parallel for ...` in two; returns false if it stays as it is. */
static bool take_apart(struct directive *directive)
{
    advance(directive);
    while (directive->token.kind == TOKEN_WORD)
        if (!take_clause(directive))
            return false;
    /* A chunk's size may be a variable, which default(none) would ask to be listed. */
    return directive->token.kind == TOKEN_END && !(directive->none && directive->chunk) &&
           !(directive->first && directive->last && overlap(directive, directive->first, directive->last));
}

static bool is_cancelled(const struct regions *regions, const struct statement *statement)
{
    const char *text = regions->unit->text + statement->start;
    return memmem(text, statement->end - statement->start, "cancel", 6) != NULL;
}

/* Writes the pragma's new text up to its last line; returns false if it stays as it is. */
static bool rewrite(struct regions *regions, const struct pragma *pragma, const struct statement *statement,
                    struct unit_team *team)
{
    const char *text = regions->unit->text;
    struct directive directive = {.parallel.arena = regions->arena, .sharing.arena = regions->arena};
    scan_init(&directive.scan, text, pragma->end, pragma->at + 1);
    advance(&directive); /* pragma */
    advance(&directive); /* omp */
    advance(&directive);
    if (!is_word(&directive, "parallel"))
        return false;
    size_t behind = directive.token.at + directive.token.size;
    advance(&directive);
    bool loop = is_word(&directive, "for"), sections = is_word(&directive, "sections");
    static const char *const combined[] = {"loop", "master", "masked", "workshare", "simd"};
    for (size_t i = 0; i < sizeof combined / sizeof *combined; i++)
        if (is_word(&directive, combined[i]))
            return false;
    if (!loop && !sections) {
        text_add(&directive.parallel, text + behind, pragma->end - behind);
    } else {
        struct token construct = directive.token;
        text_string(&directive.sharing, "#pragma omp ");
        text_add(&directive.sharing, text + construct.at, construct.size);
        if (!take_apart(&directive))
            return false;
        if (!is_cancelled(regions, statement))
            text_string(&directive.sharing, " nowait");
    }
    text_add(&directive.parallel, "", 1);
    text_add(&directive.sharing, "", 1);
    struct location location = unit_lines_at(regions->lines, pragma->at);
    team->file = location.file;
    team->line = location.line;
    team->clauses = directive.parallel.bytes;
    team->sharing = directive.sharing.bytes;
    return true;
}

/* Returns the first of the pragmas that govern the statement. */
static const struct pragma *first_pragma(const struct regions *regions, const struct statement *statement)
{
    const struct pragma_list *list = &regions->pragmas;
    for (size_t i = pragma_list_find(list, statement->before);
         i < list->count && list->pragmas[i].at < statement->start; i++)
        if (list->pragmas[i].kind == PRAGMA_GOVERNS)
            return &list->pragmas[i];
    return NULL;
}

/* Returns whether it belongs to a function inside this one, and is read with that. */
static bool is_nested(const struct regions *regions, const struct statement *statement)
{
    const struct unit *unit = regions->unit;
    size_t close = unit->functions[regions->function].close;
    for (size_t i = regions->function + 1; i < unit->function_count && unit->functions[i].open < close; i++)
        if (unit->functions[i].open <= statement->start && statement->start < unit->functions[i].close)
            return true;
    return false;
}

void region_teams(struct regions *regions)
{
    struct unit *unit = regions->unit;
    const struct body *body = &regions->body;
    for (size_t i = 1; i < body->count; i++) {
        const struct statement *statement = &body->statements[i];
        const struct pragma *pragma =
            statement->front != statement->start && statement->movable ? first_pragma(regions, statement) : NULL;
        if (!pragma || statement->no_inside || is_nested(regions, statement))
            continue;
        struct unit_team team = {.at = pragma->at,
                                 .end = pragma->end,
                                 .open = statement->front,
                                 .close = statement->end,
                                 .function = regions->function};
        if (!rewrite(regions, pragma, statement, &team))
            continue;
        size_t old = unit->team_count * sizeof team;
        unit->teams = arena_grow(regions->arena, unit->teams, old, old + sizeof team);
        unit->teams[unit->team_count++] = team;
    }
}
