/*
 * trace_timelog.c - CMacIonize's time log (src/TimeLogger.hpp there), which its tools/plot_timeline.py draws: a line for each
 * call, with its parent's. A tick is a nanosecond.
 *
 * The script reads it by numpy.loadtxt, which splits lines at tabs and cuts labels at 100 characters, and passes labels to matplotlib.
 * --latex escapes the characters that are special to LaTeX. Leaving out lines changes no other line: ids, parents and depths are those of
 * the whole log, as with the script's own filters.
 */
#include "common/needed.h"
#include "report/export/trace_export.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LABEL = 100 };

/* Returns LaTeX's form of a character, or NULL if the character needs none. */
static const char *shown(char character)
{
    switch (character) {
    case '_':
        return "\\_";
    case '&':
        return "\\&";
    case '%':
        return "\\%";
    case '$':
        return "\\$";
    case '{':
        return "\\{";
    case '}':
        return "\\}";
    case '#':
        return "\\char35{}";
    case '\\':
        return "\\char92{}";
    case '^':
        return "\\char94{}";
    case '~':
        return "\\char126{}";
    default:
        return NULL;
    }
}

static const char *label_of(const char *name, bool latex, struct arena *arena)
{
    char text[LABEL + 1];
    size_t length = 0;
    for (; *name; name++) {
        char itself[] = {(unsigned char)*name < ' ' || *name == 0x7f ? ' ' : *name, 0};
        const char *piece = latex && shown(*name) ? shown(*name) : itself;
        size_t more = strlen(piece);
        if (length + more > LABEL)
            break;
        memcpy(text + length, piece, more + 1);
        length += more;
    }
    return arena_copy(arena, text, length);
}

/* The ids of the open calls of a lane, by depth. */
struct open {
    uint64_t *ids;
    size_t room;
};

static void set_id(struct open *open, uint32_t depth, uint64_t id)
{
    if (depth >= open->room) {
        size_t room = depth * (size_t)2 + 64;
        open->ids = needed_room(open->ids, room * sizeof *open->ids);
        open->room = room;
    }
    open->ids[depth] = id;
}

void export_timelog(const struct trace_export *export)
{
    const struct trace *trace = export->trace;
    struct slices_walk walk;
    const struct slice *slice;
    uint32_t lane;
    uint64_t id = 0;
    const char **labels = arena_array(export->arena, trace->region_count, sizeof *labels);
    struct open *open = arena_array(export->arena, trace->lane_count, sizeof *open);
    for (uint32_t i = 0; i < trace->region_count; i++)
        labels[i] = label_of(trace->regions[i].name, export->options->latex, export->arena);
    slices_walk_begin(&walk, export->slices, trace);
    fputs("# entry id\tparent id\tdepth\tstart time (ticks)\tend time (ticks)\tstart time (s)\tend time (s)\tlabel\n",
          export->stream);
    while (slices_walk_next(&walk, &lane, &slice)) {
        uint64_t above = slice->depth ? open[lane].ids[slice->depth - 1] : 0;
        set_id(&open[lane], slice->depth, ++id);
        if (!slice->out)
            fprintf(export->stream, "%" PRIu64 "\t%" PRIu64 "\t%u\t%" PRId64 "\t%" PRId64 "\t%.9f\t%.9f\t%s\n", id,
                    above, (unsigned)slice->depth + 1, slice->begin, slice->end, (double)slice->begin / 1e9,
                    (double)slice->end / 1e9, labels[slice->region]);
    }
    for (uint32_t i = 0; i < trace->lane_count; i++)
        free(open[i].ids);
    slices_walk_end(&walk);
}
