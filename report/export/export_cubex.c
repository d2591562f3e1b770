/*
 * export_cubex.c - Cube's .cubex: a tar of anchor.xml, which has metrics, regions, call paths and places, and of an index and
 * the data of each metric: a value of every call path at every place.
 *
 * Both metrics are exclusive, and Cube adds them up. Their index counts call paths in the order in which the XML nests them, which
 * is that of the profile's nodes, so it is 0, 1, 2 ... A place is a thread of a rank; where rows of some ranks are
 * missing it is all of them together. What is below STACK_DEEPEST levels stands in one path, since readers follow the XML by
 * recursion.
 *
 * The format is described in "Cube file format", of the documentation of pycubexr (github.com/extra-p/pycubexr).
 */
#include "common/needed.h"
#include "report/derive/members.h"
#include "report/export/export.h"
#include "report/export/stacks.h"
#include "report/show/quote.h"
#include "report/show/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 512 }; /* of a tar */

struct cubex {
    FILE *stream;
    const struct view *view;
    struct members members;
    uint32_t *place; /* of each location; null where there is one for all */
    uint32_t places;
    uint32_t *path; /* of each node, its call path */
    uint32_t paths;
    bool deeper; /* there are nodes below the deepest level */
};

/* --- tar --- */

/* Writes a number in octal digits with a zero byte behind; a number that is too large in GNU's binary form. */
static void put_octal(char *field, size_t room, uint64_t number)
{
    if (number >> (3 * (room - 1)) == 0) {
        snprintf(field, room, "%0*" PRIo64, (int)room - 1, number);
        return;
    }
    memset(field, 0, room);
    field[0] = (char)0x80;
    for (size_t i = 0; i < sizeof number; i++)
        field[room - 1 - i] = (char)(number >> 8 * i);
}

/* Writes a header without time and owner, so that the same profile gives the same bytes. */
static void put_header(FILE *stream, const char *name, uint64_t size)
{
    static const char magic[] = {'u', 's', 't', 'a', 'r', 0, '0', '0'};
    char header[BLOCK] = {0};
    unsigned sum = 0;
    stpcpy(header, name);
    put_octal(header + 100, 8, 0644);
    put_octal(header + 108, 8, 0);
    put_octal(header + 116, 8, 0);
    put_octal(header + 124, 12, size);
    put_octal(header + 136, 12, 0);
    memset(header + 148, ' ', 8);
    header[156] = '0';
    memcpy(header + 257, magic, sizeof magic);
    for (size_t i = 0; i < BLOCK; i++)
        sum += (unsigned char)header[i];
    put_octal(header + 148, 7, sum);
    fwrite(header, 1, BLOCK, stream);
}

static void put_zeros(FILE *stream, uint64_t count)
{
    static const char zeros[BLOCK];
    for (; count; count -= count < BLOCK ? count : BLOCK)
        fwrite(zeros, 1, count < BLOCK ? count : BLOCK, stream);
}

static void put_padding(FILE *stream, uint64_t size)
{
    put_zeros(stream, (BLOCK - size % BLOCK) % BLOCK);
}

static void put_little(FILE *stream, uint64_t number, unsigned bytes)
{
    char text[8];
    for (unsigned i = 0; i < bytes; i++)
        text[i] = (char)(number >> 8 * i);
    fwrite_unlocked(text, 1, bytes, stream);
}

/* --- what is in it --- */

/* Numbers the locations. Those of one host are contiguous, because the XML nests them. */
static void number_places(struct cubex *cubex, struct arena *arena)
{
    const struct profile *profile = cubex->members.profile;
    cubex->places = 1;
    if (!cubex->members.all || !profile->location_count)
        return;
    cubex->places = 0;
    cubex->place = arena_array(arena, profile->location_count, sizeof *cubex->place);
    for (uint32_t i = 0; i < profile->location_count; i++)
        cubex->place[i] = PROFILE_NONE;
    for (uint32_t i = 0; i < profile->location_count; i++)
        for (uint32_t k = i; cubex->place[i] == PROFILE_NONE && k < profile->location_count; k++)
            if (cubex->place[k] == PROFILE_NONE &&
                (k == i || !strcmp(profile->locations[k].host, profile->locations[i].host)))
                cubex->place[k] = cubex->places++;
}

/* Numbers the paths. Nodes below the deepest exported level share a path that follows that of their ancestor. */
static void number_paths(struct cubex *cubex, struct arena *arena)
{
    const struct profile *profile = cubex->view->profile;
    cubex->path = arena_array(arena, profile->node_count, sizeof *cubex->path);
    for (uint32_t i = 0; i < profile->node_count; i++) {
        uint32_t depth = cubex->view->nodes[i].depth;
        cubex->deeper |= depth > STACK_DEEPEST;
        bool first = depth == STACK_DEEPEST + 1 && i == profile->nodes[i].parent + 1;
        cubex->paths += depth <= STACK_DEEPEST || first;
        cubex->path[i] = cubex->paths - 1;
    }
}

