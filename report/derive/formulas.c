/* formulas.c - see formulas.h. */
#include "report/derive/formulas.h"

#include "common/input.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char ending[] = ".formulas";

/* --- one formula, parsed by recursive descent --- */

struct parser {
    struct formula *formula;
    const char *at;
    const char *fault; /* null: none yet */
    uint32_t depth;
    struct arena *arena;
};

static bool wrong(struct parser *parser, const char *fault)
{
    if (!parser->fault)
        parser->fault = fault;
    return false;
}

static void pass_blanks(struct parser *parser)
{
    parser->at += strspn(parser->at, " \t");
}

/* Consumes `sign` if it is next. */
static bool take_sign(struct parser *parser, char sign)
{
    pass_blanks(parser);
    bool is = *parser->at == sign && (sign != '-' || strchr(" \t", parser->at[1]));
    parser->at += is;
    return is;
}

static bool put(struct parser *parser, struct formula_step step)
{
    struct formula *formula = parser->formula;
    if (formula->step_count == FORMULA_STEPS)
        return wrong(parser, "it is too long");
    formula->steps[formula->step_count++] = step;
    return true;
}

static bool put_operand(struct parser *parser, const char *word, size_t length)
{
    struct formula *formula = parser->formula;
    uint32_t i = 0;
    while (i < formula->operand_count &&
           (strlen(formula->operands[i]) != length || strncmp(formula->operands[i], word, length) != 0))
        i++;
    if (i == FORMULA_OPERANDS)
        return wrong(parser, "it names too many metrics");
    if (i == formula->operand_count)
        formula->operands[formula->operand_count++] = arena_copy(parser->arena, word, length);
    return put(parser, (struct formula_step){.kind = FORMULA_OPERAND, .operand = i});
}

static bool take_sum(struct parser *parser);

/* Parses a number, a key, or a formula in parentheses. */
static bool take_one(struct parser *parser)
{
    enum { DEEPEST = 16 };
    if (take_sign(parser, '(')) {
        if (++parser->depth > DEEPEST)
            return wrong(parser, "it has too many parentheses");
        bool done = take_sum(parser) && (take_sign(parser, ')') || wrong(parser, "a ) is missing"));
        parser->depth--;
        return done;
    }
    const char *word = parser->at;
    if (isdigit((unsigned char)*word)) {
        char *end;
        double number = strtod(word, &end);
        parser->at = end;
        return put(parser, (struct formula_step){.kind = FORMULA_NUMBER, .number = number});
    }
    size_t length = 0;
    while (isalnum((unsigned char)word[length]) || (length && word[length] && strchr("-_:.", word[length])) ||
           word[length] == '_')
        length++;
    if (!length)
        return wrong(parser, *word ? arena_printf(parser->arena, "a number or a metric is missing before '%s'", word)
                                   : "a number or a metric is missing at its end");
    parser->at += length;
    return put_operand(parser, word, length);
}

/* Parses operands by `one`, separated by either of two signs. */
static bool take_row(struct parser *parser, bool (*one)(struct parser *), const char signs[2],
                     const enum formula_kind kinds[2])
{
    bool done = one(parser);
    while (done && !parser->fault) {
        int which = take_sign(parser, signs[0]) ? 0 : take_sign(parser, signs[1]) ? 1 : -1;
        if (which < 0)
            break;
        done = one(parser) && put(parser, (struct formula_step){.kind = kinds[which]});
    }
    return done;
}

static bool take_product(struct parser *parser)
{
    static const enum formula_kind kinds[] = {FORMULA_MULTIPLY, FORMULA_DIVIDE};
    return take_row(parser, take_one, "*/", kinds);
}

static bool take_sum(struct parser *parser)
{
    static const enum formula_kind kinds[] = {FORMULA_ADD, FORMULA_SUBTRACT};
    return take_row(parser, take_product, "+-", kinds);
}

double formula_value(const struct formula *formula, const double operands[FORMULA_OPERANDS])
{
    double stack[FORMULA_STEPS + 1] = {0};
    uint32_t used = 0;
    for (uint32_t i = 0; i < formula->step_count; i++) {
        const struct formula_step *step = &formula->steps[i];
        if (step->kind == FORMULA_NUMBER || step->kind == FORMULA_OPERAND) {
            stack[used++] = step->kind == FORMULA_NUMBER ? step->number : operands[step->operand];
            continue;
        }
        double second = stack[--used], *first = &stack[used - 1];
        *first = step->kind == FORMULA_ADD        ? *first + second
                 : step->kind == FORMULA_SUBTRACT ? *first - second
                 : step->kind == FORMULA_MULTIPLY ? *first * second
                 : second == 0                    ? NAN
                                                  : *first / second;
    }
    return isfinite(stack[0]) ? stack[0] : NAN;
}

