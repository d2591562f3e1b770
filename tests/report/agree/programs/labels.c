/* labels.c - labels by hand alone, in two threads: no function has a probe. */
#include "work.h"

#include <instr.h>
#include <pthread.h>

static void *beside(void *argument)
{
    instr_start("beside");
    spin(500);
    instr_stop("beside");
    return argument;
}

int main(void)
{
    pthread_t thread;
    instr_start("outer");
    pthread_create(&thread, 0, beside, 0);
    for (int i = 0; i < 10; i++) {
        instr_start("inner");
        spin(100);
        instr_stop("inner");
    }
    instr_stop("outer");
    pthread_join(thread, 0);
    spin(200);
    return 0;
}
