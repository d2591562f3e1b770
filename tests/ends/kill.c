/*
 * kill.c - kills a program at random moments and compares what can be recovered with what the program
 * counted itself: kill COMMAND [SEED]. There are KILL_ROUNDS moments, an environment variable, else forty.
 *
 * The probe counts a call before the program does, so a function may have one call more in the profile
 * for each thread that was between the two, and never one less. With exact timing, in every other round, all
 * time is there up to the last call that ended; with adaptive timing up to one of the last thousand
 * or so.
 */
#include "busy.h"

#include "runtime/write/recover.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { THREADS = 2 };

static unsigned long state;

static unsigned long draw(unsigned long below)
{
    state = state * 6364136223846793005ul + 1442695040888963407ul;
    return (state >> 33) % below;
}

static void check(bool condition, const char *what, unsigned round)
{
    if (condition)
        return;
    fprintf(stderr, "FAILED in round %u: %s\n", round, what);
    exit(1);
}

/* The one store in `folder`; false when there is none. */
static bool find_store(const char *folder, char *path, size_t size)
{
    DIR *directory = opendir(folder);
    bool found = false;
    for (struct dirent *entry; directory && (entry = readdir(directory));)
        if (strstr(entry->d_name, ".map")) {
            snprintf(path, size, "%s/%s", folder, entry->d_name);
            found = true;
        }
    closedir(directory);
    return found;
}

static uint64_t calls_of(const struct profile *profile, const char *name)
{
    uint64_t calls = 0;
    for (uint32_t i = 0; i < profile->node_count; i++)
        if (strcmp(profile->regions[profile->nodes[i].region].name, name) == 0)
            calls += profile->nodes[i].calls.calls;
    return calls;
}

static void check_calls(const struct profile *profile, const struct busy *busy, unsigned round)
{
    for (int i = 0; i < BUSY_FUNCTIONS; i++) {
        uint64_t calls = calls_of(profile, busy_names[i]);
        if (calls < busy->calls[i] || calls > busy->calls[i] + THREADS) {
            fprintf(stderr, "%s: %llu calls recovered, %llu made\n", busy_names[i], (unsigned long long)calls,
                    (unsigned long long)busy->calls[i]);
            check(false, "calls are not those that were made", round);
        }
    }
}

/* To begin to look takes a while, which is not the program's time. How long it was nobody here knows. */
static bool is_looked_at(unsigned round)
{
    return round % 4 == 0;
}

static void check_profile(const char *path, const struct busy *busy, bool exact, unsigned round)
{
    struct arena arena = {0};
    struct error error = {0};
    struct recovered recovered;
    struct profile back;
    unsigned char *bytes;
    size_t size;
    bool main_is_open = false;
    bool done = recover_read(path, &recovered, &arena, &error);
    if (!done && !busy->calls[BUSY_stamp]) {
        arena_free(&arena); /* killed while it started */
        return;
    }
    check(done, error.text, round);
    const struct profile *profile = &recovered.profile;
    check(profile_pack(profile, &arena, &bytes, &size, &error) &&
              profile_unpack(bytes, size, path, &back, &arena, &error),
          error.text, round);
    for (uint32_t i = 0; i < profile->node_count; i++)
        if (strcmp(profile->regions[profile->nodes[i].region].name, "main") == 0)
            main_is_open = profile->nodes[i].flags & NODE_OPEN;
    check(main_is_open || !busy->calls[BUSY_stamp], "main is not open", round);
    check_calls(profile, busy, round);
    uint64_t known = exact ? busy->before_last : busy->long_ago;
    double lasted = 1000 * ((double)known - (double)busy->first);
    double recovered_time = u128_double(profile->nodes[0].calls.sum);
    if (!is_looked_at(round) && lasted > 1e9 && recovered_time < 0.99 * lasted) {
        fprintf(stderr, "%g ps recovered, %g measured by the program\n", recovered_time, lasted);
        check(false, "time is lost", round);
    }
    for (uint32_t i = 0; i < profile->tally_count; i++)
        check(!busy->calls[BUSY_stamp] || !strstr(profile->tallies[i].name, "could not be recovered"), "parts are lost", round);
    arena_free(&arena);
}

static unsigned long longest_delay = 60000000; /* ns */
static unsigned seen;                          /* rounds with calls */

static void run_round(char **command, const char *folder, struct busy *busy, unsigned round)
{
    char path[4096];
    bool exact = round % 2;
    memset(busy, 0, sizeof *busy);
    setenv("INSTR_TIMING", exact ? "exact" : "adaptive", 1);
    setenv("INSTR_OBSERVER", is_looked_at(round) ? "on" : "off", 1);
    pid_t pid = fork();
    if (pid == 0) {
        execv(command[0], command);
        _exit(127);
    }
    unsigned long delay = draw(longest_delay);
    nanosleep(&(struct timespec){(time_t)(delay / 1000000000), (long)(delay % 1000000000)}, NULL);
    kill(pid, SIGKILL);
    int status = 0;
    waitpid(pid, &status, 0);
    check(WIFSIGNALED(status), "the program ended by itself", round);
    seen += busy->calls[BUSY_stamp] != 0;
    /* On a busy machine, or under valgrind, a program takes longer to start. */
    if (seen * 3 < round * 2 && longest_delay < 10000000000ul)
        longest_delay += longest_delay / 4;
    bool found = find_store(folder, path, sizeof path);
    check(found || !busy->calls[BUSY_stamp], "nothing to recover", round);
    if (found) {
        check_profile(path, busy, exact, round);
        unlink(path);
    }
}

int main(int argc, char **argv)
{
    char folder[] = "/tmp/instr-kill-XXXXXX", shared[sizeof folder + 16];
    if (argc < 2 || !mkdtemp(folder))
        return 2;
    state = argc > 2 ? strtoul(argv[2], NULL, 10) : 1;
    snprintf(shared, sizeof shared, "%s/calls", folder);
    int file = open(shared, O_RDWR | O_CREAT, 0600);
    if (file < 0 || ftruncate(file, sizeof(struct busy)))
        return 2;
    struct busy *busy = mmap(NULL, sizeof *busy, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    setenv("INSTR_TMPDIR", folder, 1);
    const char *wanted = getenv("KILL_ROUNDS");
    unsigned rounds = wanted ? (unsigned)strtoul(wanted, NULL, 10) : 40;
    for (unsigned round = 0; round < rounds; round++)
        run_round((char *[]){argv[1], shared, NULL}, folder, busy, round);
    unlink(shared);
    rmdir(folder);
    printf("%u rounds, %u of them with calls\n", rounds, seen);
    return seen * 2 < rounds; /* it must have been killed while it worked */
}
