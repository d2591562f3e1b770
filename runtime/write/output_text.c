/*
 * output_text.c - see output.h.
 *
 * One line a path, in the order of the time it took, indented by its depth. `%` is of the 100% as reports have it (see
 * profile/exclude_startup.h), `%up` of the path above, or for threads of the process. "-" is an unknown value: of single calls, or a time too
 * short to be seen. Of several ranks `total` is the sum, and the last columns are of single ranks.
 */
#include "runtime/write/output.h"

#include "common/character.h"
#include "common/sort.h"
#include "common/writer.h"
#include "profile/exclude_startup.h"
#include "profile/total_time.h"
#include "runtime/measure/store/store_header.h"
#include "runtime/write/output_name.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

struct printer {
    FILE *stream;
    const struct profile *profile;
    uint32_t *first, *next; /* children of each node, longest first; 0 = none */
    int width;              /* of the column of names */
};

static double total_of(const struct printer *printer, uint32_t node)
{
    return u128_double(printer->profile->nodes[node].calls.sum) * 1e-12;
}

static double percent(double amount, double whole)
{
    return whole > 0 ? amount / whole * 100 : 0;
}

/* Returns the columns of a name as shown. */
static int width_of(const char *name)
{
    char shown[CHARACTER_SHOWN];
    int width = 0;
    while (*name)
        width += (int)character_show(&name, shown);
    return width;
}

static void put_name(FILE *stream, const char *name)
{
    char shown[CHARACTER_SHOWN];
    while (*name) {
        character_show(&name, shown);
        fputs(shown, stream);
    }
}

static int compare_totals(const void *table, uint32_t a, uint32_t b)
{
    const struct profile *profile = table;
    return u128_compare(profile->nodes[a].calls.sum, profile->nodes[b].calls.sum);
}

/* Links nodes from the shortest to the longest, each in front of its siblings. */
static bool link_children(const struct printer *printer, struct arena *arena)
{
    const struct profile *profile = printer->profile;
    uint32_t *order = arena_array(arena, profile->node_count, sizeof *order);
    if (!order || !sort_positions(order, profile->node_count, compare_totals, profile, arena))
        return false;
    for (uint32_t i = 0; i < profile->node_count; i++) {
        uint32_t node = order[i];
        if (node) {
            uint32_t *first = &printer->first[profile->nodes[node].parent];
            printer->next[node] = *first;
            *first = node;
        }
    }
    return true;
}

static int depth_of(const struct printer *printer, uint32_t node)
{
    int depth = 0;
    while ((node = printer->profile->nodes[node].parent) != PROFILE_NONE)
        depth++;
    return depth;
}

static bool has_ranks(const struct profile *profile)
{
    return profile->nodes[0].ranks.called > 1;
}

/* Prints a number, or "-" for NaN. */
static void print_figure(FILE *stream, int width, int digits, double figure)
{
    if (isnan(figure))
        fprintf(stream, " %*s", width, "-");
    else
        fprintf(stream, " %*.*f", width, digits, figure);
}

static void print_line(const struct printer *printer, uint32_t index)
{
    const struct profile_node *node = &printer->profile->nodes[index];
    const struct stat_calls *calls = &node->calls;
    FILE *stream = printer->stream;
    const char *name = printer->profile->regions[node->region].name;
    bool seen = stat_seen(u128_double(calls->sum), calls->error2);
    double total = seen ? total_of(printer, index) : NAN;
    double above = !index ? total : total_of(printer, total_time_beside(printer->profile, index) ? 0 : node->parent);
    int indent = depth_of(printer, index) * 2;
    int rest = printer->width - indent - width_of(name);
    fprintf(stream, "%*s", indent, "");
    put_name(stream, name);
    char mark = seen && profile_estimated(node) ? '~' : ' ';
    fprintf(stream, "%*s %12llu", rest, "", (unsigned long long)calls->calls);
    print_figure(stream, 12, 6, total);
    fputc(mark, stream);
    print_figure(stream, 12, 9, calls->calls ? total / (double)calls->calls : 0);
    fputc(mark, stream);
    bool known = stat_calls_known(calls, total * 1e12);
    print_figure(stream, 12, 9, known ? (double)calls->min * 1e-12 : NAN);
    print_figure(stream, 12, 9, known ? (double)calls->max * 1e-12 : NAN);
    print_figure(stream, 6, 1, percent(total, total_of(printer, 0)));
    print_figure(stream, 6, 1, percent(total, above));
    if (has_ranks(printer->profile)) {
        print_figure(stream, 12, 6, seen ? (double)stat_ranks_min(&node->ranks) * 1e-12 : NAN);
        print_figure(stream, 12, 6, seen ? stat_ranks_mean(&node->ranks) * 1e-12 : NAN);
        print_figure(stream, 12, 6, seen ? (double)node->ranks.max * 1e-12 : NAN);
        fprintf(stream, " %6u", node->ranks.max_rank);
    }
    fputc('\n', stream);
}

