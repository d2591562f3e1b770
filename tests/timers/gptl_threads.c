/* gptl_threads.c - three threads of OpenMP or of pthreads, each with five calls of a timer. */
#include <gptl.h>

#ifndef _OPENMP
#include <pthread.h>
#endif

static void *work(void *unused)
{
    for (int i = 0; i < 5; i++) {
        GPTLstart("work");
        GPTLstop("work");
    }
    return unused;
}

int main(void)
{
    if (GPTLinitialize() != 0)
        return 1;
#ifndef _OPENMP
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, work, 0);
    work(0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
#else
#pragma omp parallel num_threads(3)
    work(0);
#endif
    return GPTLpr(0);
}
