/*
 * fakecc.c - a compiler that only writes down how it was called.
 *
 * To the file FAKE_LOG it appends, for each call, a line "call", one line for each word of its argv, and
 * lines for the facts that the tests look at. FAKE_STDERR is printed; FAKE_SIGNAL and FAKE_STATUS say how
 * it ends, FAKE_SLEEP when a step that compiles does. With -E -o F and a source it copies the source to F; with -o F it makes F.
 */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void copy(const char *from, const char *to)
{
    FILE *in = fopen(from, "r"), *out = fopen(to, "w");
    if (in && out)
        for (int c; (c = getc(in)) != EOF;)
            putc(c, out);
    if (in)
        fclose(in);
    if (out)
        fclose(out);
}

int main(int argc, char **argv)
{
    static const char *const VARIABLES[] = {"DEPENDENCIES_OUTPUT", "SUNPRO_DEPENDENCIES", "CPATH", "LC_ALL", "TMPDIR"};
    const char *output = NULL, *source = NULL, *log = getenv("FAKE_LOG"), *text;
    int preprocess = 0;
    for (int i = 1; i < argc; i++) {
        preprocess |= !strcmp(argv[i], "-E");
        if (!strcmp(argv[i], "-o") && i + 1 < argc)
            output = argv[++i];
        else if (argv[i][0] != '-' && strstr(argv[i], ".c"))
            source = argv[i];
    }
    FILE *out = log ? fopen(log, "a") : NULL;
    if (out) {
        fprintf(out, "call%s\n", preprocess ? " -E" : "");
        for (int i = 0; i < argc; i++)
            fprintf(out, "  <%s>\n", argv[i]);
        for (size_t i = 0; i < sizeof VARIABLES / sizeof *VARIABLES; i++)
            if ((text = getenv(VARIABLES[i])))
                fprintf(out, "  %s=%s\n", VARIABLES[i], text);
        mode_t mask = umask(0);
        umask(mask);
        fprintf(out, "  umask=%03o\n  group=%d\n", (unsigned)mask, (int)getpgrp());
        fprintf(out, "  pid=%d\n  open=", (int)getpid());
        for (int fd = 0; fd < 32; fd++)
            if (fd != fileno(out) && fcntl(fd, F_GETFD) >= 0)
                fprintf(out, "%d,", fd);
        fprintf(out, "\n");
        fclose(out);
    }
    if ((text = getenv("FAKE_STDERR")))
        fputs(text, stderr);
    if (preprocess && output && source)
        copy(source, output);
    else if (output)
        copy("/dev/null", output);
    if (!preprocess && (text = getenv("FAKE_SLEEP")))
        sleep((unsigned)atoi(text));
    if ((text = getenv("FAKE_SIGNAL")))
        raise(atoi(text));
    return (text = getenv("FAKE_STATUS")) ? atoi(text) : 0;
}
