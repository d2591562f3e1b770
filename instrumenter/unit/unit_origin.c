/*
 * unit_origin.c - see unit_origin.h.
 *
 * Compares the words of a source line with those of the flat text. A source word that is missing in the flat text is a macro, with the arguments
 * after it. A word that occurs once in both is an anchor: what a macro expands to lies between the same anchors as the macro. If several macros
 * remain for a function, one with a part of the function's name as an argument is preferred, then one with arguments. If there are as many
 * functions as macros, they are matched in order; otherwise the last macro is taken, which is nearest.
 */
#include "instrumenter/unit/unit_origin.h"

#include "instrumenter/unit/unit_scan.h"
#include "instrumenter/unit/unit_source.h"

#include <stdint.h>
#include <string.h>

enum {
    MOST_WORDS = 256, /* of a source line */
    MOST_MACROS = 32, /* of which have gone */
    FARTHEST = 64     /* lines of flat text, on either side of a name, that may belong to its source line */
};

struct words {
    const char *text;
    struct token *tokens;
    size_t count, capacity;
};

/* A word of the source line that is missing in the flat text. Its replacement is between two places of the flat text. */
struct macro {
    struct token word;
    size_t end; /* behind its arguments, if any */
    size_t from, to;
};

/* A source line, compared with the flat text. */
struct line {
    struct macro macros[MOST_MACROS];
    size_t macro_count;
    struct token tokens[MOST_WORDS];
    struct words kept; /* in `tokens`: the words that are still there, but for arguments of macros */
};

struct search {
    struct unit *unit;
    const struct unit_lines *lines;
    struct arena *arena;
};

static bool same(const char *a, struct token left, const char *b, struct token right)
{
    return left.size == right.size && memcmp(a + left.at, b + right.at, left.size) == 0;
}

/* Returns where the first token of a source line begins: behind the end of a comment that began above. */
static size_t first_token(const struct source *source, size_t end)
{
    const char *line = source->text + source->at;
    size_t size = end - source->at;
    const char *close = memmem(line, size, "*/", 2), *open = memmem(line, size, "/*", 2);
    return close && (!open || close < open) ? (size_t)(close + 2 - source->text) : source->at;
}

/* Returns whether the function's name is in the source line, followed by the same token as in the flat text. */
static bool is_written(const struct unit *unit, const struct unit_function *function, const struct source *source)
{
    size_t end = source_line_end(source->text, source->size, source->at);
    struct scan flat, scan;
    scan_init(&flat, unit->text, unit->size, function->name_at);
    struct token name = scan_next(&flat), behind = scan_next(&flat);
    scan_init(&scan, source->text, source->size, first_token(source, end));
    struct token token = scan_next(&scan);
    while (token.kind != TOKEN_END && token.at < end) {
        bool found = same(unit->text, name, source->text, token);
        token = scan_next(&scan);
        if (found && same(unit->text, behind, source->text, token))
            return true;
    }
    return false;
}

static void add_word(struct words *words, struct token token, struct arena *arena)
{
    words->tokens = arena_room(arena, words->tokens, words->count, &words->capacity, sizeof token);
    words->tokens[words->count++] = token;
}

static bool is_marker(const char *text, size_t at)
{
    return text[at] == '#';
}

/* Reads the words of the flat text that come from the source line of the name at `at`. */
static void read_flat(const struct search *search, size_t at, struct words *words)
{
    const char *text = search->unit->text;
    size_t size = search->unit->size, start = at, end = source_line_end(text, size, at);
    struct location location = unit_lines_at(search->lines, at);
    while (start > 0 && text[start - 1] != '\n')
        start--;
    size_t before = start, behind = end;
    for (int i = 0; i < FARTHEST && before > 0; i++) {
        before--;
        while (before > 0 && text[before - 1] != '\n')
            before--;
        struct location other = unit_lines_at(search->lines, before);
        if (is_marker(text, before))
            continue;
        if (other.line != location.line || strcmp(other.file, location.file) != 0)
            break;
        start = before;
    }
    for (int i = 0; i < FARTHEST && behind + 1 < size; i++) {
        size_t next = behind + 1;
        behind = source_line_end(text, size, next);
        struct location other = unit_lines_at(search->lines, next);
        if (is_marker(text, next))
            continue;
        if (other.line != location.line || strcmp(other.file, location.file) != 0)
            break;
        end = behind;
    }
    struct scan scan;
    scan_init(&scan, text, end, start);
    scan.line_start = true;
    *words = (struct words){.text = text};
    for (struct token token; (token = scan_next(&scan)).kind != TOKEN_END;)
        if (token.kind == TOKEN_WORD)
            add_word(words, token, search->arena);
}

/* Returns how often a word of `text` is among `words`; *at is the index of the last. */
static size_t count_word(const struct words *words, const char *text, struct token word, size_t *at)
{
    size_t count = 0;
    for (size_t i = 0; i < words->count; i++)
        if (same(words->text, words->tokens[i], text, word)) {
            count++;
            *at = words->tokens[i].at;
        }
    return count;
}

