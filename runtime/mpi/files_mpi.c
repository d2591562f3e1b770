/*
 * files_mpi.c - see files_mpi.h.
 *
 * A file has no attributes, so what is known of it is found by its handle. Few are open at a time. Its members know it by the
 * communicator that it was opened on, and by how many collective calls there had been on that.
 */
#include "runtime/mpi/files_mpi.h"

#include "base/hash.h"
#include "runtime/mpi/communicator_mpi.h"
#include "runtime/mpi/part.h"
#include "runtime/mpi/table.h"

#include <pthread.h>
#include <stdlib.h>

struct known {
    MPI_File file;
    struct meeting call; /* the next one; of one rank alone there is no stream */
    struct known *next;
};

static struct known *all;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* The lock is held. Where the entry is pointed to, or the null at the end. */
static struct known **find(MPI_File file)
{
    struct known **at = &all;
    while (*at && (*at)->file != file)
        at = &(*at)->next;
    return at;
}

void files_made(MPI_File file, MPI_Comm comm)
{
    struct meeting made = {.stream = 0};
    int size = 0;
    bool known = part_services() && PMPI_Comm_size(comm, &size) == MPI_SUCCESS && communicator_call(comm, &made);
    struct known *kept = known || size == 1 ? malloc(sizeof *kept) : NULL;
    if (!kept)
        return;
    *kept = (struct known){.file = file};
    if (known)
        kept->call = (struct meeting){.stream = hash_number(hash_number(made.stream, made.number), 'f'),
                                      .size = made.size,
                                      .kind = MEETING_ALL,
                                      .blocks = 1};
    pthread_mutex_lock(&lock);
    kept->next = all;
    all = kept;
    pthread_mutex_unlock(&lock);
}

struct operation *files_meet(const struct caller *caller, MPI_File file)
{
    pthread_mutex_lock(&lock);
    struct known *known = *find(file);
    const struct meeting call = known ? known->call : (struct meeting){.stream = 0};
    if (known)
        known->call.number++;
    pthread_mutex_unlock(&lock);
    if (!known)
        table_not_known();
    return call.stream ? part_services()->meets(caller, &call, 1) : NULL;
}

void files_forget(MPI_File file)
{
    pthread_mutex_lock(&lock);
    struct known **at = find(file), *known = *at;
    if (known)
        *at = known->next;
    pthread_mutex_unlock(&lock);
    free(known);
}
