/* processor.c - see processor.h. */
#include "runtime/observe/processor.h"

#include "runtime/machine/word.h"
#include "runtime/measure/thread_self.h"
#include "runtime/observe/raw.h"

#include <fcntl.h>

/* The kernel counts a thread that just runs from tick to tick, 10 ms at most. Where many threads share a processor, one runs for some
 * milliseconds at a time, and looks find it there more or less often. */
enum { LATE_NS = 20000000, SLACK_NS = 50000000 };

/* 0: it is not told. */
static uint64_t read_run(int program, int thread)
{
    char path[64], text[64], *task = raw_text(raw_number(raw_text(path, "/proc/"), (unsigned)program), "/task/");
    *raw_text(raw_number(task, (unsigned)thread), "/schedstat") = '\0';
    long file = raw_with(SYS_openat, AT_FDCWD, raw_word(path), O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return 0;
    long length = raw_with(SYS_read, file, raw_word(text), sizeof text);
    raw_with(SYS_close, file, 0, 0);
    return length > 0 ? raw_digits(text, text + length) : 0;
}

void processor_ask(const struct looker *looker, struct thread *thread, uint64_t now)
{
    struct watched *watched = &thread->watched;
    uint64_t before = GET(watched->run), run = read_run(looker->program, GET(thread->system_id));
    int64_t spare = GET(watched->spare);
    if (before && run > before)
        spare += (int64_t)(run - before);
    PUT(watched->spare, spare > LATE_NS ? LATE_NS : spare);
    PUT(watched->run, run);
    PUT(watched->asked, now);
}

bool processor_ask_late(const struct looker *looker, struct thread *thread, uint64_t now)
{
    bool late = now - GET(thread->watched.asked) > LATE_NS;
    if (late)
        processor_ask(looker, thread, now);
    return late;
}

static uint64_t take(struct watched *watched, uint64_t ns, int64_t slack)
{
    if (!GET(watched->run))
        return ns;
    int64_t spare = GET(watched->spare), most = spare + slack;
    uint64_t taken = most <= 0 ? 0 : (uint64_t)most < ns ? (uint64_t)most : ns;
    PUT(watched->spare, spare - (int64_t)taken);
    return taken;
}

uint64_t processor_take(struct watched *watched, uint64_t ns)
{
    return take(watched, ns, SLACK_NS);
}

uint64_t processor_rest(struct watched *watched, uint64_t ns)
{
    return take(watched, ns, 0);
}