static const char *text_time(struct arena *arena, double ps)
{
    return arena_printf(arena, "%.6f s", ps * 1e-12);
}

static void print_tree(struct printer *printer, struct arena *arena)
{
    const struct profile *profile = printer->profile;
    printer->width = 4;
    for (uint32_t i = 0; i < profile->node_count; i++) {
        int width = depth_of(printer, i) * 2 + width_of(profile->regions[profile->nodes[i].region].name);
        if (width > printer->width)
            printer->width = width;
    }
    fprintf(printer->stream, "%-*s %12s %12s  %12s  %12s %12s %6s %6s%s\n", printer->width, "name", "calls", "total s",
            "mean s", "min s", "max s", "%", "%up",
            has_ranks(profile) ? "   rank min s  rank mean s   rank max s   rank" : "");
    uint32_t node = 0;
    for (;;) {
        print_line(printer, node);
        if (printer->first[node]) {
            node = printer->first[node];
            continue;
        }
        while (node && !printer->next[node])
            node = profile->nodes[node].parent;
        if (!node)
            break;
        node = printer->next[node];
    }
    const char *outside = exclude_startup_say_outside(profile, text_time, arena);
    if (outside && *outside)
        fprintf(printer->stream, "%s\n", outside);
    for (uint32_t i = 0; i < profile->tally_count; i++)
        fprintf(printer->stream, "%s: %llu\n", profile->tallies[i].name, (unsigned long long)profile->tallies[i].value);
}

/* Returns 0 or an errno. */
static int print_profile(FILE *stream, const struct profile *whole, struct arena *arena)
{
    struct profile shown = *whole, *profile = &shown; /* of which nodes alone are printed */
    shown.nodes = arena_array(arena, whole->node_count, sizeof *shown.nodes);
    shown.row_count = shown.bin_count = shown.value_count = shown.traffic_count = 0;
    if (!shown.nodes)
        return ENOMEM;
    memcpy(shown.nodes, whole->nodes, whole->node_count * sizeof *whole->nodes);
    if (!exclude_startup_make(&shown, false, arena, NULL))
        return ENOMEM;
    struct printer printer = {
        .stream = stream,
        .profile = profile,
        .first = arena_array(arena, profile->node_count, sizeof(uint32_t)),
        .next = arena_array(arena, profile->node_count, sizeof(uint32_t)),
    };
    if (!printer.first || !printer.next || !link_children(&printer, arena))
        return ENOMEM;
    print_tree(&printer, arena);
    return fflush(stream) == 0 && !ferror(stream) ? 0 : EIO;
}

int output_text(const struct profile *profile, const char *where, struct arena *arena)
{
    FILE *stream = !where || strcmp(where, "stdout") == 0 ? stdout : strcmp(where, "stderr") == 0 ? stderr : NULL;
    if (stream)
        return print_profile(stream, profile, arena);
    const char *path = output_name(store, where, false, arena), *why;
    struct writer_page page;
    writer_print(&page);
    int result = page.stream ? print_profile(page.stream, profile, arena) : ENOMEM;
    return writer_put_page(&page, path ? path : "", 0666, &why) || result ? result : EIO;
}

bool output_log(const struct profile *profile, struct arena *arena)
{
    /* Held by a function that a signal handler interrupted, and that handler ends the program. */
    if (store->forked || ftrylockfile(stdout))
        return true;
    bool done = output_text(profile, NULL, arena) == 0;
    funlockfile(stdout);
    return done;
}
