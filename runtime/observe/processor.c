/* processor.c - see processor.h. */
#include "runtime/observe/processor.h"

#include "runtime/machine/relaxed.h"
#include "runtime/measure/store/thread_self.h"
#include "runtime/observe/raw.h"

#include <fcntl.h>

enum { LATE_NS = 20000000 };

/* As the kernel says it. 0: it is not told. */
struct times {
    uint64_t run, waited; /* ns */
};

static struct times read_times(int program, int thread)
{
    char path[64], text[64], *task = raw_text(raw_number(raw_text(path, "/proc/"), (unsigned)program), "/task/");
    *raw_text(raw_number(task, (unsigned)thread), "/schedstat") = '\0';
    long file = raw_with(SYS_openat, AT_FDCWD, raw_word(path), O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return (struct times){0};
    long length = raw_with(SYS_read, file, raw_word(text), sizeof text);
    raw_with(SYS_close, file, 0, 0);
    const char *at = text, *end = text + (length > 0 ? length : 0);
    struct times times = {.run = raw_digits(at, end)};
    while (at < end && *at++ != ' ')
        ;
    times.waited = raw_digits(at, end);
    return times;
}

void processor_ask(const struct looker *looker, struct thread *thread, uint64_t now)
{
    struct watched *watched = &thread->watched;
    uint64_t run = GET(watched->run), waited = GET(watched->waited), ready = GET(watched->ready);
    struct times times = read_times(looker->program, GET(thread->system_id));
    if (run && times.waited > waited)
        ready += times.waited - waited;
    PUT(watched->ready, ready);
    PUT(watched->run, times.run);
    PUT(watched->waited, times.waited);
    if (times.run) {
        PUT(watched->last_run, times.run);
        PUT(watched->last_waited, times.waited);
    }
    PUT(watched->asked, now);
}

bool processor_ask_late(const struct looker *looker, struct thread *thread, uint64_t now)
{
    bool late = now - GET(thread->watched.asked) > LATE_NS;
    if (late)
        processor_ask(looker, thread, now);
    return late;
}
