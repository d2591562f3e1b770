/* children.c [often|fast|walls|drops|apart] - forks three children after it called a tiny function for so long that it is observed, and each time says
 * which of its children comes first, as `pgrep -P` does it. Then it does as much again.
 * often: it forks three hundred, one after the other. fast: two threads fork 1,500 each, as fast as they can, and say how often the
 * first one was none of theirs. walls: it waits twice for children of all kinds, and goes on. drops: it gives up
 * its rights, idles, and says how often it had to let others run in one fork. apart: it and its child compute in functions of their own. */
#include <dirent.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static volatile unsigned sum;

__attribute__((noinline)) static void tiny(unsigned x)
{
    sum += x;
}

__attribute__((noinline)) static void burn(int tenths)
{
    clock_t end = clock() + tenths * (CLOCKS_PER_SEC / 10);
    do
        for (unsigned i = 0; i < 10000; i++)
            tiny(i);
    while (clock() < end);
}

__attribute__((noinline)) static void of_parent(unsigned x)
{
    for (int i = 0; i < 20; i++)
        sum += x;
}

__attribute__((noinline)) static void of_child(unsigned x)
{
    for (int i = 0; i < 20; i++)
        sum += x;
}

static int apart(void)
{
    int child = fork();
    for (unsigned i = 0; i < 10000000; i++)
        child ? of_parent(i) : of_child(i);
    return child && waitpid(child, NULL, 0) != child;
}

static int parent_of(int process)
{
    char path[64], text[512], *end;
    int parent = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", process);
    FILE *file = fopen(path, "r");
    if (file && fgets(text, sizeof text, file) && (end = strrchr(text, ')')))
        sscanf(end, ") %*c %d", &parent);
    if (file)
        fclose(file);
    return parent;
}

/* Whether a process is older than another one that is nearly as old: numbers begin again at pid_max. */
static bool is_older(int process, int other)
{
    int most;
    FILE *file = fopen("/proc/sys/kernel/pid_max", "r");
    if (!file || fscanf(file, "%d", &most) != 1)
        most = 1 << 22;
    if (file)
        fclose(file);
    int later = (process - other + most) % most;
    return later > most / 2;
}

/* The number of the first one; how many there are. */
static int first_child(int *count)
{
    int first = 0;
    DIR *folder = opendir("/proc");
    struct dirent *entry;
    *count = 0;
    while (folder && (entry = readdir(folder))) {
        int process = atoi(entry->d_name);
        if (process > 0 && parent_of(process) == (int)getpid()) {
            ++*count;
            if (!first || is_older(process, first))
                first = process;
        }
    }
    if (folder)
        closedir(folder);
    return first;
}

static int often(void)
{
    for (int i = 0; i < 300; i++) {
        pid_t child = fork();
        if (child == 0)
            _exit(0);
        waitpid(child, NULL, 0);
        burn(0);
    }
    burn(10);
    return 0;
}

static int first_in(const char *thread, int first)
{
    char path[300];
    int number;
    snprintf(path, sizeof path, "/proc/self/task/%s/children", thread);
    FILE *file = fopen(path, "r");
    while (file && fscanf(file, "%d", &number) == 1)
        if (!first || is_older(number, first))
            first = number;
    if (file)
        fclose(file);
    return first;
}

static int is_observer(int process)
{
    char path[64], name[64] = "";
    snprintf(path, sizeof path, "/proc/%d/comm", process);
    FILE *file = fopen(path, "r");
    if (file) {
        fgets(name, sizeof name, file);
        fclose(file);
    }
    return !strncmp(name, "instr-", 6);
}

static atomic_int others;

static void *forks(void *unused)
{
    for (int i = 0; i < 1500; i++) {
        pid_t child = fork();
        if (child == 0) {
            pause();
            _exit(0);
        }
        int first = 0;
        DIR *threads = opendir("/proc/self/task");
        struct dirent *entry;
        while ((entry = readdir(threads)))
            first = first_in(entry->d_name, first);
        closedir(threads);
        int count;
        if (is_observer(first)) /* the list is not whole while another child of the process ends */
            others += is_observer(first_child(&count));
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
    }
    return unused;
}

static int fast(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, forks, NULL);
    forks(NULL);
    pthread_join(thread, NULL);
    printf("others %d\n", others);
    burn(10);
    return 0;
}

static int walls(void)
{
    pid_t child = fork();
    if (child == 0)
        _exit(0);
    printf("found %d\n", waitpid(-1, NULL, __WALL) == child);
    printf("left %d\n", (int)waitpid(-1, NULL, __WALL | WNOHANG));
    burn(10);
    return 0;
}

static long pauses(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_nvcsw;
}

static int drops(void)
{
    if (setresuid(54321, 54321, 54321))
        return 1;
    sleep(4); /* nothing happens, and it looks twenty times a second */
    long before = pauses();
    pid_t child = fork();
    if (child == 0)
        _exit(0);
    printf("%ld\n", pauses() - before);
    waitpid(child, NULL, 0);
    return 0;
}

int main(int argc, char **argv)
{
    pid_t children[3];
    int count;
    burn(3);
    if (argc > 1)
        return argv[1][0] == 'o' ? often() : argv[1][0] == 'f' ? fast() : argv[1][0] == 'w' ? walls() : argv[1][0] == 'a' ? apart() : drops();
    for (int i = 0; i < 3; i++) {
        children[i] = fork();
        if (children[i] == 0) {
            pause();
            _exit(0);
        }
        burn(1);
        int first = first_child(&count);
        printf("first %s\n", first == children[0] ? "mine" : "of others");
        fprintf(stderr, "%d more\n", count - i - 1);
    }
    for (int i = 0; i < 3; i++) {
        kill(children[i], SIGKILL);
        printf("ended %d\n", waitpid(children[i], NULL, 0) == children[i]);
    }
    printf("left %d\n", (int)waitpid(-1, NULL, WNOHANG | __WALL));
    burn(5);
    return 0;
}