/* Splits the line at words that it and the flat text each have once: macros before such a word produced text before it. */
static void split(struct line *line, const struct words *flat)
{
    const struct words *kept = &line->kept;
    size_t at = 0, self;
    for (size_t i = 0; i < kept->count; i++) {
        struct token word = kept->tokens[i];
        if (count_word(flat, kept->text, word, &at) != 1 || count_word(kept, kept->text, word, &self) != 1)
            continue;
        for (size_t k = 0; k < line->macro_count; k++) {
            struct macro *macro = &line->macros[k];
            if (word.at < macro->word.at)
                macro->from = macro->from > at ? macro->from : at;
            else
                macro->to = macro->to < at ? macro->to : at;
        }
    }
}

static void compare_line(struct line *line, const struct source *source, const struct words *flat)
{
    size_t end = source_line_end(source->text, source->size, source->at), at;
    line->macro_count = 0;
    line->kept = (struct words){source->text, line->tokens, 0, MOST_WORDS};
    struct scan scan;
    scan_init(&scan, source->text, source->size, first_token(source, end));
    for (struct token token; (token = scan_next(&scan)).kind != TOKEN_END && token.at < end;) {
        if (token.kind != TOKEN_WORD)
            continue;
        if (line->kept.count == MOST_WORDS || line->macro_count == MOST_MACROS)
            break;
        if (count_word(flat, source->text, token, &at)) {
            line->tokens[line->kept.count++] = token;
            continue;
        }
        struct macro *macro = &line->macros[line->macro_count++];
        *macro = (struct macro){.word = token, .end = scan.at, .to = SIZE_MAX};
        struct scan ahead = scan;
        if (scan_next(&ahead).mark == '(' && scan_close(&ahead)) {
            macro->end = ahead.at;
            scan = ahead;
        }
    }
    split(line, flat);
}

/* Returns the evidence for a macro: 2 = the name contains one of its arguments, 1 = it has arguments. */
static int weigh(const struct macro *macro, const struct source *source, const char *name)
{
    struct scan scan;
    scan_init(&scan, source->text, macro->end, macro->word.at + macro->word.size);
    int weight = 0;
    for (struct token token; (token = scan_next(&scan)).kind != TOKEN_END; weight = 1)
        if (token.kind == TOKEN_WORD && memmem(name, strlen(name), source->text + token.at, token.size))
            return 2;
    return weight;
}

/* Returns the macro that made this function, the `turn`-th of `made` in the line, or NULL if none is left. */
static const struct macro *choose(const struct line *line, const struct source *source,
                                  const struct unit_function *function, size_t turn, size_t made)
{
    const struct macro *possible[MOST_MACROS];
    size_t found = 0;
    int most = 0;
    for (size_t i = 0; i < line->macro_count; i++) {
        const struct macro *macro = &line->macros[i];
        if (function->name_at < macro->from || function->name_at > macro->to)
            continue;
        int weight = weigh(macro, source, function->name);
        if (weight > most)
            found = 0;
        if (weight >= most) {
            most = weight;
            possible[found++] = macro;
        }
    }
    return found == 0 ? NULL : possible[found == made ? turn : found - 1];
}

/* Finds the macros of the functions from `first` to before `end`, which are in one source line. */
static void find_in_line(struct search *search, const struct source *source, size_t first, size_t end)
{
    struct unit *unit = search->unit;
    struct words flat;
    size_t at, made = 0, turn = 0;
    for (size_t i = first; i < end; i++)
        made += !is_written(unit, &unit->functions[i], source);
    if (made == 0)
        return;
    struct line line;
    read_flat(search, unit->functions[first].name_at, &flat);
    compare_line(&line, source, &flat);
    for (size_t i = first; i < end; i++) {
        struct unit_function *function = &unit->functions[i];
        struct scan scan;
        scan_init(&scan, unit->text, unit->size, function->name_at);
        struct token name = scan_next(&scan);
        /* What a macro makes of the parameters does not make the function. */
        if (is_written(unit, function, source) || count_word(&line.kept, unit->text, name, &at))
            continue;
        const struct macro *macro = choose(&line, source, function, turn++, made);
        if (macro)
            function->origin = arena_printf(search->arena, "%.*s %s:%u", (int)macro->word.size,
                                            source->text + macro->word.at, function->file, function->line);
    }
}

void unit_origin(struct unit *unit, const struct unit_lines *lines, unit_read_fn *read, struct arena *arena)
{
    struct search search = {.unit = unit, .lines = lines, .arena = arena};
    struct sources sources = {.read = read, .arena = arena};
    if (!read)
        return;
    for (size_t i = 0, end; i < unit->function_count; i = end) {
        const struct unit_function *function = &unit->functions[i];
        for (end = i + 1; end < unit->function_count; end++) {
            const struct unit_function *next = &unit->functions[end];
            if (next->line != function->line || strcmp(next->file, function->file) != 0)
                break;
        }
        const struct source *source = sources_at(&sources, function->file, function->line);
        if (source)
            find_in_line(&search, source, i, end);
    }
}