/* --- the XML --- */

static void put_element(FILE *stream, const char *tag, const char *text)
{
    fprintf(stream, "<%s>", tag);
    quote_xml(stream, text);
    fprintf(stream, "</%s>", tag);
}

static void put_metrics(FILE *stream)
{
    fputs("<metrics>\n"
          "<metric id=\"0\" type=\"EXCLUSIVE\"><disp_name>Visits</disp_name><uniq_name>visits</uniq_name>"
          "<dtype>UINT64</dtype><uom>occ</uom><val/><url/><descr>Calls</descr></metric>\n"
          "<metric id=\"1\" type=\"EXCLUSIVE\"><disp_name>Time</disp_name><uniq_name>time</uniq_name>"
          "<dtype>DOUBLE</dtype><uom>sec</uom><val/><url/><descr>Time, without what probes took</descr></metric>\n"
          "</metrics>\n",
          stream);
}

static const char *paradigm_of(const struct profile_region *region)
{
    switch (region->kind) {
    case REGION_MPI:
        return "mpi";
    case REGION_FUNCTION:
        return "compiler";
    default:
        return "user";
    }
}

static void put_region(FILE *stream, uint32_t id, const struct profile_region *region)
{
    fprintf(stream, "<region id=\"%" PRIu32 "\" mod=\"", id);
    quote_xml(stream, region->file);
    fprintf(stream, "\" begin=\"%" PRId64 "\" end=\"-1\">", *region->file ? (int64_t)region->line : -1);
    put_element(stream, "name", region->name);
    put_element(stream, "mangled_name", region->name);
    put_element(stream, "paradigm", paradigm_of(region));
    put_element(stream, "role", region_kind_name(region->kind));
    fputs("<url/><descr/></region>\n", stream);
}

static void put_regions(FILE *stream, const struct cubex *cubex, struct arena *arena)
{
    static const struct profile_region deeper = {
        .name = STACK_DEEPER, .file = "", .origin = "", .groups = "", .reason = "", .kind = REGION_OTHER};
    const struct profile *profile = cubex->view->profile;
    bool *used = arena_array(arena, profile->region_count, sizeof *used);
    for (uint32_t i = 0; i < profile->node_count; i++)
        used[profile->nodes[i].region] = true;
    for (uint32_t i = 0; i < profile->region_count; i++)
        if (used[i])
            put_region(stream, i, &profile->regions[i]);
    if (cubex->deeper)
        put_region(stream, profile->region_count, &deeper);
}

static void put_paths(FILE *stream, const struct cubex *cubex)
{
    const struct profile *profile = cubex->view->profile;
    uint32_t open = 0; /* paths whose element is not closed */
    for (uint32_t i = 0; i < profile->node_count; i++) {
        uint32_t depth = cubex->view->nodes[i].depth;
        bool deeper = depth > STACK_DEEPEST;
        if (i && cubex->path[i] == cubex->path[i - 1])
            continue;
        for (; open > depth; open--)
            fputs("</cnode>\n", stream);
        fprintf(stream, "<cnode id=\"%" PRIu32 "\" calleeId=\"%" PRIu32 "\">\n", cubex->path[i],
                deeper ? profile->region_count : profile->nodes[i].region);
        open = depth + 1;
    }
    for (; open > 0; open--)
        fputs("</cnode>\n", stream);
}

static void put_place(FILE *stream, uint32_t id, const char *name, uint32_t thread)
{
    fprintf(stream, "<location Id=\"%" PRIu32 "\">", id);
    put_element(stream, "name", name);
    fprintf(stream, "<rank>%" PRIu32 "</rank><type>thread</type></location>\n", thread);
}

/* Writes the places. Each member starts a process. */
static void put_places(FILE *stream, const struct cubex *cubex, struct arena *arena)
{
    const struct profile *profile = cubex->members.profile;
    uint32_t *at = arena_array(arena, cubex->places, sizeof *at), host = 1; /* of each place, its location */
    fputs("<system>\n<systemtreenode Id=\"0\"><name>machine</name><class>machine</class>\n", stream);
    for (uint32_t i = 0; cubex->place && i < profile->location_count; i++)
        at[cubex->place[i]] = i;
    for (uint32_t i = 0; cubex->place && i < cubex->places; i++) {
        const struct profile_location *location = &profile->locations[at[i]];
        const struct profile_location *before = i ? &profile->locations[at[i - 1]] : NULL;
        bool new_host = !before || strcmp(before->host, location->host) != 0;
        uint32_t member = cubex->members.of_location[at[i]];
        bool new_member = new_host || member != cubex->members.of_location[at[i - 1]];
        if (before && new_member)
            fputs("</locationgroup>\n", stream);
        if (before && new_host)
            fputs("</systemtreenode>\n", stream);
        if (new_host) {
            fprintf(stream, "<systemtreenode Id=\"%" PRIu32 "\">", host++);
            put_element(stream, "name", location->host);
            fputs("<class>node</class>\n", stream);
        }
        if (new_member) {
            uint32_t number = members_number(&cubex->members, member);
            fprintf(stream,
                    "<locationgroup Id=\"%" PRIu32 "\"><name>rank %" PRIu32 "</name><rank>%" PRIu32
                    "</rank><type>process</type>\n",
                    member, number, number);
        }
        put_place(stream, i, arena_printf(arena, "thread %" PRIu32, location->thread), location->thread);
    }
    if (!cubex->place) {
        fputs("<systemtreenode Id=\"1\"><name>all</name><class>node</class>\n<locationgroup Id=\"0\"><name>all "
              "ranks</name><rank>0</rank><type>process</type>\n",
              stream);
        put_place(stream, 0, "all threads", 0);
    }
    fputs("</locationgroup>\n</systemtreenode>\n</systemtreenode>\n</system>\n", stream);
}

