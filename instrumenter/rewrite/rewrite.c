/*
 * rewrite.c - instr-rewrite: the edit of instr-cc, carried over to a source as a person wrote it.
 *
 *     source -> real compiler -E -> flat text -> functions and changes (as in instr-cc)
 *            -> each change at the same place of the source -> edited source
 *
 * Comments, includes and macros stay as they are. A function that the source does not spell out - made by
 * a macro, or in a header - is out of reach, and one of whose changes a single one has no place in the source
 * is left as it is; both are said. The result needs instr_abi.h, or with --alone nothing but a compiler.
 */
#include "common/arena.h"
#include "common/character.h"
#include "common/filter.h"
#include "common/needed.h"
#include "common/sort.h"
#include "instrumenter/driver/compiler.h"
#include "instrumenter/driver/file.h"
#include "instrumenter/driver/run.h"
#include "instrumenter/edit/preamble.h"
#include "instrumenter/edit/unit_edit.h"
#include "instrumenter/front/front.h"
#include "instrumenter/plan/plan.h"
#include "instrumenter/unit/text.h"
#include "instrumenter/unit/unit_lines.h"
#include "instrumenter/unit/unit_scan.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/*
 * From places of a flat text to the same places of the source that it was made from.
 *
 * The two texts are compared line by line as tokens. A place is known by the token before or behind it: where
 * the tokens of a flat line are those of the source line up to there, or from there on, or where a token
 * stands as often in the one as in the other, it is the same token. What a macro made is in no source line
 * and has no place.
 */

struct map_token {
    size_t at, size;
    unsigned line;
};

struct map_tokens {
    const char *text;
    struct map_token *tokens; /* of the source in its order; of the flat text those of the source's lines */
    size_t count, capacity;
};

struct rewrite_map {
    struct map_tokens flat, source;
    size_t flat_size, source_size;
};

static void add_token(struct map_tokens *tokens, struct map_token token, struct arena *arena)
{
    tokens->tokens = arena_room(arena, tokens->tokens, tokens->count, &tokens->capacity, sizeof token);
    tokens->tokens[tokens->count++] = token;
}

/* Reads the tokens; of a flat text those that come from `file`. */
static void read_tokens(struct map_tokens *tokens, const char *text, size_t size, const struct unit_lines *lines,
                        const char *file, struct arena *arena)
{
    struct scan scan;
    size_t seen = 0;
    unsigned line = 1;
    tokens->text = text;
    scan_init(&scan, text, size, 0);
    for (struct token token; (token = scan_next(&scan)).kind != TOKEN_END;) {
        struct location location = {file, 0, false};
        if (lines) {
            location = unit_lines_at(lines, token.at);
        } else {
            for (; seen < token.at; seen++)
                line += text[seen] == '\n';
            location.line = line;
        }
        if (strcmp(location.file, file) == 0)
            add_token(tokens, (struct map_token){token.at, token.size, location.line}, arena);
    }
}

/* `file` is the source's name in the line markers. */
static void rewrite_map_init(struct rewrite_map *map, const char *flat, size_t flat_size, const char *source,
                             size_t source_size, const char *file, struct arena *arena)
{
    struct unit_lines lines;
    *map = (struct rewrite_map){.flat_size = flat_size, .source_size = source_size};
    unit_lines_init(&lines, flat, flat_size, file, NULL, arena);
    read_tokens(&map->flat, flat, flat_size, &lines, file, arena);
    read_tokens(&map->source, source, source_size, NULL, file, arena);
}

/* The tokens of one line, from the first up to and without `end`. Those of a file that is included twice, or
 * has lines out of order, are never found by halving, which only makes them unknown. */
static void line_span(const struct map_tokens *tokens, unsigned line, size_t *first, size_t *end)
{
    *first = *end = sort_lower_bound32(tokens->tokens, tokens->count, sizeof *tokens->tokens,
                                       offsetof(struct map_token, line), line);
    while (*end < tokens->count && tokens->tokens[*end].line == line)
        ++*end;
}

static bool same(const struct rewrite_map *map, size_t flat, size_t source)
{
    const struct map_token *a = &map->flat.tokens[flat], *b = &map->source.tokens[source];
    return a->size == b->size && memcmp(map->flat.text + a->at, map->source.text + b->at, a->size) == 0;
}

