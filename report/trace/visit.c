/*
 * visit.c - decodes the events of a lane: see trace.h and profile/trace_format.h.
 */
#include "report/trace/trace.h"

#include "common/needed.h"
#include "report/show/progress.h"

#include <stdlib.h>

struct frame {
    uint32_t region;
    bool again;
    uint64_t start, aside;
};

struct decoder {
    const struct trace_process *process;
    struct trace_visitor *visitor;
    struct frame *stack;
    uint32_t depth, room;
    uint32_t shown; /* of `depth`, those whose region is known: of a damaged file some are not */
    uint64_t now, aside;
    bool good;
};

static void begin(struct decoder *decoder, uint32_t number, bool again)
{
    const struct trace_process *process = decoder->process;
    uint32_t region = number < process->region_count ? process->regions[number] : UINT32_MAX;
    if (region == UINT32_MAX)
        decoder->visitor->unmatched++;
    if (decoder->depth == decoder->room) {
        uint32_t room = decoder->room ? decoder->room * 2 : 256;
        decoder->stack = needed_room(decoder->stack, room * sizeof *decoder->stack);
        decoder->room = room;
    }
    decoder->stack[decoder->depth] = (struct frame){region, again, decoder->now, decoder->aside};
    struct trace_piece piece = {
        .region = region, .depth = decoder->shown, .start = decoder->now, .end = decoder->now, .again = again};
    decoder->depth++;
    decoder->shown += region != UINT32_MAX;
    if (region != UINT32_MAX && decoder->visitor->begin)
        decoder->good = decoder->visitor->begin(&piece, decoder->visitor->context);
}

static void end(struct decoder *decoder, bool open)
{
    if (!decoder->depth) {
        decoder->visitor->unmatched++;
        return;
    }
    const struct frame *frame = &decoder->stack[--decoder->depth];
    decoder->shown -= frame->region != UINT32_MAX;
    struct trace_piece piece = {.region = frame->region,
                                .depth = decoder->shown,
                                .start = frame->start,
                                .end = decoder->now,
                                .aside = decoder->aside - frame->aside,
                                .again = frame->again,
                                .open = open};
    if (frame->region != UINT32_MAX && decoder->visitor->end)
        decoder->good = decoder->visitor->end(&piece, decoder->visitor->context);
}

static void end_all(struct decoder *decoder, uint64_t now)
{
    if (now > decoder->now)
        decoder->now = now;
    while (decoder->depth && decoder->good)
        end(decoder, true);
}

/* Handles a word that is followed by another one. */
static void take_two(struct decoder *decoder, uint32_t word, uint32_t next)
{
    uint32_t argument = word >> 6;
    uint64_t number = (uint64_t)argument << 32 | next;
    switch (word >> 2 & 15) {
    case TRACE_WAIT:
        decoder->now += number;
        break;
    case TRACE_ENTER:
    case TRACE_AGAIN:
        decoder->now += next;
        begin(decoder, argument, (word >> 2 & 15) == TRACE_AGAIN);
        break;
    case TRACE_ASIDE:
        decoder->aside += number;
        break;
    case TRACE_CUT:
        end_all(decoder, decoder->now);
        break;
    default:
        decoder->visitor->unmatched++;
    }
}

static void take_words(struct decoder *decoder, const uint32_t *at, const uint32_t *end_of_words)
{
    for (; at < end_of_words && decoder->good; at++) {
        if (*at & 1) {
            decoder->now += *at >> 1;
            end(decoder, false);
        } else if (*at & 2) {
            decoder->now += *at >> 16;
            begin(decoder, *at >> 2 & (TRACE_SHORT_REGIONS - 1), false);
        } else if (*at && end_of_words - at > 1) {
            take_two(decoder, at[0], at[1]);
            at++;
        }
    }
}

bool trace_visit(const struct trace *trace, const struct trace_lane *lane, struct trace_visitor *visitor)
{
    struct decoder decoder = {.process = &trace->processes[lane->process], .visitor = visitor, .good = true};
    uint32_t before = 0, done = 0, all = 0;
    for (uint32_t i = 0; i < trace->lane_count; i++) {
        done += &trace->lanes[i] < lane ? trace->lanes[i].count : 0;
        all += trace->lanes[i].count;
    }
    for (uint32_t i = 0; i < lane->count && decoder.good; i++) {
        progress_show("reading the trace", done + i, all);
        const struct trace_chunk *chunk = lane->chunks[i];
        const uint32_t *words = (const uint32_t *)(const void *)(chunk + 1);
        const uint32_t *end_of_words = words + (chunk->size - sizeof *chunk) / sizeof *words;
        uint32_t open = chunk->open;
        bool follows = i && chunk->previous == before && before;
        if (!follows) {
            end_all(&decoder, decoder.now); /* what came between is not to be had */
            decoder.now = chunk->base;
        } else if (open && open <= (uint32_t)(end_of_words - words) / 2 && open <= decoder.depth) {
            while (decoder.depth > open)
                end(&decoder, true);
            words += 2 * (size_t)open; /* they are open here, too */
        }
        if (follows && chunk->base > decoder.now)
            decoder.now = chunk->base;
        before = chunk->sequence;
        take_words(&decoder, words, end_of_words);
    }
    end_all(&decoder, lane->count ? decoder.process->end : 0);
    free(decoder.stack);
    return decoder.good;
}
