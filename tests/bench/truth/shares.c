/* shares.c - see shares.h. */
#include "tests/bench/truth/shares.h"

#include "common/name.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The end of what begins with a bracket; the text's end, if it has none. */
static const char *behind_brackets(const char *at)
{
    int depth = 0;
    for (; *at; at++) {
        depth += (*at == '(' || *at == '<') - (*at == ')' || *at == '>');
        if (depth == 0)
            return at + 1;
    }
    return at;
}

/* A function of C++ as debuggers call it: without scopes, arguments of templates and parameters. Its length is in `length`; null: it is
 * no name of a function. */
static const char *bare_name(const char *name, size_t *length)
{
    const char *at = name;
    while (*at && (strncmp(at, "operator", 8) != 0 || isalnum((unsigned char)at[8]) || at[8] == '_')) {
        const char *word = at;
        while (isalnum((unsigned char)*at) || *at == '_' || *at == '~')
            at++;
        *length = (size_t)(at - word);
        if (*at == '<' || (*at == '(' && at == word))
            at = behind_brackets(at);
        if (strncmp(at, "::", 2) != 0)
            return *length && (!*at || *at == '(') ? word : NULL;
        at += 2;
    }
    *length = *at ? 8 + strcspn(at + 8, "(<") : 0;
    if (*length == 8) /* operator(), operator<, operator<< */
        *length += at[8] == '(' ? 2 : strspn(at + 8, "<=");
    return *length ? at : NULL;
}

bool shares_add(struct shares *shares, const char *name, const char *file, double amount)
{
    file = name_base(file);
    struct share *list = arena_room(shares->arena, shares->list, shares->count, &shares->room, sizeof *list);
    if (!list)
        return false;
    shares->list = list;
    size_t length;
    const char *bare = bare_name(name, &length);
    struct share share = {bare ? arena_copy(shares->arena, bare, length)
                               : arena_copy(shares->arena, name, strlen(name)),
                          arena_copy(shares->arena, file, strlen(file)), amount};
    if (!share.name || !share.file)
        return false;
    shares->list[shares->count++] = share;
    return true;
}

static int compare(const void *a, const void *b)
{
    const struct share *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    return order ? order : strcmp(x->file, y->file);
}

void shares_sort(struct shares *shares)
{
    size_t kept = 0;
    if (shares->count)
        qsort(shares->list, shares->count, sizeof *shares->list, compare);
    for (size_t i = 0; i < shares->count; i++) {
        if (kept && compare(&shares->list[kept - 1], &shares->list[i]) == 0)
            shares->list[kept - 1].amount += shares->list[i].amount;
        else
            shares->list[kept++] = shares->list[i];
    }
    shares->count = kept;
}

double shares_sum(const struct shares *shares)
{
    double sum = 0;
    for (size_t i = 0; i < shares->count; i++)
        sum += shares->list[i].amount;
    return sum;
}

/* The entries of one name, which lie side by side. */
struct group {
    const struct share *from;
    size_t count;
};

static struct group group_at(const struct shares *shares, size_t from)
{
    struct group group = {shares->list + from, 0};
    while (from + group.count < shares->count && !strcmp(group.from[group.count].name, group.from->name))
        group.count++;
    return group;
}

static struct group group_find(const struct shares *shares, const char *name)
{
    size_t from = 0, to = shares->count;
    while (from < to) {
        size_t middle = from + (to - from) / 2;
        if (strcmp(shares->list[middle].name, name) < 0)
            from = middle + 1;
        else
            to = middle;
    }
    if (from < shares->count && !strcmp(shares->list[from].name, name))
        return group_at(shares, from);
    return (struct group){NULL, 0};
}

static double group_sum(struct group group)
{
    double sum = 0;
    for (size_t i = 0; i < group.count; i++)
        sum += group.from[i].amount;
    return sum;
}

static double group_of_file(struct group group, const char *file)
{
    double sum = 0;
    for (size_t i = 0; i < group.count; i++)
        if (!strcmp(group.from[i].file, file))
            sum += group.from[i].amount;
    return sum;
}

static bool group_knows_files(struct group group)
{
    for (size_t i = 0; i < group.count; i++)
        if (!group.from[i].file[0])
            return false;
    return true;
}

/* Files tell functions apart where there are several of the name, and both sides know them. One of a name may well be
 * in another file to a debugger than to a compiler, and is the same. */
static bool by_file(struct group a, struct group b)
{
    return (a.count > 1 || b.count > 1) && group_knows_files(a) && group_knows_files(b);
}

