/*
 * launches.h - finds the launch of a device's record by their common number. A launch is kept until its record comes, or until there are LAUNCHES
 * newer ones. Any thread of the plug-in that includes it may call it.
 */
#ifndef INSTR_LAUNCHES_H
#define INSTR_LAUNCHES_H

#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

enum { LAUNCHES = 1 << 16 };

static struct {
    pthread_mutex_t lock;
    struct {
        uint64_t number;
        void *launch;
    } slots[LAUNCHES];
} launches = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void launches_note(uint64_t number, void *launch)
{
    pthread_mutex_lock(&launches.lock);
    launches.slots[number % LAUNCHES].number = number;
    launches.slots[number % LAUNCHES].launch = launch;
    pthread_mutex_unlock(&launches.lock);
}

/* Removes and returns a launch, or NULL. */
static void *launches_take(uint64_t number)
{
    void *launch = NULL;
    pthread_mutex_lock(&launches.lock);
    if (launches.slots[number % LAUNCHES].number == number) {
        launch = launches.slots[number % LAUNCHES].launch;
        launches.slots[number % LAUNCHES].launch = NULL;
    }
    pthread_mutex_unlock(&launches.lock);
    return launch;
}

#endif