/* The source token that the flat token `index` is; false when there is none. */
static bool match(const struct rewrite_map *map, size_t index, size_t *found)
{
    size_t flat_first, flat_end, first, end;
    unsigned line = map->flat.tokens[index].line;
    line_span(&map->flat, line, &flat_first, &flat_end);
    line_span(&map->source, line, &first, &end);
    if (index < flat_first || index >= flat_end)
        return false;

    size_t ahead = 0; /* tokens that are the same from the left */
    while (flat_first + ahead < flat_end && first + ahead < end && same(map, flat_first + ahead, first + ahead))
        ahead++;
    if (index - flat_first < ahead) {
        *found = first + (index - flat_first);
        return true;
    }
    size_t behind = 0; /* and from the right */
    while (behind < flat_end - flat_first && behind < end - first && same(map, flat_end - 1 - behind, end - 1 - behind))
        behind++;
    if (flat_end - index <= behind) {
        *found = end - (flat_end - index);
        return true;
    }
    size_t nth = 0, in_flat = 0, in_source = 0;
    for (size_t i = flat_first; i < flat_end; i++) {
        const struct map_token *a = &map->flat.tokens[i], *b = &map->flat.tokens[index];
        if (a->size == b->size && memcmp(map->flat.text + a->at, map->flat.text + b->at, a->size) == 0) {
            in_flat++;
            nth += i < index;
        }
    }
    for (size_t i = first; i < end; i++)
        if (same(map, index, i) && in_source++ == nth)
            *found = i;
    return in_flat == in_source;
}

/* False when the source has no such place. */
static bool rewrite_map_place(const struct rewrite_map *map, size_t flat_at, size_t *source_at)
{
    const struct map_token *tokens = map->flat.tokens;
    size_t next = sort_lower_bound(tokens, map->flat.count, sizeof *tokens, offsetof(struct map_token, at), flat_at),
           found;
    /* Behind the token before: what is inserted behind a `{` stays in its line. */
    if (next > 0 && tokens[next - 1].at + tokens[next - 1].size <= flat_at && match(map, next - 1, &found)) {
        *source_at = map->source.tokens[found].at + map->source.tokens[found].size;
        return true;
    }
    if (next < map->flat.count && match(map, next, &found)) {
        *source_at = map->source.tokens[found].at;
        return true;
    }
    return false;
}

#define USAGE                                                                                                          \
    "usage: instr-rewrite [OPTION...] FILE [COMPILER] [COMPILER-OPTION...]\n"                                          \
    "writes a C source with a probe in each function, to read, keep or compile without libclang\n\n"                   \
    "It makes the same edit as instr-cc, but comments, includes and macros stay. Give the options that the file is\n"  \
    "built with, such as -I and -D. Functions in headers, or made by macros, stay as they are and are listed on\n"     \
    "standard error. The program looks for libinstr.so.1 when it starts, and runs without a profile if there is "      \
    "none.\n\n"                                                                                                        \
    "  --diff         write the difference to FILE, for patch\n"                                                       \
    "  --alone        put the code that probes need into the text, instead of including instr_abi.h\n"                 \
    "  -o FILE        write there instead of to standard output\n"                                                     \
    "  --level=N      0 to 4, default 1, as in instr-cc\n"                                                             \
    "  --filter=FILE  functions and files to leave out, in Score-P's syntax\n"                                         \
    "  --quiet        only count the functions that stay as they are\n"                                                \
    "  --help         this text\n"                                                                                     \
    "  --version      the version\n\n"                                                                                 \
    "Example:\n  instr-rewrite --diff solver.c mpicc -O2 -Iinclude | less\n\n"                                         \
    "Exit status: 0 done, 71 a wrong command or source, 72 a system error\n"

struct rewrite {
    const char *source, *output, *filter_path;
    bool diff, alone, quiet;
    int level;
    char **rest; /* compiler and its options */
    struct plan plan;
    struct compiler compiler;
    struct filter filter;
    const char *folder;
    struct arena *arena;
    struct error *error;
};

/* Finds the compiler and makes the plan of compiling the source, of which only the preprocessing is run. */
static bool make_plan(struct rewrite *rewrite, struct plan_context *context, struct words *words)
{
    struct words call = words_new(rewrite->arena);
    words_add(&call, "instr-cc"); /* our own name would name a compiler */
    for (char **word = rewrite->rest; *word; word++)
        words_add(&call, *word);
    if (!compiler_find(call.items, &rewrite->compiler, rewrite->arena, rewrite->error))
        return false;
    *words = words_new(rewrite->arena);
    for (char **word = call.items + 1; *word; word++)
        words_add(words, *word);
    words_add(words, "-c");
    words_add(words, rewrite->source);
    *context = (struct plan_context){.compiler = rewrite->compiler.words,
                                     .compiler_count = rewrite->compiler.count,
                                     .clang = rewrite->compiler.clang,
                                     .cxx = rewrite->compiler.cxx,
                                     .level = arena_printf(rewrite->arena, "%d", rewrite->level)};
    plan_make(&rewrite->plan, words->items, words, context, rewrite->arena);
    if (rewrite->plan.action != PLAN_COMPILE || rewrite->plan.unit_count != 1 || rewrite->plan.units[0].cxx)
        return error_set(rewrite->error, ERROR_USAGE, "%s: not one C source to compile [%s]", rewrite->source,
                         rewrite->plan.passed ? passed_word(rewrite->plan.passed) : "command");
    return true;
}

