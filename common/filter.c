/* filter.c - see filter.h. */
#include "common/filter.h"

#include "common/input.h"
#include "common/short_name.h"

#include <stdio.h>
#include <string.h>

struct reader {
    const char *at, *end;
    const char *name;
    unsigned line;
    struct arena *arena;
    struct error *error;
};

/* Skips white space and comments; a zero byte counts as white space. */
static void skip_space(struct reader *reader)
{
    bool comment = false;
    for (; reader->at < reader->end; reader->at++) {
        if (*reader->at == '\n') {
            reader->line++;
            comment = false;
        } else if (*reader->at == '#') {
            comment = true;
        } else if (!comment && !strchr(" \t\r\f\v", *reader->at)) {
            return;
        }
    }
}

/* Returns the next word, or NULL at the end of the text. *failed is set if there is no memory. */
static const char *next_word(struct reader *reader, bool *failed)
{
    skip_space(reader);
    const char *start = reader->at;
    while (reader->at < reader->end && !strchr(" \t\r\f\v\n#", *reader->at))
        reader->at += *reader->at == '\\' && reader->at + 1 < reader->end && reader->at[1] != '\n' ? 2 : 1;
    if (start == reader->at)
        return NULL;
    const char *word = arena_copy(reader->arena, start, (size_t)(reader->at - start));
    *failed = !word;
    return word;
}

static bool add_rule(struct filter_rules *rules, struct filter_rule rule, struct arena *arena)
{
    rules->rules = arena_room(arena, rules->rules, rules->count, &rules->capacity, sizeof rule);
    if (rules->rules)
        rules->rules[rules->count++] = rule;
    return rules->rules;
}

/* Reads the rules of one block, up to its last word. */
static bool read_block(struct reader *reader, struct filter_rules *rules, const char *last)
{
    enum { NO_RULE, EXCLUDE, INCLUDE } rule = NO_RULE;
    unsigned line = reader->line;
    bool failed = false;
    const char *word;
    while ((word = next_word(reader, &failed)) && strcmp(word, last) != 0) {
        if (strcmp(word, "EXCLUDE") == 0)
            rule = EXCLUDE;
        else if (strcmp(word, "INCLUDE") == 0)
            rule = INCLUDE;
        else if (strcmp(word, "MANGLED") == 0 && rule != NO_RULE)
            continue;
        else if (strncmp(word, "SCOREP_", 7) == 0)
            return error_set(reader->error, ERROR_USAGE, "%s:%u: %.80s inside a block: %s is missing", reader->name,
                             reader->line, word, last);
        else if (rule == NO_RULE)
            return error_set(reader->error, ERROR_USAGE, "%s:%u: %.80s: a pattern needs EXCLUDE or INCLUDE before it",
                             reader->name, reader->line, word);
        else if (!add_rule(rules, (struct filter_rule){word, rule == EXCLUDE}, reader->arena))
            failed = true;
    }
    if (failed)
        return error_set(reader->error, ERROR_INTERNAL, "out of memory");
    return word || error_set(reader->error, ERROR_USAGE, "%s:%u: the block that begins here has no %s", reader->name,
                             line, last);
}

bool filter_parse(struct filter *filter, const char *text, size_t size, const char *name, struct arena *arena,
                  struct error *error)
{
    struct reader reader = {text, text + size, name, 1, arena, error};
    bool failed = false;
    *filter = (struct filter){0};
    for (const char *word; (word = next_word(&reader, &failed));) {
        bool good;
        if (strcmp(word, "SCOREP_REGION_NAMES_BEGIN") == 0)
            good = read_block(&reader, &filter->regions, "SCOREP_REGION_NAMES_END");
        else if (strcmp(word, "SCOREP_FILE_NAMES_BEGIN") == 0)
            good = read_block(&reader, &filter->files, "SCOREP_FILE_NAMES_END");
        else
            good = error_set(error, ERROR_USAGE,
                             "%s:%u: %.80s: expected SCOREP_REGION_NAMES_BEGIN or SCOREP_FILE_NAMES_BEGIN", name,
                             reader.line, word);
        if (!good)
            return false;
    }
    return !failed || error_set(error, ERROR_INTERNAL, "out of memory");
}

bool filter_read(struct filter *filter, const char *path, struct arena *arena, struct error *error)
{
    size_t size;
    const char *why, *text = input_read(path, INPUT_TEXT, &size, arena, &why);
    if (!text)
        return error_set(error, ERROR_USAGE, "can't read the filter %s: %s", path, why);
    return filter_parse(filter, text, size, path, arena, error);
}

static bool excludes(const struct filter_rules *rules, const char *name)
{
    for (size_t i = rules->count; name && i-- > 0;)
        if (short_name_meant(rules->rules[i].pattern, name))
            return rules->rules[i].exclude;
    return false;
}

bool filter_excludes(const struct filter *filter, const char *region, const char *file)
{
    return excludes(&filter->files, file) || excludes(&filter->regions, region);
}
