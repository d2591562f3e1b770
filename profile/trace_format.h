/*
 * trace_format.h - the format of a trace file; docs/dev/trace.md has the reasons.
 *
 * The file is a log of chunks, each a header and the data of its kind. It only grows; a ring overwrites its oldest chunks. Numbers have
 * the machine's byte order, and readers refuse another one.
 *
 * Events are words of 32 bits, of one thread, in the order in which they happened; times are in ticks since the event
 * before. The lowest bits of a word say what it is:
 *
 *     1                  a call ends: the ticks in the upper 31 bits
 *     10                 a call begins: 14 bits with the region's number, and 16 with the ticks
 *     00, 4 bits more    see enum trace_word: the upper 26 bits are its argument, and one more word follows
 *
 * A word of 0 is none.
 */
#ifndef INSTR_TRACE_FORMAT_H
#define INSTR_TRACE_FORMAT_H

#include <stdint.h>

enum {
    TRACE_VERSION = 1,
    TRACE_MAGIC = 0x4b435254, /* "TRCK" */
    TRACE_CHUNK = 64 << 10,   /* bytes of the largest, and of all in a ring */
    TRACE_SHORT_REGIONS = 1 << 14,
    TRACE_SHORT_TICKS = 1 << 16
};

enum trace_chunk_kind {
    TRACE_HEAD = 1, /* struct trace_head: the first one */
    TRACE_NAMES,    /* struct trace_name, and its texts, many times */
    TRACE_EVENTS,   /* words */
    TRACE_JOB,      /* struct trace_job */
    TRACE_END       /* nothing: what was left out, and the time, are in its header */
};

/* Words with a second word. Unless noted, `argument` << 32 | the second word is one number. */
enum trace_word {
    TRACE_WAIT = 1, /* so many ticks passed */
    TRACE_ENTER,    /* a call begins of the region `argument`; the second word are the ticks */
    TRACE_AGAIN,    /* the same of a call that was begun, and counted, before: it goes on */
    TRACE_ASIDE,    /* so many ticks before this moment are nobody's: no open call's time has them */
    TRACE_CUT       /* no more for now, for the reason `argument` (enum trace_left): what is open is so until here */
};

/* Reasons for calls that are not in the trace. */
#define TRACE_LEFT_ROWS(X)                                                                                             \
    X(TRACE_LEFT_FULL, "the file is as long as INSTR_TRACE=size lets it be")                                           \
    X(TRACE_LEFT_FAILED, "the file could not be written")                                                              \
    X(TRACE_LEFT_SHORT, "they were shorter than INSTR_TRACE=min")                                                      \
    X(TRACE_LEFT_EVERY, "INSTR_TRACE=every passes over them")                                                          \
    X(TRACE_LEFT_WINDOW, "they were outside of INSTR_TRACE=window")                                                    \
    X(TRACE_LEFT_PLACE, "they were not below INSTR_TRACE=below")                                                       \
    X(TRACE_LEFT_FILTER, "INSTR_TRACE=filter leaves them out")                                                         \
    X(TRACE_LEFT_BUSY, "they came while the runtime was at work")                                                      \
    X(TRACE_LEFT_OLD, "they were written over by later ones")
#define TRACE_LEFT(kind, why) kind,
enum trace_left { TRACE_LEFT_ROWS(TRACE_LEFT) TRACE_LEFT_COUNT };
#undef TRACE_LEFT

struct trace_chunk {
    uint32_t magic;
    uint16_t version, kind;
    uint32_t size;   /* in bytes, with this header */
    uint32_t stride; /* from here to the next chunk */
    /* Of events: */
    uint32_t thread;
    int32_t system_id; /* of the thread; 0: not known */
    uint32_t sequence; /* the later, the larger: of all threads' chunks */
    uint32_t previous; /* the sequence of what the same thread wrote before; 0: it begins */
    uint32_t open;     /* so many calls were open before, and are the first words, as calls that go on */
    uint64_t base;     /* ticks: the moment that the first event is reckoned from */
    /* Of all: */
    uint64_t ticks, ns;              /* one moment on both clocks: when the chunk was written */
    uint64_t left[TRACE_LEFT_COUNT]; /* calls that are not in it: of this thread, of all where it is the end */
};

struct trace_head {
    uint32_t clock; /* enum clock_kind */
    int32_t pid;
    uint64_t ticks, ns, real_ns; /* when the process began to be measured, on the clocks there are */
    uint64_t unused;
    char host[64];
    char boot[40];       /* of the machine: processes with the same one have the same CLOCK_MONOTONIC */
    char clock_name[16]; /* as INSTR_CLOCK spells it */
    char program[256];
};

/* Describes a region, before any chunk with its number. Behind it follow name and file, without zeros, padded to a multiple of 4 bytes. */
struct trace_name {
    uint32_t number, line, kind;
    uint16_t name, file; /* bytes */
};

/* Says that the process is a rank of a job. */
struct trace_job {
    int32_t rank, ranks;
    uint64_t job;    /* the same in all ranks, and in no other job; 0: they have not met yet */
    int64_t ahead;   /* ns: how much later it is on this rank's CLOCK_MONOTONIC than on rank 0's */
    uint64_t within; /* ns: which can be wrong by so much */
    uint64_t at;     /* ns of this rank's: when that was so; older files end before */
    uint64_t first_at;
    int64_t first_ahead; /* the same as the job began; at 0: the clocks are not known to drift */
};

#endif
