/* by_hooks.c - see by_hooks.h. */
#include "instrumenter/compile/by_hooks.h"

#include "instrumenter/driver/file.h"
#include "instrumenter/hooks/hooks_step.h"

#include <string.h>
#include <sys/stat.h>

/* How the compiler names its assembler. */
static bool find_assembler(struct work *work, const char **name, struct error *error)
{
    struct words argv = words_new(work->arena);
    size_t size;
    int status;
    words_add_all(&argv, work->plan->context->compiler, work->plan->context->compiler_count);
    for (size_t i = 0; i < work->plan->word_count; i++) {
        const struct plan_word *word = &work->plan->words[i];
        if (word->option && !strcmp(word->option->name, "-B")) {
            words_add(&argv, word->text);
            if (word->value)
                words_add(&argv, word->value);
        }
    }
    words_add(&argv, "-print-prog-name=as");
    if (!work_step(work, argv.items, true, &status, error))
        return false;
    work->printed = false;
    const char *text = status ? "" : file_read(work->messages, &size, work->arena, error);
    *name = text ? arena_copy(work->arena, text, strcspn(text, "\n")) : NULL;
    return *name;
}

bool by_hooks_prepare(struct work *work, struct error *error)
{
    const struct plan *plan = work->plan;
    struct hooks_orders orders = {.runtime = work->runtime,
                                  .output = plan->profile && *plan->profile ? plan->profile : NULL,
                                  .build = plan_build(plan, work->clang, work->arena),
                                  .filter = plan->filter,
                                  .reason = plan_hooks_reason(plan),
                                  .no_lines = !plan->debug,
                                  .all_paths = plan->all_paths};
    work->hooks = arena_printf(work->arena, "%s/hooks", work->folder);
    if (mkdir(work->hooks, 0700))
        return error_set(error, ERROR_INTERNAL, "can't make a folder in %s", work->folder);
    return find_assembler(work, &orders.assembler, error) &&
           hooks_step_prepare(work->hooks, &orders, work->arena, error);
}