/* --- files --- */

const struct formula *formulas_find(const struct formulas *formulas, const char *key)
{
    for (size_t i = 0; i < formulas->count; i++)
        if (strcmp(formulas->of[i].key, key) == 0)
            return &formulas->of[i];
    return NULL;
}

/* Removes blanks at both ends. */
static char *trim(char *text)
{
    text += strspn(text, " \t");
    size_t length = strlen(text);
    while (length && isspace((unsigned char)text[length - 1]))
        text[--length] = '\0';
    return text;
}

/* Parses a line. Returns NULL, or the error text. */
static const char *read_line(struct formula *formula, char *line, struct arena *arena)
{
    char *equal = strchr(line, '='), *open = strchr(line, '['), *close = open ? strchr(open, ']') : NULL;
    if (!equal || !close || open < equal)
        return "it is not KEY = FORMULA [UNIT] description";
    *equal = *open = *close = '\0';
    char *key = trim(line), *text = trim(equal + 1), *unit = trim(open + 1), *name = trim(close + 1);
    if (!*key || key[strcspn(key, " \t,")])
        return "its key must be one word";
    if (!*name)
        return "the description after [UNIT] is missing";
    formula->key = arena_copy(arena, key, strlen(key));
    formula->text = arena_copy(arena, text, strlen(text));
    formula->unit = arena_copy(arena, unit, strlen(unit));
    formula->name = arena_copy(arena, name, strlen(name));
    struct parser parser = {.formula = formula, .at = formula->text, .arena = arena};
    if (take_sum(&parser))
        pass_blanks(&parser);
    if (!parser.fault && *parser.at)
        wrong(&parser, arena_printf(arena, "an operator is missing before '%s'", parser.at));
    return parser.fault;
}

static bool read_file(struct formulas *formulas, const char *path, struct arena *arena, struct error *error)
{
    size_t size;
    const char *fault = NULL;
    char *text = input_read(path, INPUT_TEXT, &size, arena, &fault);
    if (!text)
        return error_set(error, ERROR_USAGE, "%s: %s", path, fault);
    unsigned number = 1;
    for (char *next = text, *line; !fault && (line = strsep(&next, "\n")); number++) {
        line[strcspn(line, "#")] = '\0';
        if (!*trim(line))
            continue;
        formulas->of = arena_room(arena, formulas->of, formulas->count, &formulas->room, sizeof *formulas->of);
        fault = read_line(memset(&formulas->of[formulas->count], 0, sizeof *formulas->of), line, arena);
        if (fault)
            error_set(error, ERROR_USAGE, "%s:%u: this formula can't be read: %s", path, number, fault);
        else
            formulas->count++;
    }
    return !fault;
}

static int is_formulas(const struct dirent *entry)
{
    size_t length = strlen(entry->d_name), tail = sizeof ending - 1;
    return *entry->d_name != '.' && length > tail && strcmp(entry->d_name + length - tail, ending) == 0;
}

static bool read_folder(struct formulas *formulas, const char *folder, struct arena *arena, struct error *error)
{
    struct dirent **entries;
    int count = scandir(folder, &entries, is_formulas, alphasort);
    if (count < 0)
        return error_set(error, ERROR_USAGE, "%s: %s", folder, strerror(errno));
    bool done = true;
    for (int i = 0; i < count; i++) {
        done = done && read_file(formulas, arena_printf(arena, "%s/%s", folder, entries[i]->d_name), arena, error);
        free(entries[i]);
    }
    free(entries);
    return done;
}

/* Returns the folder of the installed formulas, which is found from our executable's place. */
static const char *installed(struct arena *arena)
{
    char self[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length <= 0)
        return NULL;
    self[length] = '\0';
    char *slash = strrchr(self, '/');
    return arena_printf(arena, "%.*s/%s", (int)(slash - self), self, INSTR_RELATIVE_FORMULAS);
}

bool formulas_read(struct formulas *formulas, struct arena *arena, struct error *error)
{
    *formulas = (struct formulas){NULL, 0, 0};
    const char *named = getenv("INSTR_FORMULAS");
    for (; named && *named; named += *named == ':') {
        size_t length = strcspn(named, ":");
        char *path = arena_copy(arena, named, length);
        struct stat status;
        named += length;
        if (!length)
            continue;
        bool folder = stat(path, &status) == 0 && S_ISDIR(status.st_mode);
        if (!(folder ? read_folder : read_file)(formulas, path, arena, error))
            return error_prefix(error, "INSTR_FORMULAS");
    }
    const char *ours = installed(arena);
    return !ours || access(ours, F_OK) != 0 || read_folder(formulas, ours, arena, error);
}
