/* lane.c - see lane.h. */
#include "report/trace/lane.h"

#include "base/name.h"
#include "report/show/text.h"

#include <inttypes.h>
#include <string.h>

long lane_process_id(const struct trace_process *process)
{
    return process->job.ranks ? process->job.rank : process->head.pid;
}

void lane_put_process(FILE *stream, const struct trace_process *process)
{
    if (process->job.ranks) {
        fprintf(stream, "rank %d (", (int)process->job.rank);
    } else {
        text_put(stream, name_base(process->head.program));
        fprintf(stream, " (%d, ", (int)process->head.pid);
    }
    text_put(stream, process->head.host);
    putc(')', stream);
}

void lane_put_left(FILE *stream, const struct trace *trace, const char *before, const char *between, const char *behind)
{
    static const char *const whys[] = {
#define WHY(kind, why) why,
        TRACE_LEFT_ROWS(WHY)
#undef WHY
    };
    for (size_t i = 0; i < TRACE_LEFT_COUNT; i++) {
        uint64_t calls = 0;
        for (uint32_t k = 0; k < trace->process_count; k++)
            calls += trace->processes[k].left[i];
        if (calls)
            fprintf(stream, "%s%s%s%" PRIu64 "%s", before, whys[i], between, calls, behind);
    }
}
