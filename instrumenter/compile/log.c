/* log.c - see log.h. */
#include "instrumenter/compile/log.h"

#include "instrumenter/driver/tell.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

long long log_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000LL + now.tv_nsec;
}

/* Writes a string. Bytes beyond ASCII stay as they are, because the encoding of file names is unknown. */
static void put_string(FILE *out, const char *text)
{
    putc('"', out);
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '"' || c == '\\')
            fprintf(out, "\\%c", c);
        else if (c < 0x20)
            fprintf(out, "\\u%04x", c);
        else
            putc(c, out);
    }
    putc('"', out);
}

static void put_member(FILE *out, const char *key, const char *text)
{
    fprintf(out, ",\"%s\":", key);
    if (text)
        put_string(out, text);
    else
        fputs("null", out);
}

static void put_units(FILE *out, const struct log *log)
{
    static const char *const RESULTS[] = {"original", "records", "hooks", "quiet", "full"};
    fputs(",\"units\":[", out);
    for (size_t i = 0; i < log->plan->unit_count; i++) {
        const struct log_unit *unit = &log->units[i];
        fputs(i ? ",{\"source\":" : "{\"source\":", out);
        put_string(out, log->plan->units[i].source);
        put_member(out, "output", log->plan->units[i].output);
        put_member(out, "result", RESULTS[unit->result]);
        put_member(out, "why", unit->why);
        fprintf(out, ",\"functions\":%zu,\"left_alone\":%zu}", unit->functions, unit->left_alone);
    }
    const struct log_times *times = &log->times;
    fprintf(out, "],\"ns\":{\"preprocess\":%lld,\"parse\":%lld,\"edit\":%lld,\"compile\":%lld,\"diagnose\":%lld}",
            times->preprocess, times->parse, times->edit, times->compile, times->diagnose);
}

void log_write(const struct log *log, int status)
{
    const struct plan *plan = log->plan;
    char *text = NULL;
    size_t size = 0;
    FILE *out = plan->log && *plan->log ? open_memstream(&text, &size) : NULL;
    if (!out)
        return;
    fputs("{\"action\":", out);
    put_string(out, plan_action_word(plan->action));
    put_member(out, "reason", passed_word(plan->passed));
    fputs(",\"command\":[", out);
    for (char **word = plan->original; *word; word++) {
        fputs(word == plan->original ? "" : ",", out);
        put_string(out, *word);
    }
    fputs("]", out);
    put_member(out, "directory", plan->context->directory);
    if (log->units)
        put_units(out, log);
    if (status >= 0)
        fprintf(out, ",\"status\":%d", status);
    fputs("}\n", out);
    /* Opened at once or not, as a pipe that nobody reads; written to however long that takes. */
    int file = fclose(out) ? -1 : open(plan->log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
    bool written = file >= 0 && fcntl(file, F_SETFL, O_APPEND) == 0 &&
                   write(file, text, size) == (ssize_t)size; /* one write: lines of parallel builds don't mix */
    if (!written)
        tell("warning: the log %s can't be written: %s", plan->log, strerror(errno));
    if (file >= 0)
        close(file);
    free(text);
}
