/*
 * compile.c - what instr-cc adds to the time of a compile.
 *
 *     bench-compile INSTR-CC COMPILER [REPETITIONS]
 *
 * Compiles two generated sources with -O2 -c, in turn plainly and through instr-cc, and prints the
 * medians, their ratio, and the share of each of our steps as INSTR_LOG tells it. Small: one function
 * and two headers of the C library. Large: 2,500 functions of 24 lines, more than 60,000 in all.
 */
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST = 99, STEPS = 4 };

extern char **environ;

static const char *const STEP_NAMES[STEPS] = {"preprocess", "parse", "edit", "compile"};

static void die(const char *what)
{
    perror(what);
    exit(1);
}

static void write_small(const char *path)
{
    FILE *out = fopen(path, "w");
    if (!out)
        die(path);
    fputs("#include <stdio.h>\n#include <stdlib.h>\n"
          "int work(int n) { int *v = calloc((size_t)n, sizeof *v); int s = v ? v[n / 2] : 0;\n"
          "    printf(\"%d\\n\", s); free(v); return s; }\n",
          out);
    fclose(out);
}

/* Bodies differ in their constants, so that no two of them can be folded into one. */
static void write_large(const char *path)
{
    FILE *out = fopen(path, "w");
    if (!out)
        die(path);
    fputs("#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n", out);
    for (int i = 0; i < 2500; i++)
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

static double run(char *const *argv)
{
    struct timespec start, end;
    pid_t pid;
    int status;
    clock_gettime(CLOCK_MONOTONIC, &start);
    if (posix_spawnp(&pid, argv[0], NULL, NULL, argv, environ))
        die(argv[0]);
    waitpid(pid, &status, 0);
    clock_gettime(CLOCK_MONOTONIC, &end);
    if (!WIFEXITED(status) || WEXITSTATUS(status)) {
        fprintf(stderr, "%s fails\n", argv[0]);
        exit(1);
    }
    return (double)(end.tv_sec - start.tv_sec) + (double)(end.tv_nsec - start.tv_nsec) * 1e-9;
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

/* The steps' times in the last line of the log, in seconds. */
static void read_steps(const char *log, double *steps)
{
    char line[8192] = "", last[8192] = "";
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
        steps[i] = at ? atof(at + strlen(key)) * 1e-9 : 0;
    }
}

static void measure(const char *name, char *source, char *instr, char *compiler, char *object, const char *log,
                    int repetitions)
{
    char optimize[] = "-O2", only[] = "-c", output[] = "-o";
    char *command[] = {instr, compiler, optimize, only, source, output, object, NULL};
    double plain[MOST], ours[MOST], steps[STEPS][MOST];
    for (int i = -1; i < repetitions; i++) { /* the first round warms the caches */
        int at = i < 0 ? 0 : i;
        double now[STEPS];
        plain[at] = run(command + 1);
        ours[at] = run(command);
        read_steps(log, now);
        for (int j = 0; j < STEPS; j++)
            steps[j][at] = now[j];
    }
    double a = median(plain, repetitions), b = median(ours, repetitions);
    printf("%-6s %9.3f s %9.3f s %6.2f ", name, a, b, b / a);
    for (int j = 0; j < STEPS; j++)
        printf(" %9.1f%%", 100 * median(steps[j], repetitions) / b);
    printf("\n");
    fflush(stdout);
}

int main(int argc, char **argv)
{
    int repetitions = argc > 3 ? atoi(argv[3]) : 5;
    char folder[] = "/tmp/bench-compile-XXXXXX", small[64], large[64], object[64], log[64];
    if (argc < 3 || repetitions < 1 || repetitions > MOST) {
        fputs("usage: bench-compile INSTR-CC COMPILER [REPETITIONS, at most 99]\n", stderr);
        return 2;
    }
    if (!mkdtemp(folder))
        die(folder);
    snprintf(small, sizeof small, "%s/small.c", folder);
    snprintf(large, sizeof large, "%s/large.c", folder);
    snprintf(object, sizeof object, "%s/out.o", folder);
    snprintf(log, sizeof log, "%s/log", folder);
    setenv("INSTR_LOG", log, 1);
    write_small(small);
    write_large(large);
    printf("-O2 -c, medians of %d; shares of the time with instr-cc\n", repetitions);
    printf("%-6s %11s %11s %6s ", "source", "plain", "instr-cc", "ratio");
    for (int j = 0; j < STEPS; j++)
        printf(" %10s", STEP_NAMES[j]);
    printf("\n");
    measure("small", small, argv[1], argv[2], object, log, repetitions);
    measure("large", large, argv[1], argv[2], object, log, repetitions);
    unlink(small);
    unlink(large);
    unlink(object);
    unlink(log);
    rmdir(folder);
    return 0;
}
