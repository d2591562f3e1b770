/* c11_threads.c - C11 threads made of POSIX ones, as glibc does it too: to be preloaded where a checker sees no others. */
#include <pthread.h>
#include <stdint.h>
#include <threads.h>

int thrd_create(thrd_t *id, thrd_start_t start, void *argument)
{
    /* The result is returned where that of the other kind is, and thrd_join looks at no more of it. */
    void *(*posix)(void *) = (void *(*)(void *))(void (*)(void))start;
    return pthread_create(id, NULL, posix, argument) == 0 ? thrd_success : thrd_error;
}

void thrd_exit(int result)
{
    pthread_exit((void *)(intptr_t)result);
}

int thrd_join(thrd_t id, int *result)
{
    void *value;
    if (pthread_join(id, &value) != 0)
        return thrd_error;
    if (result)
        *result = (int)(intptr_t)value;
    return thrd_success;
}
