/*
 * export_pprof.c - pprof's profile.proto, gzipped: `pprof -http` opens it. The values of a sample are
 * calls, nanoseconds, and what metrics that add up say.
 *
 * The format is github.com/google/pprof/proto/profile.proto; its varints are those of our own files. gzip is wanted around it,
 * not compression, so its blocks are stored as they are. Nothing in it tells when it was written: the same profile gives the
 * same bytes.
 */
#include "report/derive/metric.h"
#include "report/export/stacks.h"
#include "report/show/text.h"

#include "profile/wire.h"

#include <inttypes.h>
#include <string.h>

/* The numbers of the messages' fields, named as in profile.proto. */
enum {
    PROFILE_SAMPLE_TYPE = 1,
    PROFILE_SAMPLE = 2,
    PROFILE_LOCATION = 4,
    PROFILE_FUNCTION = 5,
    PROFILE_STRING_TABLE = 6,
    PROFILE_DURATION_NANOS = 10,
    PROFILE_PERIOD_TYPE = 11,
    PROFILE_PERIOD = 12,
    PROFILE_DEFAULT_SAMPLE_TYPE = 14,
    TYPE_TYPE = 1,
    TYPE_UNIT = 2,
    SAMPLE_LOCATION_ID = 1,
    SAMPLE_VALUE = 2,
    LOCATION_ID = 1,
    LOCATION_LINE = 4,
    LINE_FUNCTION_ID = 1,
    LINE_LINE = 2,
    FUNCTION_ID = 1,
    FUNCTION_NAME = 2,
    FUNCTION_SYSTEM_NAME = 3,
    FUNCTION_FILENAME = 4,
    FUNCTION_START_LINE = 5
};
enum { WIRE_NUMBER = 0, WIRE_BYTES = 2 };

/* The strings before those of regions. */
enum { S_EMPTY, S_CALLS, S_COUNT, S_TIME, S_NANOSECONDS, S_DEEPER, S_REGIONS };

static void put_number(struct wire_out *out, unsigned field, uint64_t value)
{
    wire_put_varint(out, field << 3 | WIRE_NUMBER);
    wire_put_varint(out, value);
}

static void put_bytes(struct wire_out *out, unsigned field, const void *bytes, size_t size)
{
    wire_put_varint(out, field << 3 | WIRE_BYTES);
    wire_put_varint(out, size);
    wire_put_bytes(out, bytes, size);
}

/* Writes a message within another one; `message` can be reused afterwards. */
static void put_message(struct wire_out *out, unsigned field, struct wire_out *message)
{
    put_bytes(out, field, message->bytes, message->size);
    out->failed |= message->failed;
    message->size = 0;
}

static void put_type(struct wire_out *out, unsigned field, uint64_t type, uint64_t unit, struct wire_out *message)
{
    put_number(message, TYPE_TYPE, type);
    put_number(message, TYPE_UNIT, unit);
    put_message(out, field, message);
}

/* Writes a function and its location, numbered like the region, from 1; "(deeper)" is the last one. */
static void put_region(struct wire_out *out, uint32_t number, uint64_t name, uint64_t file, uint32_t line,
                       struct wire_out *message, struct wire_out *inner)
{
    put_number(message, FUNCTION_ID, number);
    put_number(message, FUNCTION_NAME, name);
    put_number(message, FUNCTION_SYSTEM_NAME, name);
    put_number(message, FUNCTION_FILENAME, file);
    put_number(message, FUNCTION_START_LINE, line);
    put_message(out, PROFILE_FUNCTION, message);
    put_number(message, LOCATION_ID, number);
    put_number(inner, LINE_FUNCTION_ID, number);
    put_number(inner, LINE_LINE, line);
    put_message(message, LOCATION_LINE, inner);
    put_message(out, PROFILE_LOCATION, message);
}

/* Leaf first. */
static void put_sample(struct wire_out *out, const struct export *export, const struct metrics_shown *metrics,
                       const struct stack *stack, struct wire_out *message, struct wire_out *inner)
{
    const struct profile *profile = export->view->profile;
    uint32_t path[STACK_DEEPEST], count = stacks_path(export, stack->node, path);
    if (stack->deeper)
        wire_put_varint(inner, profile->region_count + 1);
    for (uint32_t i = count; i-- > 0;)
        wire_put_varint(inner, profile->nodes[path[i]].region + 1);
    if (path[0])
        wire_put_varint(inner, profile->nodes[0].region + 1);
    put_message(message, SAMPLE_LOCATION_ID, inner);
    wire_put_varint(inner, stack->calls);
    wire_put_varint(inner, stack->weight);
    for (unsigned i = 0; i < metrics->count; i++) {
        double own = metrics->of[i].own[stack->node];
        double value = stack->deeper ? metrics->of[i].inclusive[stack->node] - own : own;
        wire_put_varint(inner, value < 0x1p63 ? (uint64_t)value : INT64_MAX);
    }
    put_message(message, SAMPLE_VALUE, inner);
    put_message(out, PROFILE_SAMPLE, message);
}

