/* machine.c - see executor.h. */
#include "tune/execute/executor.h"

#include "common/input.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

unsigned machine_cores(void)
{
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) ? 1 : (unsigned)CPU_COUNT(&set);
}

/* Returns the first line that a command prints. */
static const char *first_line(const char *command, struct arena *arena)
{
    char line[400] = "";
    FILE *stream = popen(command, "re");
    if (stream && !fgets(line, sizeof line, stream))
        *line = '\0';
    if (stream)
        pclose(stream);
    line[strcspn(line, "\n")] = '\0';
    return arena_printf(arena, "%s", line);
}

static const char *processor(struct arena *arena)
{
    const char *found = NULL, *why;
    struct arena scratch = {0};
    size_t size;
    char *text = input_read("/proc/cpuinfo", INPUT_TEXT, &size, &scratch, &why), *rest;
    for (char *line = text ? strtok_r(text, "\n", &rest) : NULL; line && !found; line = strtok_r(NULL, "\n", &rest)) {
        const char *value = strchr(line, ':');
        if (value && value[1] && !strncmp(line, "model name", 10))
            found = arena_printf(arena, "%s, %u cores", value + 2, machine_cores());
    }
    arena_free(&scratch);
    return found ? found : arena_printf(arena, "%u cores", machine_cores());
}

void machine_environment(const struct project *project, const char *version, struct environment *environment,
                         struct arena *arena)
{
    char host[256] = "";
    struct utsname system = {0};
    gethostname(host, sizeof host - 1);
    uname(&system);
    setenv("TUNE_PROJECT", project->directory, 1);
    *environment = (struct environment){
        .host = arena_printf(arena, "%s", host),
        .machine = processor(arena),
        .system = arena_printf(arena, "%s %s %s", system.sysname, system.release, system.machine),
        .compiler = first_line("${CC:-cc} --version 2>/dev/null", arena),
        .commit = first_line("git -C \"$TUNE_PROJECT\" describe --always --dirty --abbrev=12 2>/dev/null", arena),
        .version = version,
    };
}
