/*
 * compile.c - what instr-cc adds to the processor time of a compile.
 *
 *     bench-compile INSTR-CC COMPILER [ROUNDS [SOURCE.c [OPTION...]]]
 *
 * Compiles generated sources, or the one that is named with its options, at -O0, -O2 and -O3: in turn plainly, through
 * instr-cc, and through instr-cc with exact messages, each once a round. Prints medians of user and system time of all
 * processes of a command, so other work on the machine matters little, and their ratio to the plain one; then the share
 * of instr-cc's steps in the time that passes, as INSTR_LOG tells it.
 *
 *     tiny       one function and two headers of the C library
 *     tail       the same with a recursion: it needs libclang
 *     file       62 functions of 24 lines, some 1,500 in all
 *     large      2,500 functions, more than 60,000 lines
 */
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST = 99, STEPS = 4, WAYS = 3, WORDS = 64 };

extern char **environ;

static const char *const STEP_NAMES[STEPS] = {"preprocess", "parse", "edit", "compile"};

static void die(const char *what)
{
    perror(what);
    exit(1);
}

static FILE *begin(const char *path)
{
    FILE *out = fopen(path, "w");
    if (!out)
        die(path);
    fputs("#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n", out);
    return out;
}

static void write_tiny(const char *path, const char *body)
{
    FILE *out = begin(path);
    fprintf(out,
            "int work(int n) { int *v = calloc((size_t)n, sizeof *v); int s = v ? v[n / 2] : 0;\n"
            "    printf(\"%%d\\n\", s); free(v); return s; }\n%s",
            body);
    fclose(out);
}

/* Bodies differ in their constants, so that no two of them can be folded into one. */
static void write_large(const char *path, int functions)
{
    FILE *out = begin(path);
    for (int i = 0; i < functions; i++)
        fprintf(out,
                "int f%d(int *v, int n)\n{\n    int sum = %d;\n    for (int i = 0; i < n; i++) {\n"
                "        if (v[i] > %d)\n            sum += v[i];\n        else if (v[i] < -%d)\n            sum -= "
                "v[i] / 3;\n"
                "        else\n            v[i] = sum %% %d;\n    }\n    switch (sum & 7) {\n    case 0:\n"
                "        sum ^= %d;\n        break;\n    case 1:\n        printf(\"%%d\\n\", sum);\n        break;\n"
                "    default:\n        sum = abs(sum);\n    }\n    v[0] = sum;\n    return sum + %s;\n}\n",
                i, i, i * 7 % 1000, i % 77, i % 13 + 2, i * 31, i ? "v[1]" : "0");
    fclose(out);
}

/* Processor time of the command and of all that it waited for, in seconds. */
static double run(char *const *argv)
{
    struct rusage used;
    pid_t pid;
    int status;
    if (posix_spawnp(&pid, argv[0], NULL, NULL, argv, environ))
        die(argv[0]);
    if (wait4(pid, &status, 0, &used) != pid || !WIFEXITED(status) || WEXITSTATUS(status)) {
        fprintf(stderr, "%s fails\n", argv[0]);
        exit(1);
    }
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e-6;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, compare);
    return count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

/* The shares of the steps in the last line of the log. */
static void read_steps(const char *log, double *steps)
{
    char line[8192] = "", last[8192] = "";
    double sum = 0;
    FILE *in = fopen(log, "r");
    if (!in)
        die(log);
    while (fgets(line, sizeof line, in))
        strcpy(last, line);
    fclose(in);
    for (int i = 0; i < STEPS; i++) {
        char key[32];
        snprintf(key, sizeof key, "\"%s\":", STEP_NAMES[i]);
        const char *times = strstr(last, "\"ns\":"), *at = times ? strstr(times, key) : NULL;
        steps[i] = at ? atof(at + strlen(key)) : 0;
        sum += steps[i];
    }
    for (int i = 0; i < STEPS; i++)
        steps[i] /= sum > 0 ? sum : 1;
}

static void measure(const char *name, char **command, const char *log, int rounds)
{
    double times[WAYS][MOST], steps[STEPS][MOST];
    for (int i = -1; i < rounds; i++) { /* the first round warms the caches */
        int at = i < 0 ? 0 : i;
        double now[STEPS];
        times[0][at] = run(command + 1);
        setenv("INSTR_EXACT_MESSAGES", "always", 1);
        times[2][at] = run(command);
        unsetenv("INSTR_EXACT_MESSAGES");
        times[1][at] = run(command);
        read_steps(log, now);
        for (int j = 0; j < STEPS; j++)
            steps[j][at] = now[j];
    }
    double plain = median(times[0], rounds), ours = median(times[1], rounds), exact = median(times[2], rounds);
    printf("%-6s %9.4f s %9.4f s %6.2f %6.2f ", name, plain, ours, ours / plain, exact / plain);
    for (int j = 0; j < STEPS; j++)
        printf(" %9.1f%%", 100 * median(steps[j], rounds));
    printf("\n");
    fflush(stdout);
}

int main(int argc, char **argv)
{
    static char *const levels[] = {"-O0", "-O2", "-O3"};
    static const char *const names[] = {"tiny", "tail", "file", "large"};
    int rounds = argc > 3 ? atoi(argv[3]) : 5;
    char folder[] = "/tmp/bench-compile-XXXXXX", sources[4][64], object[64], log[64];
    if (argc < 3 || rounds < 1 || rounds > MOST || argc > WORDS - 8) {
        fputs("usage: bench-compile INSTR-CC COMPILER [ROUNDS, at most 99 [SOURCE.c [OPTION...]]]\n", stderr);
        return 2;
    }
    if (!mkdtemp(folder))
        die(folder);
    for (int i = 0; i < 4; i++)
        snprintf(sources[i], sizeof sources[i], "%s/%s.c", folder, names[i]);
    snprintf(object, sizeof object, "%s/out.o", folder);
    snprintf(log, sizeof log, "%s/log", folder);
    setenv("INSTR_LOG", log, 1);
    write_tiny(sources[0], "");
    write_tiny(sources[1], "int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }\n");
    write_large(sources[2], 62);
    write_large(sources[3], 2500);
    for (int level = 0; level < 3; level++) {
        printf("%s -c, processor time, medians of %d rounds\n", levels[level], rounds);
        printf("%-6s %11s %11s %6s %6s ", "source", "plain", "instr-cc", "ratio", "exact");
        for (int j = 0; j < STEPS; j++)
            printf(" %10s", STEP_NAMES[j]);
        printf("\n");
        for (int i = 0; i < (argc > 4 ? 1 : 4); i++) {
            char *command[WORDS] = {argv[1],        argv[2], levels[level], (char[]){"-c"},
                                    (char[]){"-o"}, object,  sources[i]};
            for (int j = 4; j < argc; j++)
                command[j + 2] = argv[j];
            measure(argc > 4 ? "source" : names[i], command, log, rounds);
        }
    }
    for (int i = 0; i < 4; i++)
        unlink(sources[i]);
    unlink(object);
    unlink(log);
    rmdir(folder);
    return 0;
}
