/* flush.c [CALLS] - labels, and then a wait for the file `go`; with a number two threads call a function so often before that. */
#include <instr.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

__attribute__((noinline)) static void step(void)
{
    for (volatile int i = 0; i < 20; i++)
        ;
}

static void wait_for_go(void)
{
    FILE *ready = fopen("ready", "w");
    fclose(ready);
    while (access("go", F_OK) != 0)
        usleep(1000);
}

static void *call(void *number)
{
    for (long i = 0; i < (long)number; i++)
        step();
    wait_for_go();
    return NULL;
}

int main(int argc, char **argv)
{
    pthread_t threads[2];
    instr_start("first label");
    instr_start("inside");
    instr_stop("inside");
    instr_stop("first label");
    if (argc < 2) {
        instr_start("open label");
        instr_trace_flush();
        wait_for_go();
        instr_stop("open label");
        return 0;
    }
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, call, (void *)atol(argv[1]));
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