static void put_anchor(const struct cubex *cubex, struct arena *arena)
{
    char *bytes;
    size_t size;
    FILE *stream = needed_stream(&bytes, &size);
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<cube version=\"4.4\">\n<attr key=\"Creator\" "
          "value=\"instr\"/>\n",
          stream);
    put_metrics(stream);
    fputs("<program>\n", stream);
    put_regions(stream, cubex, arena);
    put_paths(stream, cubex);
    fputs("</program>\n", stream);
    put_places(stream, cubex, arena);
    fputs("</cube>\n", stream);
    needed_stream_end(stream);
    put_header(cubex->stream, "anchor.xml", size);
    fwrite(bytes, 1, size, cubex->stream);
    put_padding(cubex->stream, size);
    free(bytes);
}

/* --- values --- */

static void put_index(const struct cubex *cubex, const char *name)
{
    static const char title[] = "CUBEX.INDEX";
    uint64_t size = sizeof title - 1 + 4 + 2 + 1 + 4 + 4 * (uint64_t)cubex->paths;
    put_header(cubex->stream, name, size);
    fputs(title, cubex->stream);
    put_little(cubex->stream, 1, 4); /* whose bytes tell in which order all others are */
    put_little(cubex->stream, 0, 2);
    put_little(cubex->stream, 1, 1); /* a list of paths */
    put_little(cubex->stream, cubex->paths, 4);
    for (uint32_t i = 0; i < cubex->paths; i++)
        put_little(cubex->stream, i, 4);
    put_padding(cubex->stream, size);
}

/* Adds a node's own values at their locations. */
static void add_node(const struct cubex *cubex, uint32_t node, double *times, uint64_t *calls)
{
    const struct members *members = &cubex->members;
    if (!cubex->place) {
        times[0] += cubex->view->nodes[node].exclusive;
        calls[0] += cubex->view->profile->nodes[node].calls.calls;
        return;
    }
    for (uint32_t row = members->first_row[node]; row < members->first_row[node + 1]; row++) {
        uint32_t place = cubex->place[members->profile->rows[row].location];
        times[place] += fmax(members->own[row], 0);
        calls[place] += members->profile->rows[row].calls;
    }
}

static void put_data(const struct cubex *cubex, const char *name, bool visits, struct arena *arena)
{
    static const char title[] = "CUBEX.DATA";
    uint64_t size = sizeof title - 1 + 8 * (uint64_t)cubex->paths * cubex->places;
    uint32_t nodes = cubex->view->profile->node_count;
    double *times = arena_array(arena, cubex->places, sizeof *times);
    uint64_t *calls = arena_array(arena, cubex->places, sizeof *calls);
    put_header(cubex->stream, name, size);
    fputs(title, cubex->stream);
    for (uint32_t i = 0; i < nodes; i++) {
        add_node(cubex, i, times, calls);
        if (i + 1 < nodes && cubex->path[i + 1] == cubex->path[i])
            continue;
        for (uint32_t k = 0; k < cubex->places; k++) {
            uint64_t word = calls[k];
            double time = seconds(times[k]);
            if (!visits)
                memcpy(&word, &time, sizeof word);
            put_little(cubex->stream, word, 8);
            times[k] = 0;
            calls[k] = 0;
        }
    }
    put_padding(cubex->stream, size);
}

void export_cubex(const struct export *export)
{
    struct cubex cubex = {.stream = export->stream, .view = export->view};
    members_make(&cubex.members, export->view, export->arena);
    number_places(&cubex, export->arena);
    number_paths(&cubex, export->arena);
    put_anchor(&cubex, export->arena);
    put_index(&cubex, "0.index");
    put_data(&cubex, "0.data", true, export->arena);
    put_index(&cubex, "1.index");
    put_data(&cubex, "1.data", false, export->arena);
    put_zeros(export->stream, UINT64_C(2) * BLOCK);
}
