/* reduce.c - see reduce.h. */
#include "report/compare/reduce.h"

#include "common/hash.h"

#include <string.h>

struct line {
    const char *text;
    size_t size;      /* with its end */
    const char *name; /* of the function; null: of none */
    const char *rest; /* what stands behind the name */
    bool kept;
};

struct lines {
    struct line *of;
    size_t count;
};

static void take_lines(struct lines *lines, const char *text, struct arena *arena)
{
    size_t count = 1;
    for (const char *at = text; (at = strchr(at, '\n')); at++)
        count++;
    *lines = (struct lines){.of = arena_array(arena, count, sizeof *lines->of)};
    for (const char *next; *text; text = next) {
        const char *end = strchr(text, '\n');
        next = end ? end + 1 : text + strlen(text);
        struct line *line = &lines->of[lines->count++];
        *line = (struct line){.text = text, .size = (size_t)(next - text), .kept = true};
        const char *tab = memchr(text, '\t', line->size);
        line->rest = tab ? memchr(tab + 1, '\t', (size_t)(next - tab) - 1) : NULL;
        line->name = line->rest ? tab + 1 : NULL;
    }
}

/* Compares lines of functions by file and name. */
static int compare_lines(const struct line *a, const struct line *b)
{
    size_t left = (size_t)(a->rest - a->text) + 1, right = (size_t)(b->rest - b->text) + 1;
    return memcmp(a->text, b->text, left < right ? left : right);
}

/* Removes lines that are in both texts. Lines out of order are kept. */
static bool drop_same(struct lines *before, struct lines *now)
{
    bool differ = false;
    size_t i = 0, k = 0;
    while (i < before->count || k < now->count) {
        struct line *a = i < before->count ? &before->of[i] : NULL, *b = k < now->count ? &now->of[k] : NULL;
        if ((a && !a->name) || (b && !b->name)) {
            i += a && !a->name;
            k += b && !b->name;
            continue;
        }
        bool same = a && b && a->size == b->size && !memcmp(a->text, b->text, a->size);
        if (same)
            a->kept = b->kept = false;
        differ |= !same;
        int order = !a ? 1 : !b ? -1 : compare_lines(a, b);
        i += order <= 0;
        k += order >= 0;
    }
    return differ;
}

/* A set of names, by their hashes. A collision costs one line more. */
struct names {
    uint64_t *of;
    size_t mask;
};

static uint64_t *place_of(const struct names *names, uint64_t hash)
{
    size_t at = hash & names->mask;
    while (names->of[at] && names->of[at] != hash)
        at = (at + 1) & names->mask;
    return &names->of[at];
}

static void add_name(struct names *names, const char *name, size_t size)
{
    uint64_t hash = hash_bytes(HASH_START, name, size);
    *place_of(names, hash) = hash;
}

/* Adds the names of "from parse 10, main@a.c 2": each as it is, without its number, and without its file. */
static void add_callers(struct names *names, const struct line *line)
{
    const char *end = line->text + line->size - (line->text[line->size - 1] == '\n');
    const char *at = memmem(line->rest, (size_t)(end - line->rest), "\tfrom ", 6);
    for (at = at ? at + 6 : end; at < end;) {
        const char *comma = memmem(at, (size_t)(end - at), ", ", 2), *tab = memchr(at, '\t', (size_t)(end - at));
        const char *stop = comma ? comma : end;
        stop = tab && tab < stop ? tab : stop;
        const char *blank = memrchr(at, ' ', (size_t)(stop - at)), *file = memrchr(at, '@', (size_t)(stop - at));
        add_name(names, at, (size_t)(stop - at));
        if (blank)
            add_name(names, at, (size_t)(blank - at));
        if (file)
            add_name(names, at, (size_t)(file - at));
        at = comma && stop == comma ? comma + 2 : end;
    }
}

static void keep_callers(struct lines both[2], struct arena *arena)
{
    size_t commas = 1, room = 16;
    for (int s = 0; s < 2; s++)
        for (size_t i = 0; i < both[s].count; i++)
            for (size_t k = 0; both[s].of[i].kept && k < both[s].of[i].size; k++)
                commas += both[s].of[i].text[k] == ',' || both[s].of[i].text[k] == '\n';
    while (room < 8 * commas)
        room *= 2;
    struct names names = {arena_array(arena, room, sizeof *names.of), room - 1};
    for (int s = 0; s < 2; s++)
        for (size_t i = 0; i < both[s].count; i++)
            if (both[s].of[i].kept && both[s].of[i].name)
                add_callers(&names, &both[s].of[i]);
    for (int s = 0; s < 2; s++)
        for (size_t i = 0; i < both[s].count; i++) {
            struct line *line = &both[s].of[i];
            if (!line->kept)
                line->kept = *place_of(&names, hash_bytes(HASH_START, line->name, (size_t)(line->rest - line->name)));
        }
}

bool reduce(char *const texts[2], struct arena *arena)
{
    struct lines both[2];
    take_lines(&both[0], texts[0], arena);
    take_lines(&both[1], texts[1], arena);
    if (!drop_same(&both[0], &both[1]))
        return false;
    keep_callers(both, arena);
    for (int s = 0; s < 2; s++) {
        char *end = texts[s];
        for (size_t i = 0; i < both[s].count; i++)
            if (both[s].of[i].kept) {
                memmove(end, both[s].of[i].text, both[s].of[i].size);
                end += both[s].of[i].size;
            }
        *end = '\0';
    }
    return true;
}
