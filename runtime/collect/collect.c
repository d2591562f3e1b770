/* collect.c - see collect.h. */
#include "runtime/collect/collect.h"

#include "runtime/collect/draft.h"
#include "runtime/collect/fill.h"
#include "runtime/measure/store/store_header.h"
#include "runtime/measure/store/thread_self.h"

#include <string.h>

bool collect_thread(struct store_header *from, struct thread *thread, struct clock_pair end, struct profile *out,
                    struct arena *arena, struct error *error)
{
    struct draft draft = {.from = from, .arena = arena, .error = error, .now = end.ticks};
    memset(out, 0, sizeof *out);
    bool done = draft_add_tree(&draft, thread->tree.root, PROFILE_NONE);
    if (done) {
        draft_add_beside(&draft, thread);
        draft_add_open(&draft, thread);
        done = draft_add_counts(&draft, thread, 0, 0) && fill_profile(&draft, thread->begin, end, out);
    }
    arena_free(&draft.scratch);
    return done;
}

bool collect_store(struct store_header *from, struct thread *mine, struct clock_pair end, struct profile *out,
                   struct arena *arena, struct error *error)
{
    struct draft draft = {.from = from, .arena = arena, .error = error, .now = end.ticks};
    memset(out, 0, sizeof *out);
    bool done = draft_open(&draft) && draft_add_tree(&draft, from->root, PROFILE_NONE);
    draft.of_process = draft.count;
    done = done && draft_add_short_calls(&draft);
    if (done && mine)
        done = draft_add_thread(&draft, mine);
    for (struct thread *thread = from->threads; done && thread; thread = thread->next)
        if (thread->ended)
            done = draft_add_thread(&draft, thread);
    draft.others = draft.count;
    for (struct thread *thread = from->threads; done && thread; thread = thread->next)
        if (thread != mine && !thread->ended)
            done = draft_add_thread(&draft, thread);
    done = done && draft_add_counts(&draft, NULL, 0, 0);
    for (struct thread *thread = from->threads; done && thread; thread = thread->next)
        done = draft_add_stood(&draft, thread);
    done = done && fill_profile(&draft, from->start.ticks + GET(from->aside), end, out);
    arena_free(&draft.scratch);
    return done;
}
