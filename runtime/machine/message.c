/* message.c - see message.h. */
#include "runtime/machine/message.h"

#include "common/character.h"
#include "runtime/machine/big_stack.h"
#include "runtime/machine/sandbox.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static struct stat first; /* what standard error was; st_mode 0: nothing */

void message_start(void)
{
    int saved = errno;
    if (fstat(STDERR_FILENO, &first) != 0)
        first.st_mode = 0;
    errno = saved;
}

static bool is_the_same(void)
{
    struct stat now;
    return first.st_mode && fstat(STDERR_FILENO, &now) == 0 && now.st_dev == first.st_dev &&
           now.st_ino == first.st_ino && now.st_rdev == first.st_rdev;
}

/* Writes as much as possible; errors are ignored, because there is nowhere to report them. */
static void write_line(const char *line, size_t length, int wait)
{
    struct pollfd ready = {.fd = STDERR_FILENO, .events = POLLOUT};
    if (poll(&ready, 1, wait) == 1 && write(STDERR_FILENO, line, length) < 0)
        errno = 0;
}

/* Writes, and removes a signal that the write raised, unless one was pending before. */
static void write_quietly(const char *line, size_t length, int wait)
{
    static const int raised[] = {SIGPIPE, SIGXFSZ};
    sigset_t ours, before, pending;
    sigemptyset(&ours);
    sigpending(&pending);
    for (size_t i = 0; i < sizeof raised / sizeof *raised; i++)
        if (sigismember(&pending, raised[i]) == 0)
            sigaddset(&ours, raised[i]);
    pthread_sigmask(SIG_BLOCK, &ours, &before);
    write_line(line, length, wait);
    while (sigtimedwait(&ours, NULL, &(struct timespec){0, 0}) > 0)
        continue;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void message_line(const char *line, size_t length)
{
    int saved = errno;
    if (!sandbox_is_entered() && is_the_same())
        write_quietly(line, length, -1);
    errno = saved;
}

struct saying {
    const char *format;
    va_list list;
};

static void say(void *argument)
{
    static const char head[] = "instr: ";
    struct saying *saying = argument;
    char text[1024], line[1024];
    memcpy(line, head, sizeof head);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral" /* message_say has it checked where it is called */
    int written = vsnprintf(text, sizeof text, saying->format, saying->list);
#pragma GCC diagnostic pop
    if (written < 0)
        return;
    /* What a terminal obeys is named: paths and words come from anybody. */
    size_t length = sizeof head - 1;
    length += character_shown(text, line + length, sizeof line - length - 1);
    line[length++] = '\n';
    write_quietly(line, length, 0);
}

void message_say(const char *format, ...)
{
    struct saying saying = {.format = format};
    int saved = errno;
    if (!sandbox_is_entered() && is_the_same()) {
        va_start(saying.list, format);
        big_stack_run(say, &saying);
        va_end(saying.list);
    }
    errno = saved;
}
