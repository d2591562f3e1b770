/* io.c - see io.h. */
#include "runtime/measure/beside/io.h"

#include "runtime/measure/beside/meter.h"
#include "runtime/measure/store/lock.h"

#include <errno.h>

static int calls[] = {[IO_READ] = -1, [IO_WRITE] = -1, [IO_SYNC] = -1},
           bytes[] = {-1, -1, -1}; /* places of the metrics */

void io_start(void)
{
    calls[IO_READ] = metrics_place(METRIC_IO_READS);
    bytes[IO_READ] = metrics_place(METRIC_IO_READ_BYTES);
    calls[IO_WRITE] = metrics_place(METRIC_IO_WRITES);
    bytes[IO_WRITE] = metrics_place(METRIC_IO_WRITE_BYTES);
    calls[IO_SYNC] = metrics_place(METRIC_IO_SYNCS);
}

bool io_is_metered(void)
{
    bool any = false;
    for (enum io what = IO_READ; what <= IO_SYNC; what++)
        any |= calls[what] >= 0 || bytes[what] >= 0;
    return any;
}

/* Counts an I/O call. A child of fork gets a store of its own first. Calls without a store, and those of the runtime itself, are not counted. */
void io_done(enum io what, ssize_t result)
{
    if (thread_is_held())
        return;
    int saved = errno;
    bool known = thread_settled() != &thread_none || !lock_is_over();
    errno = saved;
    struct node_values *values = known ? meter_values() : NULL;
    meter_add(values, calls[what], 1);
    if (result > 0)
        meter_add(values, bytes[what], (uint64_t)result);
}