double shares_amount(const struct shares *shares, const struct share *key)
{
    struct group group = group_find(shares, key->name);
    bool split = group.count > 1 && key->file[0] && group_knows_files(group);
    return split ? group_of_file(group, key->file) : group_sum(group);
}

static double excess(double a, double b)
{
    return a > b ? a - b : 0;
}

double shares_misplaced(const struct shares *a, const struct shares *b)
{
    double a_sum = shares_sum(a), b_sum = shares_sum(b), misplaced = 0;
    if (a_sum <= 0 || b_sum <= 0)
        return 1;
    for (size_t i = 0; i < a->count;) {
        struct group mine = group_at(a, i), theirs = group_find(b, a->list[i].name);
        if (by_file(mine, theirs)) {
            for (size_t k = 0; k < mine.count; k++)
                misplaced += excess(mine.from[k].amount / a_sum, group_of_file(theirs, mine.from[k].file) / b_sum);
        } else {
            misplaced += excess(group_sum(mine) / a_sum, group_sum(theirs) / b_sum);
        }
        i += mine.count;
    }
    return misplaced;
}

/* The next line of *text, without its end; null behind the last. */
static char *next_line(char **text)
{
    char *line = *text;
    if (!line || !*line)
        return NULL;
    char *end = strchr(line, '\n');
    *text = end ? end + 1 : NULL;
    if (end)
        *end = 0;
    return line;
}

/* The next field of a CSV line, its quotes taken off. */
static char *next_field(char **line)
{
    char *from = *line, *to = from, *out = from;
    if (!from)
        return NULL;
    bool quoted = *to == '"';
    for (to += quoted; *to && (quoted || *to != ','); to++) {
        if (quoted && *to == '"') {
            if (to[1] != '"') {
                quoted = false;
                continue;
            }
            to++;
        }
        *out++ = *to;
    }
    *line = *to ? to + 1 : NULL;
    *out = 0;
    return from;
}

bool shares_read_flat(struct shares *shares, char *text, const char *column)
{
    enum { NAME, FILE_NAME, AMOUNT, COLUMNS };
    const char *const names[COLUMNS] = {"name", "file", column};
    int at[COLUMNS] = {-1, -1, -1}, position = 0;
    char *line = next_line(&text), *field;
    for (; (field = next_field(&line)); position++)
        for (int i = 0; i < COLUMNS; i++)
            if (!strcmp(field, names[i]))
                at[i] = position;
    for (int i = 0; i < COLUMNS; i++)
        if (at[i] < 0)
            return false;
    while ((line = next_line(&text))) {
        const char *found[COLUMNS] = {"", "", "0"};
        for (position = 0; (field = next_field(&line)); position++)
            for (int i = 0; i < COLUMNS; i++)
                if (position == at[i])
                    found[i] = field;
        double amount = strtod(found[AMOUNT], NULL);
        if (amount > 0 && !shares_add(shares, found[NAME], found[FILE_NAME], amount))
            return false;
    }
    shares_sort(shares);
    return true;
}

bool shares_read_gprof(struct shares *shares, char *text)
{
    char *line;
    bool found = false;
    while ((line = next_line(&text))) {
        double percent, cumulative, self;
        found |= strstr(line, "cumulative") != NULL;
        if (!found || sscanf(line, "%lf %lf %lf", &percent, &cumulative, &self) != 3)
            continue;
        char *name = line + strspn(line, " 0123456789.");
        name[strcspn(name, ".")] = 0; /* .part.0, .isra.0: what GCC made of a function */
        if (self > 0 && !shares_add(shares, name, "", self))
            return false;
    }
    shares_sort(shares);
    return found;
}

/* The first time that stands behind the words of the last line that has them; below 0: none does. */
static double read_time(const char *text, const char *words)
{
    static const struct {
        const char *unit;
        double seconds;
    } units[] = {{"s", 1}, {"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}, {"min", 60}, {"h", 3600}};
    const char *line = NULL, *next = text;
    while ((next = strstr(next, words)))
        line = next++;
    while (line && *line && *line != '\n' && !isdigit((unsigned char)*line))
        line++;
    if (!line || !isdigit((unsigned char)*line))
        return -1;
    double value;
    char unit[4] = "";
    if (sscanf(line, "%lf %3[a-z]", &value, unit) == 2)
        for (size_t i = 0; i < sizeof units / sizeof *units; i++)
            if (!strcmp(units[i].unit, unit))
                return value * units[i].seconds;
    return -1;
}

double shares_read_overhead(const char *text)
{
    double probes = read_time(text, "overhead: "), counting = read_time(text, "counting calls took ");
    return counting < 0 ? probes : counting + (probes < 0 ? 0 : probes);
}
