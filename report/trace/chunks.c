/* chunks.c - see chunks.h. */
#include "report/trace/chunks.h"

#include "common/input.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

bool chunks_recognize(const char *path)
{
    uint32_t magic = 0;
    const char *why;
    int file = input_open(path, O_RDONLY, NULL, &why);
    bool is = file >= 0 && read(file, &magic, sizeof magic) == sizeof magic && magic == TRACE_MAGIC;
    if (file >= 0)
        close(file);
    return is;
}

bool chunks_map(struct trace_process *process, struct error *error)
{
    uint64_t size;
    const char *why;
    int file = input_open(process->path, O_RDONLY, &size, &why);
    if (file < 0)
        return error_set(error, ERROR_PROFILE, "%s: can't open it: %s", process->path, why);
    process->size = (size_t)size;
    void *bytes = process->size ? mmap(NULL, process->size, PROT_READ, MAP_PRIVATE, file, 0) : MAP_FAILED;
    close(file);
    if (bytes == MAP_FAILED)
        return error_set(error, ERROR_PROFILE, "%s: not a trace", process->path);
    process->bytes = bytes;
    return true;
}

const struct trace_chunk *chunks_next(const struct trace_process *process, size_t *at)
{
    for (; process->size - *at >= sizeof(struct trace_chunk); *at += 8) {
        const struct trace_chunk *chunk = (const void *)(process->bytes + *at);
        if (chunk->magic != TRACE_MAGIC || chunk->version != TRACE_VERSION || chunk->size < sizeof *chunk ||
            chunk->size > TRACE_CHUNK || chunk->size > process->size - *at)
            continue;
        uint32_t stride = chunk->stride < chunk->size || chunk->stride > TRACE_CHUNK ? chunk->size : chunk->stride;
        *at += stride < process->size - *at ? (stride + 7) & ~7u : process->size - *at;
        if (*at > process->size)
            *at = process->size;
        return chunk;
    }
    return NULL;
}

/* Ends a text within its array. */
static void end_text(char *text, size_t size)
{
    text[size - 1] = 0;
}

void chunks_take_job(const struct trace_chunk *chunk, struct trace_job *job)
{
    size_t size = chunk->size - sizeof *chunk;
    if (chunk->kind != TRACE_JOB || chunk->size < sizeof *chunk + offsetof(struct trace_job, at))
        return;
    *job = (struct trace_job){.job = 0};
    memcpy(job, chunk + 1, size < sizeof *job ? size : sizeof *job);
}

bool chunks_read_head(struct trace_process *process, struct error *error)
{
    size_t at = 0;
    const struct trace_chunk *chunk = chunks_next(process, &at);
    const uint32_t *word = (const void *)process->bytes;
    if (process->size >= sizeof *word && *word == __builtin_bswap32(TRACE_MAGIC))
        return error_set(error, ERROR_PROFILE, "%s: written on a machine with another byte order", process->path);
    if (!chunk || chunk->kind != TRACE_HEAD || chunk->size < sizeof *chunk + sizeof process->head)
        return error_set(
            error, ERROR_PROFILE,
            "%s: not a trace of this version of instr; a run with INSTR_TRACE=1 writes one, called *.trace",
            process->path);
    memcpy(&process->head, chunk + 1, sizeof process->head);
    end_text(process->head.host, sizeof process->head.host);
    end_text(process->head.boot, sizeof process->head.boot);
    end_text(process->head.clock_name, sizeof process->head.clock_name);
    end_text(process->head.program, sizeof process->head.program);
    return true;
}

void chunks_unmap(struct trace_process *process)
{
    if (process->bytes)
        munmap((void *)(uintptr_t)process->bytes, process->size);
    process->bytes = NULL;
}
