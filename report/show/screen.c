/* screen.c - see screen.h. */
#include "report/show/screen.h"

#include "common/needed.h"
#include "common/writer.h"
#include "report/show/progress.h"
#include "report/show/text.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const style_codes[STYLE_STYLES] = {
    [STYLE_BOLD] = "\033[1m", [STYLE_DIM] = "\033[2m", [STYLE_HOT] = "\033[31m", [STYLE_WARM] = "\033[33m"};

enum style style_of_share(double amount, double whole)
{
    return amount >= 0.2 * whole ? STYLE_HOT : amount >= 0.05 * whole ? STYLE_WARM : STYLE_PLAIN;
}

static unsigned find_width(bool terminal)
{
    const char *columns = getenv("COLUMNS");
    long width = columns ? strtol(columns, NULL, 10) : 0;
    struct winsize size;
    if (width <= 0 && terminal && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
        width = size.ws_col;
    return width > 0 && width < 10000 ? (unsigned)width : 0;
}

static bool find_color(int asked, bool terminal)
{
    const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");
    if (asked >= 0)
        return asked;
    return terminal && !(no_color && *no_color) && term && strcmp(term, "dumb") != 0;
}

/* Runs the pager by the shell, like git, because $PAGER may contain arguments. */
static void start_pager(struct screen *screen)
{
    const char *pager = getenv("PAGER");
    int ends[2];
    if (!pager)
        pager = "less";
    if (!*pager || !strcmp(pager, "cat") || pipe(ends))
        return;
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[0], STDIN_FILENO);
        close(ends[0]);
        close(ends[1]);
        setenv("LESS", "FRX", 0);
        execl("/bin/sh", "sh", "-c", pager, (char *)NULL);
        _exit(127);
    }
    close(ends[0]);
    FILE *stream = child > 0 ? fdopen(ends[1], "w") : NULL;
    if (stream) {
        signal(SIGPIPE, SIG_IGN);
        screen->stream = stream;
        screen->pager = child;
    } else {
        close(ends[1]);
    }
}

bool screen_open(struct screen *screen, const struct options *options, struct error *error)
{
    if (options->output) {
        const char *why;
        *screen = (struct screen){.color = options->color == 1};
        if (!writer_open(&screen->file, options->output, &screen->arena, &why))
            return error_set(error, ERROR_INTERNAL, "%s: can't write: %s", options->output, why);
        screen->stream = screen->file.stream;
        return true;
    }
    struct stat status;
    bool terminal = isatty(STDOUT_FILENO);
    if (fstat(STDOUT_FILENO, &status) || !S_ISREG(status.st_mode))
        progress_stop(); /* the terminal, or less at the end of a pipe, shows the report from now on */
    *screen = (struct screen){.stream = stdout,
                              .color = options->form == FORM_TEXT && find_color(options->color, terminal),
                              .width = find_width(terminal)};
    if (terminal && !options->no_pager)
        start_pager(screen);
    return true;
}

static bool begin_style(struct screen *screen, enum style style)
{
    bool styled = screen->color && style != STYLE_PLAIN;
    if (styled)
        fputs(style_codes[style], screen->stream);
    return styled;
}

static void end_style(struct screen *screen, bool styled)
{
    if (styled)
        fputs("\033[0m", screen->stream);
}

void screen_put(struct screen *screen, enum style style, const char *text)
{
    bool styled = begin_style(screen, style);
    character_put(screen->stream, text);
    end_style(screen, styled);
}

/* A name's end tells as much as its start. */
size_t screen_fit(struct screen *screen, enum style style, const char *text, size_t room)
{
    size_t width = text_width(text), used = 0;
    char shown[CHARACTER_SHOWN];
    if (!room || width <= room) {
        screen_put(screen, style, text);
        return width;
    }
    bool styled = begin_style(screen, style);
    for (const char *at = text; *at && room > 1;) {
        unsigned columns = character_show(&at, shown);
        if (used + columns > room / 2)
            break;
        fputs(shown, screen->stream);
        used += columns;
        text = at;
    }
    fputs("\u2026", screen->stream);
    used++;
    size_t left = text_width(text), rest = room - used;
    while (left > rest)
        left -= character_show(&text, shown);
    character_put(screen->stream, text);
    used += left;
    end_style(screen, styled);
    return used;
}

/* Returns the length of `text` up to the last blank that fits in `room` columns; 0 if all of it fits, or no word does. */
static size_t line_end(const char *text, size_t room)
{
    char shown[CHARACTER_SHOWN];
    size_t used = 0, end = 0;
    const char *at = text;
    while (*at && used <= room) {
        if (*at == ' ')
            end = (size_t)(at - text);
        used += character_show(&at, shown);
    }
    while (end && text[end - 1] == ' ')
        end--;
    return used > room ? end : 0;
}

/* `used`: columns of the line already written; `margin`: of the following lines. */
static void put_lines(struct screen *screen, enum style style, const char *text, size_t used, size_t margin)
{
    enum { LEAST = 20 };
    struct arena scratch = {0};
    bool wraps = screen->width > LEAST + margin;
    for (size_t end; wraps && (end = line_end(text, screen->width - used)); used = margin) {
        screen_put(screen, style, arena_copy(&scratch, text, end));
        fprintf(screen->stream, "\n%*s", (int)margin, "");
        text += end + strspn(text + end, " ");
    }
    screen_fit(screen, style, text, wraps ? screen->width - used : 0);
    putc('\n', screen->stream);
    arena_free(&scratch);
}

void screen_line(struct screen *screen, enum style style, const char *text)
{
    put_lines(screen, style, text, 0, 2);
}

__attribute__((format(printf, 1, 0))) static char *print(const char *format, va_list args)
{
    char *text;
    size_t size;
    FILE *stream = needed_stream(&text, &size);
    vfprintf(stream, format, args);
    needed_stream_end(stream);
    return text;
}

void screen_print(struct screen *screen, enum style style, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = print(format, args);
    va_end(args);
    put_lines(screen, style, text, 0, 2);
    free(text);
}

void screen_hang(struct screen *screen, enum style style, const char *text, size_t columns)
{
    put_lines(screen, style, text, columns, columns);
}

void screen_command(struct screen *screen, const char *before, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *command = print(format, args);
    va_end(args);
    screen_put(screen, STYLE_DIM, before);
    screen_put(screen, STYLE_BOLD, "instr-report ");
    screen_put(screen, STYLE_BOLD, command);
    putc('\n', screen->stream);
    free(command);
}

void screen_say(struct screen *screen, enum style style, const char *text)
{
    bool styled = begin_style(screen, style);
    fputs(text, screen->stream);
    end_style(screen, styled);
}

bool screen_close(struct screen *screen, struct error *error)
{
    const char *reason;
    if (screen->file.stream) {
        bool written = writer_close(&screen->file, true, &reason) ||
                       error_set(error, ERROR_INTERNAL, "%s: can't write: %s", screen->file.path, reason);
        arena_free(&screen->arena);
        return written;
    }
    errno = 0;
    bool failed = fflush(screen->stream) != 0 || ferror(screen->stream);
    int why = errno;
    if (screen->stream != stdout && fclose(screen->stream) && !failed) {
        failed = true;
        why = errno;
    }
    if (screen->pager) {
        while (waitpid(screen->pager, NULL, 0) < 0 && errno == EINTR)
            continue;
    }
    if (failed && why != EPIPE)
        return error_set(error, ERROR_INTERNAL, "can't write the report: %s", strerror(why));
    return true;
}