static const char *preprocess(struct rewrite *rewrite, size_t *size)
{
    char *flat = arena_printf(rewrite->arena, "%s/flat", rewrite->folder);
    struct run run = {.path = rewrite->compiler.path,
                      .argv = plan_preprocess_argv(&rewrite->plan, 0, flat, rewrite->arena)};
    int status;
    if (!run_wait(&run, &status, rewrite->arena, rewrite->error))
        return NULL;
    if (status != 0) {
        error_set(rewrite->error, ERROR_USAGE, "%s can't be preprocessed: give the compiler's options after it",
                  rewrite->source);
        return NULL;
    }
    return file_read(flat, size, rewrite->arena, rewrite->error);
}

/* Which functions can have all their changes; places[i] is that of change i in the source. */
static bool *find_reach(struct rewrite *rewrite, const struct unit *unit, const struct rewrite_map *map,
                        const struct unit_change *changes, size_t count, size_t *places)
{
    bool *reached = arena_array(rewrite->arena, unit->function_count + 1, sizeof *reached);
    memset(reached, true, unit->function_count);
    size_t last = 0;
    for (size_t i = 0; i < count; i++) {
        bool inside = changes[i].at != 0;
        bool found = !inside || rewrite_map_place(map, changes[i].at, &places[i]);
        /* A change that would go back before another would break the order of both. */
        if (!found || (inside && places[i] < last))
            reached[changes[i].function] = false;
        else if (inside)
            last = places[i];
    }
    /* A function in a header is reached by no change of its own when it has none inside. */
    for (size_t i = 0; i < unit->function_count; i++)
        if (strcmp(unit->functions[i].file, rewrite->source) != 0)
            reached[i] = false;
    return reached;
}

static void put_preamble(struct rewrite *rewrite, struct text *out)
{
    if (!rewrite->alone) {
        text_string(out, "#include \"instr_abi.h\"\n");
        return;
    }
    const char *word = strstr(preamble_text, PREAMBLE_RUNTIME);
    text_add(out, preamble_text, (size_t)(word - preamble_text));
    text_literal(out, "libinstr.so.1");
    text_string(out, word + strlen(PREAMBLE_RUNTIME));
}

static void put_changes(struct rewrite *rewrite, struct text *out, const char *source, size_t size,
                        const struct unit_change *changes, size_t count, const size_t *places, const bool *reached)
{
    put_preamble(rewrite, out);
    for (size_t i = 0; i < count; i++)
        if (changes[i].at == 0 && reached[changes[i].function])
            text_add(out, changes[i].text, changes[i].size);
    text_string(out, "#line 1 ");
    text_literal(out, rewrite->source);
    text_string(out, "\n");
    size_t done = 0;
    for (size_t i = 0; i < count; i++) {
        if (changes[i].at == 0 || !reached[changes[i].function])
            continue;
        text_add(out, source + done, places[i] - done);
        text_add(out, changes[i].text, changes[i].size);
        done = places[i];
    }
    text_add(out, source + done, size - done);
}

static void tell(const struct rewrite *rewrite, const struct unit *unit, const bool *reached)
{
    size_t out_of_reach = 0;
    for (size_t i = 0; i < unit->function_count; i++) {
        const struct unit_function *function = &unit->functions[i];
        if (reached[i])
            continue;
        out_of_reach++;
        bool header = strcmp(function->file, rewrite->source) != 0;
        if (!rewrite->quiet)
            character_say(stderr, "instr-rewrite: %s:%u: %s can't be instrumented here: %s", function->file,
                          function->line, function->name, header ? "it is in a header" : "a macro makes part of it");
    }
    if (out_of_reach)
        fprintf(stderr, "instr-rewrite: %zu of %zu functions can't be instrumented here; instr-cc instruments them\n",
                out_of_reach, unit->function_count);
}

/* The difference by the program `diff`, which ends with 1 when there is one. */
static bool show_difference(struct rewrite *rewrite, const struct text *out)
{
    char *edited = arena_printf(rewrite->arena, "%s/edited", rewrite->folder);
    if (!file_write(edited, out->bytes, out->size, rewrite->error))
        return false;
    char *label = arena_printf(rewrite->arena, "%s (instrumented)", rewrite->source);
    char *argv[] = {"diff", "-u", "--label", (char *)rewrite->source, "--label", label, "--", (char *)rewrite->source,
                    edited, NULL};
    char *captured = rewrite->output ? arena_printf(rewrite->arena, "%s/difference", rewrite->folder) : NULL;
    struct run run = {.path = "/usr/bin/diff", .argv = argv, .capture = captured};
    int status;
    size_t size = 0;
    if (!run_wait(&run, &status, rewrite->arena, rewrite->error))
        return false;
    if (!WIFEXITED(status) || WEXITSTATUS(status) > 1)
        return error_set(rewrite->error, ERROR_INTERNAL, "diff failed");
    const char *text = captured ? file_read(captured, &size, rewrite->arena, rewrite->error) : NULL;
    return !captured || (text && file_write(rewrite->output, text, size, rewrite->error));
}