static void put_string(struct wire_out *out, const char *text)
{
    static const char bad[] = "\xef\xbf\xbd";
    struct arena scratch = {0};
    struct wire_out clean = {.arena = &scratch};
    while (*text) { /* strings of protocol buffers are UTF-8 */
        const char *from = text;
        if (character_take(&text) == CHARACTER_BAD)
            wire_put_bytes(&clean, bad, 3);
        else
            wire_put_bytes(&clean, from, (size_t)(text - from));
    }
    put_message(out, PROFILE_STRING_TABLE, &clean);
    arena_free(&scratch);
}

static const char *unit_word(const char *unit)
{
    return !strcmp(unit, "ns") ? "nanoseconds" : !strcmp(unit, "B") ? "bytes" : *unit ? unit : "count";
}

static void put_profile(struct wire_out *out, const struct export *export)
{
    const struct profile *profile = export->view->profile;
    static const char *const names[S_REGIONS] = {"", "calls", "count", "time", "nanoseconds", STACK_DEEPER};
    struct wire_out message = {.arena = export->arena}, inner = {.arena = export->arena};
    uint32_t count;
    struct metrics_shown metrics;
    metrics_sums(&metrics, export->view, export->arena);
    uint64_t last = S_REGIONS + 2 * (uint64_t)profile->region_count; /* behind it come the metrics */
    const struct stack *stacks = stacks_make(export, &count);
    /* Two buffers that grow in one arena in turn would leave copies behind. */
    wire_put_bytes(&inner, (const char[1 << 14]){0}, 1 << 14);
    wire_put_bytes(&message, (const char[1 << 14]){0}, 1 << 14);
    inner.size = message.size = 0;
    put_type(out, PROFILE_SAMPLE_TYPE, S_CALLS, S_COUNT, &message);
    put_type(out, PROFILE_SAMPLE_TYPE, S_TIME, S_NANOSECONDS, &message);
    for (uint64_t i = 0; i < metrics.count; i++)
        put_type(out, PROFILE_SAMPLE_TYPE, last + 2 * i, last + 2 * i + 1, &message);
    for (uint32_t i = 0; i < count; i++)
        if (stacks[i].weight || stacks[i].calls)
            put_sample(out, export, &metrics, &stacks[i], &message, &inner);
    for (uint32_t i = 0; i < profile->region_count; i++)
        put_region(out, i + 1, S_REGIONS + 2 * (uint64_t)i, S_REGIONS + 2 * (uint64_t)i + 1, profile->regions[i].line,
                   &message, &inner);
    put_region(out, profile->region_count + 1, S_DEEPER, S_EMPTY, 0, &message, &inner);
    for (unsigned i = 0; i < S_REGIONS; i++)
        put_string(out, names[i]);
    for (uint32_t i = 0; i < profile->region_count; i++) {
        put_string(out, profile->regions[i].name);
        put_string(out, profile->regions[i].file);
    }
    for (unsigned i = 0; i < metrics.count; i++) {
        put_string(out, metrics.of[i].what->key);
        put_string(out, unit_word(metrics.of[i].what->unit));
    }
    put_number(out, PROFILE_DURATION_NANOS, profile->nodes[0].ranks.max / 1000);
    put_type(out, PROFILE_PERIOD_TYPE, S_TIME, S_NANOSECONDS, &message);
    put_number(out, PROFILE_PERIOD, 1);
    put_number(out, PROFILE_DEFAULT_SAMPLE_TYPE, S_TIME);
}

static void put_low_first(FILE *stream, uint32_t value, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        putc((int)(value >> 8 * i & 0xff), stream);
}

/* Writes gzip (RFC 1952) with stored blocks (RFC 1951). */
static void put_gzip(FILE *stream, const unsigned char *bytes, size_t size)
{
    enum { BLOCK = 65535 };
    static const unsigned char head[10] = {0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255};
    size_t at = 0;
    fwrite(head, 1, sizeof head, stream);
    do {
        uint32_t length = size - at < BLOCK ? (uint32_t)(size - at) : BLOCK;
        putc(at + length == size, stream);
        put_low_first(stream, length, 2);
        put_low_first(stream, ~length, 2);
        fwrite(bytes + at, 1, length, stream);
        at += length;
    } while (at < size);
    put_low_first(stream, wire_crc(bytes, size), 4);
    put_low_first(stream, (uint32_t)size, 4);
}

void export_pprof(const struct export *export)
{
    struct arena scratch = {0};
    struct wire_out out = {.arena = &scratch};
    put_profile(&out, export);
    put_gzip(export->stream, out.bytes, out.size);
    arena_free(&scratch);
}
