/* output_name.c - see output_name.h. */
#include "runtime/write/output_name.h"

#include "common/name.h"
#include "common/writer.h"
#include "profile/profile.h"
#include "runtime/machine/job_variables.h"
#include "runtime/machine/relaxed.h"
#include "runtime/measure/store/store_header.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A text built piece by piece; what does not fit is dropped. */
struct text {
    char bytes[PATH_MAX];
    size_t length;
};

static void text_add(struct text *text, const char *bytes)
{
    size_t length = strlen(bytes);
    if (length < sizeof text->bytes - text->length) {
        memcpy(text->bytes + text->length, bytes, length + 1);
        text->length += length;
    }
}

static void text_add_number(struct text *text, int width, long number)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%0*ld", width, number);
    text_add(text, digits);
}

const char *output_name_program(const struct store_header *from)
{
    return name_base(from->program);
}

/* The owner of a file. */
struct seat {
    bool job; /* of all ranks */
    int rank;
    int ranks; /* that have files of this name; 0: this process alone */
};

/* Adds the folder of a file; "." if it is unknown. */
static void add_folder(struct text *text, const char *file)
{
    const char *slash = strrchr(file, '/');
    for (; slash && file < slash; file++)
        text_add(text, (char[]){*file, 0});
    if (!slash)
        text_add(text, ".");
}

static void add_percent(struct text *text, const struct store_header *from, char what, const struct seat *seat)
{
    char as_written[3] = {'%', what, 0};
    switch (what) {
    case 'x':
        text_add(text, output_name_program(from));
        break;
    case 'd':
        add_folder(text, from->program);
        break;
    case 'p':
        text_add_number(text, 0, from->pid);
        break;
    case 'j':
        text_add(text, *from->job ? from->job : "nojob");
        break;
    case 'r':
        if (seat->job)
            text_add(text, "all");
        else
            text_add_number(text, 0, seat->rank);
        break;
    case 'h':
        text_add(text, from->host);
        break;
    case '%':
        text_add(text, "%");
        break;
    default:
        text_add(text, as_written);
    }
}

/* Adds a value for the word after `$`; returns the word's length, 0 for an unknown one. */
static size_t add_dollar(struct text *text, const char *word, const int32_t start[6])
{
    static const char *const words[] = {"YYYY", "MM", "DD", "hh", "mm", "ss"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strncmp(word, words[i], strlen(words[i])) == 0) {
            text_add_number(text, (int)strlen(words[i]), start[i]);
            return strlen(words[i]);
        }
    return 0;
}

/* Adds "-WORD" before the ending of a profile's or a trace's name. */
static void add_suffix(struct text *text, const char *word)
{
    static const char *const endings[] = {".instr", ".trace"};
    const char *ending = "";
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t length = strlen(endings[i]);
        if (text->length > length && strcmp(text->bytes + text->length - length, endings[i]) == 0)
            ending = endings[i];
    }
    text->bytes[text->length -= strlen(ending)] = 0;
    text_add(text, "-");
    text_add(text, word);
    text_add(text, ending);
}

/* Returns whether ranks would share this name for their own files, or one of them would take the job's. */
static bool is_shared(const struct store_header *from, const char *template, const struct seat *seat, const char *path)
{
    bool parted = strstr(template, "%r") || (strstr(template, "%p") && from->settings.job != JOB_BOTH);
    return seat->ranks > 1 && !parted && writer_target(path) != WRITER_TO_STREAM;
}

static const char *name(const struct store_header *from, const char *template, struct seat seat, struct arena *arena)
{
    char digits[24];
    struct text text = {.length = 0};
    bool absolute = template[0] == '/' || (strncmp(template, "%d", 2) == 0 && from->program[0] == '/');
    if (!absolute && *from->directory) {
        text_add(&text, from->directory);
        text_add(&text, "/");
    }
    for (const char *at = template; *at; at++) {
        size_t used = 0;
        if (at[0] == '%' && at[1])
            add_percent(&text, from, *++at, &seat);
        else if (*at == '$' && (used = add_dollar(&text, at + 1, from->start_local)))
            at += used;
        else
            text_add(&text, (char[]){*at, 0});
    }
    struct stat device;
    if (stat(text.bytes, &device) == 0 && S_ISCHR(device.st_mode))
        return arena_copy(arena, text.bytes, text.length);
    /* A child must not replace its parent's profile. */
    if (from->forked && !strstr(template, "%p")) {
        snprintf(digits, sizeof digits, "%ld", (long)from->pid);
        add_suffix(&text, digits);
    }
    if (from->image) {
        snprintf(digits, sizeof digits, "%ld", (long)from->image + 1);
        add_suffix(&text, digits);
    }
    if (is_shared(from, template, &seat, text.bytes)) {
        snprintf(digits, sizeof digits, "%d", seat.rank);
        add_suffix(&text, digits);
    }
    if (from->job_ns && !seat.job)
        add_suffix(&text, "after");
    return arena_copy(arena, text.bytes, text.length);
}

const char *output_name(const struct store_header *from, const char *template, bool job, struct arena *arena)
{
    return name(from, template, (struct seat){job, GET(from->rank), 0}, arena);
}

const char *output_name_own(const struct store_header *from, struct arena *arena)
{
    return name(from, from->settings.output, (struct seat){false, GET(from->rank), GET(from->ranks)}, arena);
}

const char *output_name_left(const struct store_header *from, struct arena *arena)
{
    const char *output = from->settings.output; /* nowhere, or standard output, is no place for what was left */
    bool file = strcmp(output, "None") != 0 && strcmp(output, "Log") != 0;
    return name(from, file ? output : OUTPUT_USUAL, (struct seat){false, from->rank, from->ranks}, arena);
}

/* The trace's name is made before MPI says which rank this is. */
const char *output_name_trace(const struct store_header *from, struct arena *arena)
{
    struct seat seat = {false, GET(from->rank), GET(from->ranks)};
    if (seat.ranks <= 1)
        job_variables_rank(&seat.rank, &seat.ranks);
    if (*from->settings.trace_output)
        return name(from, from->settings.trace_output, seat, arena);
    const char *profile = name(from, from->settings.output, (struct seat){false, seat.rank, 0}, arena),
               *slash = profile ? strrchr(profile, '/') : NULL;
    const char *folder = slash ? arena_copy(arena, profile, (size_t)(slash - profile)) : ".";
    const char *template = folder ? arena_printf(arena, "%s/%%x.%%p.trace", folder) : NULL;
    return template ? name(from, template, (struct seat){false, seat.rank, 0}, arena) : NULL;
}

const char *output_name_marked(const char *path, const char *mark, struct arena *arena)
{
    struct text text = {.length = 0};
    text_add(&text, path);
    add_suffix(&text, mark);
    return arena_copy(arena, text.bytes, text.length);
}

bool output_in_job(const struct store_header *from, uint64_t now)
{
    if (!from->job_ns)
        return false;
    uint64_t after = now - from->job_ns, all = now - from->start.ns;
    return now < from->job_ns || after < 1000000000u || after < all / 20;
}
