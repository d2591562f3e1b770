/*
 * fuzz_baseline.c - any bytes as the baseline of a gate, which a pull request brings: what is accepted can be written again, and read
 * as the same.
 */
#include "fuzz.h"

#include "report/compare/baseline.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static void require(bool condition)
{
    if (!condition)
        abort();
}

static bool read_bytes(const void *bytes, size_t size, struct counts *counts, struct arena *arena)
{
    struct error error = {0};
    char path[40];
    int file = memfd_create("baseline", 0);
    require(file >= 0 && write(file, bytes, size) == (ssize_t)size);
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    bool done = baseline_read(counts, path, arena, &error);
    require(done || (error.code != ERROR_NONE && error.text[0]));
    close(file);
    return done;
}

static void check_callers(const struct counts *counts)
{
    for (uint32_t i = 0; i < counts->function_count; i++)
        for (uint32_t c = 0; c < counts->functions[i].caller_count; c++) {
            const struct counts_caller *caller = &counts->functions[i].callers[c];
            require(caller->function < counts->function_count || caller->function == COUNTS_NONE);
            require(caller->calls.least <= caller->calls.most && strlen(caller->name) < ((size_t)1 << 16));
        }
}

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t size)
{
    struct arena arena = {0};
    struct counts counts, again;
    if (read_bytes(bytes, size, &counts, &arena)) {
        char *text = NULL;
        size_t length;
        FILE *stream = open_memstream(&text, &length);
        check_callers(&counts);
        require(stream);
        baseline_write(&counts, stream, &arena);
        require(!fclose(stream));
        require(read_bytes(text, length, &again, &arena));
        require(again.function_count == counts.function_count && again.rule_count == counts.rule_count);
        require(again.metric_count == counts.metric_count && again.time_runs == counts.time_runs);
        free(text);
    }
    arena_free(&arena);
    return 0;
}
