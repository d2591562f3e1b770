/* help.c - see help.h. Entries are a name in the third column, and below it a text that is broken into lines. */
#include "instrumenter/help.h"

#include "common/variables_table.h"

#include <stdio.h>
#include <string.h>

static const char INTRO[] =
    "instr-cc " INSTR_VERSION " - a compiler that measures every function of the program\n"
    "\n"
    "usage: instr-cc [--instr-OPTION...] COMPILER [ARGUMENT...]\n"
    "       instr-cc [--instr-OPTION...] [ARGUMENT...]\n"
    "       instr-gcc|instr-clang|instr-mpicc|instr-g++|instr-clang++|instr-mpicxx|instr-gfortran|instr-mpifort "
    "[ARGUMENT...]\n"
    "\n"
    "Preprocesses each source, puts a probe into every function, and lets the real compiler compile the result. "
    "Without\n"
    "COMPILER it calls INSTR_CC or INSTR_CXX, or the compiler that it was configured with. Fortran is measured by the\n"
    "hooks of gfortran. Every other command, and every source that cannot be instrumented, goes to the compiler "
    "unchanged.\n"
    "Messages and exit status are the compiler's. The program writes a profile when it ends, for instr-report.\n";

static const char EXAMPLE[] = "Example:\n"
                              "  make CC=instr-mpicc && mpirun -n 4 ./app && instr-report\n"
                              "\n"
                              "Exit status: the compiler's; 71 wrong option of instr-cc, 72 instr-cc itself failed.\n";

#define OPTIONS(X)                                                                                                     \
    X("--instr-level", "N",                                                                                            \
      "0 nothing, 1 functions and pragmas (the default), 2 outermost loops, 3 all loops and branches, 4 calls into "   \
      "code that is not instrumented.")                                                                                \
    X("--instr-paths", "most|all",                                                                                     \
      "all: time every call on its path. most, the default: functions with short calls are only counted, and "         \
      "sampled. Counts are exact with either.")                                                                        \
    X("--instr-filter", "FILE",                                                                                        \
      "Leave out functions and files that this file excludes, in Score-P's syntax. A program that is slow with "       \
      "probes gets fast again; instr-report export filter proposes a file.")                                           \
    X("--instr-headers", "FOLDER[:FOLDER]", "Also measure functions of system headers below these folders.")           \
    X("--instr-output", "TEMPLATE", "Name of the program's profiles, unless INSTR_OUTPUT is set when it runs.")        \
    X("--instr-print", NULL, "Write the edited text to standard output and stop.")                                     \
    X("--instr-keep", NULL, "Keep the intermediate files beside the object.")                                          \
    X("--instr-strict", NULL, "Fail if an object is not measured or a pragma can't be followed.")                      \
    X("--instr-exact-messages", "always|never",                                                                        \
      "Also compile the original, for warnings that a probe may hide. Without a value: always. By default only for "   \
      "options such as -fanalyzer, and if the edited text makes the compiler print something.")                        \
    X("--instr-parse-limit", "SECONDS",                                                                                \
      "Longest CPU time to parse a unit; beyond it hooks measure the unit, or it is compiled unchanged. Default: 60, " \
      "and 30 per million bytes. 0: no limit.")                                                                        \
    X("--instr-log", "FILE", "Append a line of JSON for each command: what was done, and why.")                        \
    X("--instr-off", NULL, "Only compile; measure nothing.")                                                           \
    X("--instr-mpi-part", "FILE",                                                                                      \
      "Only compile the MPI part of the runtime (.a or .so), with the MPI compiler and flags that follow.")            \
    X("--instr-help", NULL, "This text.")                                                                              \
    X("--instr-version", NULL, "The version.")

#define PRAGMAS(X)                                                                                                     \
    X("#pragma instr region(\"name\") [level(N)] [group(\"a,b\")]", NULL,                                              \
      "The next statement or block is a region, from level N on.")                                                     \
    X("#pragma instr begin(\"name\")", NULL, "Statements inside one block are a region, up to:")                       \
    X("#pragma instr end(\"name\")", NULL, "The end of it.")                                                           \
    X("#pragma instr iterate(\"name\")", NULL, "Each iteration of the next loop is a call of the region.")             \
    X("#pragma instr context(\"name\", comm)", NULL, "The next statement runs in that communicator of MPI.")           \
    X("#pragma instr level(N)", NULL, "The next function is instrumented at level N; 0 leaves it out.")                \
    X("#pragma instr skip", NULL, "The next function is left out.")                                                    \
    X("#pragma instr off", NULL, "All functions are left out, up to:")                                                 \
    X("#pragma instr on", NULL, "From here on they are measured again.")

enum { MARGIN = 6, WIDTH = 100 };

static void print_entry(const char *name, const char *value, const char *text)
{
    printf("  %s%s%s\n", name, value && *value ? "=" : "", value ? value : "");
    for (const char *end; *text; text = end + (*end == '\n')) {
        end = text + strcspn(text, "\n");
        printf("%*s", MARGIN, "");
        while (end - text > WIDTH) {
            const char *blank = text + WIDTH;
            while (*blank != ' ')
                blank--;
            printf("%.*s\n%*s", (int)(blank - text), text, MARGIN, "");
            text = blank + 1;
        }
        printf("%.*s\n", (int)(end - text), text);
    }
}

#define PRINT(name, value, text) print_entry(name, value, text);

bool help_print(void)
{
    puts(INTRO);
    puts("Options; all others are the compiler's:");
    OPTIONS(PRINT)
    puts("\nPragmas, which other compilers ignore; instr.h has macros for them:");
    PRAGMAS(PRINT)
    puts("\nSettings when compiling, in the environment:");
    VARIABLES_OF_BUILDS(PRINT)
    puts("\nSettings when the program runs:");
    VARIABLES_OF_RUNS(PRINT)
    puts("\nSettings of instr-report:");
    VARIABLES_OF_REPORTS(PRINT)
    puts("\nVariables of others:");
    VARIABLES_OF_OTHERS(PRINT)
    printf("\n%s", EXAMPLE);
    return !fflush(stdout) && !ferror(stdout);
}