static bool carry_over(struct rewrite *rewrite)
{
    struct plan_context context;
    struct words words;
    size_t flat_size, size, count;
    if (!make_plan(rewrite, &context, &words))
        return false;
    const char *source = file_read(rewrite->source, &size, rewrite->arena, rewrite->error);
    if (!source) {
        rewrite->error->code = ERROR_USAGE; /* the user named it */
        return false;
    }
    const char *flat = preprocess(rewrite, &flat_size);
    if (!flat)
        return false;
    struct unit_options options = {.name = rewrite->source,
                                   .flags = (const char *const *)rewrite->plan.flags,
                                   .filter = rewrite->filter_path ? &rewrite->filter : NULL,
                                   .level = rewrite->plan.level,
                                   .clang = rewrite->compiler.clang,
                                   .no_probes = rewrite->plan.no_probes,
                                   .unoptimized = !rewrite->plan.tail_jumps};
    struct unit unit;
    struct rewrite_map map;
    struct unit_change *changes;
    if (!front_parse(&front_c, flat, flat_size, &options, &unit, rewrite->arena, rewrite->error))
        return false;
    unit_changes(&unit, &options, &changes, &count, rewrite->arena);
    rewrite_map_init(&map, flat, flat_size, source, size, rewrite->source, rewrite->arena);
    size_t *places = arena_array(rewrite->arena, count + 1, sizeof *places);
    bool *reached = find_reach(rewrite, &unit, &map, changes, count, places);
    struct text out = {.arena = rewrite->arena};
    put_changes(rewrite, &out, source, size, changes, count, places, reached);
    if (!(rewrite->diff ? show_difference(rewrite, &out)
                        : file_write(rewrite->output, out.bytes, out.size, rewrite->error)))
        return false;
    tell(rewrite, &unit, reached);
    return true;
}

static bool read_options(struct rewrite *rewrite, char **word)
{
    for (; *word && **word == '-' && strcmp(*word, "--") != 0; word++) {
        if (strcmp(*word, "--diff") == 0)
            rewrite->diff = true;
        else if (strcmp(*word, "--alone") == 0)
            rewrite->alone = true;
        else if (strcmp(*word, "--quiet") == 0)
            rewrite->quiet = true;
        else if (strcmp(*word, "-o") == 0 && word[1])
            rewrite->output = *++word;
        else if (strncmp(*word, "--filter=", 9) == 0)
            rewrite->filter_path = *word + 9;
        else if (strncmp(*word, "--level=", 8) == 0 && (*word)[8] >= '0' && (*word)[8] <= '4' && !(*word)[9])
            rewrite->level = (*word)[8] - '0';
        else
            return error_set(rewrite->error, ERROR_USAGE, "%s: see instr-rewrite --help", *word);
    }
    if (*word && strcmp(*word, "--") == 0)
        word++;
    if (!*word)
        return error_set(rewrite->error, ERROR_USAGE, "which file? See instr-rewrite --help");
    rewrite->source = *word;
    rewrite->rest = word + 1;
    return true;
}

int main(int argc, char **argv)
{
    struct arena arena = {0};
    struct error error = {0};
    struct rewrite rewrite = {.level = 1, .arena = &arena, .error = &error};
    if (argc == 2 && strcmp(argv[1], "--help") == 0)
        return fputs(USAGE, stdout) < 0 || fflush(stdout) ? ERROR_INTERNAL : 0;
    if (argc == 2 && strcmp(argv[1], "--version") == 0)
        return puts("instr-rewrite " INSTR_VERSION) < 0 || fflush(stdout) ? ERROR_INTERNAL : 0;
    run_start(argv);
    needed_begin("instr-rewrite");
    bool good = read_options(&rewrite, argv + 1) &&
                (!rewrite.filter_path || filter_read(&rewrite.filter, rewrite.filter_path, &arena, &error)) &&
                (rewrite.folder = run_folder(NULL, &arena, &error)) && carry_over(&rewrite);
    if (rewrite.folder)
        run_folder_remove(rewrite.folder);
    if (!good)
        character_say(stderr, "instr-rewrite: error: %s", error.text);
    arena_free(&arena);
    return good ? 0 : (int)error.code;
}
