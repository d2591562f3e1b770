/* columns.c - see columns.h. */
#include "report/html/columns.h"

#include "common/needed.h"
#include "report/html/column.h"

#include <inttypes.h>
#include <string.h>

static const char *const type_names[] = {"u8", "u32", "f32", "f64"};
static const unsigned type_sizes[] = {1, 4, 4, 8};

/* The columns of metrics behind them: inclusive and exclusive, of call paths and of functions. */
static const char *const metric_names[] = {"node.metric", "node.ownMetric", "region.metric", "region.ownMetric"};
enum { METRIC_KINDS = sizeof metric_names / sizeof *metric_names, OF_FUNCTIONS = 2 /* from here on */ };

static uint32_t metric_count(const struct source *source, unsigned kind)
{
    return kind < OF_FUNCTIONS ? source->choice.count : source->view->profile->region_count;
}

static double metric_value(const struct metric_shown *metric, const struct source *source, unsigned kind, uint32_t i)
{
    const double *const of[METRIC_KINDS] = {metric->inclusive, metric->own, metric->region_inclusive,
                                            metric->region_own};
    return of[kind][kind < OF_FUNCTIONS ? source->choice.nodes[i] : i];
}

static void list_column(FILE *stream, const struct column *column, uint32_t count)
{
    fprintf(stream, "[\"%s\",\"%s\",%" PRIu32, column->name, type_names[column->type], count);
    if (column->title)
        fprintf(stream, ",\"%s\",\"%s\"", column->title, column->shown);
    putc(']', stream);
}

void columns_list(FILE *stream, const struct source *source)
{
    putc('[', stream);
    for (unsigned k = 0; k < column_set_count; k++)
        for (unsigned i = 0; i < column_sets[k].column_count; i++) {
            fputs(k || i ? ",\n" : "\n", stream);
            list_column(stream, &column_sets[k].columns[i], column_sets[k].count(source));
        }
    for (unsigned m = 0; m < source->metrics.count; m++)
        for (unsigned kind = 0; kind < METRIC_KINDS; kind++)
            fprintf(stream, ",[\"%s%u\",\"%s\",%" PRIu32 "]", metric_names[kind], m, type_names[TYPE_F64],
                    metric_count(source, kind));
    putc(']', stream);
}

/* Writes the entries of one column, byte by byte. */
static uint64_t bits_of(enum column_type type, double value)
{
    uint64_t bits = 0;
    uint32_t half;
    float single = (float)value;
    switch (type) {
    case TYPE_U8:
    case TYPE_U32:
        return (uint64_t)value;
    case TYPE_F32:
        memcpy(&half, &single, sizeof half);
        return half;
    case TYPE_F64:
        memcpy(&bits, &value, sizeof bits);
    }
    return bits;
}

struct planes {
    unsigned char *bytes;
    size_t count, used;
    enum column_type type;
};

static void put_number(struct planes *planes, double value)
{
    uint64_t bits = bits_of(planes->type, value);
    for (unsigned plane = 0; plane < type_sizes[planes->type]; plane++)
        planes->bytes[plane * planes->count + planes->used] = (unsigned char)(bits >> 8 * plane);
    planes->used++;
}

static void planes_begin(struct planes *planes, uint32_t count, enum column_type type, struct arena *arena)
{
    *planes = (struct planes){.count = count, .type = type, .bytes = arena_array(arena, count, type_sizes[type])};
}

static void planes_end(const struct planes *planes, struct pack *pack)
{
    pack_put(pack, planes->bytes, planes->count * type_sizes[planes->type]);
}

/* Writes all columns of a set, which are filled entry by entry. */
static void put_set(struct pack *pack, const struct source *source, const struct column_set *set, struct arena *scratch)
{
    struct planes planes[COLUMNS_MOST];
    double values[COLUMNS_MOST];
    uint32_t count = set->count(source);
    for (unsigned k = 0; k < set->column_count; k++)
        planes_begin(&planes[k], count, set->columns[k].type, scratch);
    for (uint32_t i = 0; i < count; i++) {
        set->put(values, source, i);
        for (unsigned k = 0; k < set->column_count; k++)
            put_number(&planes[k], values[k]);
    }
    for (unsigned k = 0; k < set->column_count; k++)
        planes_end(&planes[k], pack);
    arena_clear(scratch);
}

static void put_metric(struct pack *pack, const struct source *source, unsigned m, unsigned kind, struct arena *scratch)
{
    struct planes planes;
    uint32_t count = metric_count(source, kind);
    planes_begin(&planes, count, TYPE_F64, scratch);
    for (uint32_t i = 0; i < count; i++)
        put_number(&planes, metric_value(&source->metrics.of[m], source, kind, i));
    planes_end(&planes, pack);
    arena_clear(scratch);
}

void columns_put(struct pack *pack, const struct source *source)
{
    struct arena scratch = {0};
    for (unsigned k = 0; k < column_set_count; k++)
        put_set(pack, source, &column_sets[k], &scratch);
    for (unsigned m = 0; m < source->metrics.count; m++)
        for (unsigned kind = 0; kind < METRIC_KINDS; kind++)
            put_metric(pack, source, m, kind, &scratch);
    arena_free(&scratch);
}

enum { CHUNK = 1 << 15, LINE = 120 };

static void put_group(struct pack *pack)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned long group = (unsigned long)pack->left[0] << 16 | (unsigned long)pack->left[1] << 8 | pack->left[2];
    for (unsigned i = 0; i < 4; i++)
        putc_unlocked(i > pack->left_count ? '=' : digits[group >> (18 - 6 * i) & 63], pack->stream);
    pack->column += 4;
    if (pack->column >= LINE) {
        putc_unlocked('\n', pack->stream);
        pack->column = 0;
    }
    pack->left[0] = pack->left[1] = pack->left[2] = 0;
    pack->left_count = 0;
}

static void compress_more(struct pack *pack, int flush)
{
    unsigned char out[CHUNK];
    do {
        pack->deflate.next_out = out;
        pack->deflate.avail_out = sizeof out;
        deflate(&pack->deflate, flush);
        for (unsigned char *at = out; at < pack->deflate.next_out; at++) {
            pack->left[pack->left_count++] = *at;
            if (pack->left_count == 3)
                put_group(pack);
        }
    } while (!pack->deflate.avail_out);
}

static void *room_for_zlib(void *none, unsigned count, unsigned size)
{
    (void)none;
    return needed_zeros(count, size);
}

void pack_begin(struct pack *pack, FILE *stream)
{
    *pack = (struct pack){.stream = stream, .deflate.zalloc = room_for_zlib};
    deflateInit(&pack->deflate, Z_DEFAULT_COMPRESSION);
}

void pack_put(struct pack *pack, const void *bytes, size_t size)
{
    const unsigned char *at = bytes;
    for (size_t part; size; at += part, size -= part) {
        part = size < 1u << 30 ? size : 1u << 30;
        pack->deflate.next_in = (unsigned char *)(size_t)at; /* zlib does not write there */
        pack->deflate.avail_in = (unsigned)part;
        compress_more(pack, Z_NO_FLUSH);
    }
}

void pack_end(struct pack *pack)
{
    compress_more(pack, Z_FINISH);
    deflateEnd(&pack->deflate);
    if (pack->left_count)
        put_group(pack);
    putc('\n', pack->stream);
}
