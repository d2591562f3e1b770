/*
 * files_mpi.c - see files_mpi.h.
 *
 * A file has no attributes, so what is known of it is found by its handle. Few are open at a time. Its members know it by the
 * communicator that it was opened on, and by how many collective calls there had been on that.
 */
#include "runtime/mpi/files_mpi.h"

#include "common/hash.h"
#include "runtime/mpi/communicator_mpi.h"
#include "runtime/mpi/part.h"

#include <pthread.h>
#include <stdlib.h>

struct file {
    MPI_File file;
    struct meeting call; /* the next one; of one rank alone there is no stream */
    struct file *next;
};

static struct file *all, *unused; /* an entry is never given back: a call may have noted its number */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Returns the address of the pointer to the entry, or of the null at the end. The caller holds the lock. */
static struct file **find(MPI_File file)
{
    struct file **at = &all;
    while (*at && (*at)->file != file)
        at = &(*at)->next;
    return at;
}

static struct file *make(void)
{
    pthread_mutex_lock(&lock);
    struct file *file = unused;
    if (file)
        unused = file->next;
    pthread_mutex_unlock(&lock);
    return file ? file : malloc(sizeof *file);
}

void files_made(MPI_File file, MPI_Comm comm)
{
    struct meeting made = {.stream = 0};
    int size = 0;
    bool known = part_services() && part_may_ask() && PMPI_Comm_size(comm, &size) == MPI_SUCCESS &&
                 communicator_call(comm, &made);
    struct file *kept = known || size == 1 ? make() : NULL;
    if (!kept)
        return;
    *kept = (struct file){.file = file};
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

struct noted files_meet(const struct caller *caller, MPI_File file)
{
    struct noted noted = {.count = 1};
    pthread_mutex_lock(&lock);
    struct file *known = *find(file);
    const struct meeting call = known ? known->call : (struct meeting){.stream = 0};
    if (known) {
        known->call.number++;
        noted.number = &known->call.number;
    }
    pthread_mutex_unlock(&lock);
    noted.unknown = !known;
    if (call.stream)
        noted.operations = part_services()->meets(caller, &call, 1);
    return noted;
}

const struct file *files_known(MPI_File file)
{
    pthread_mutex_lock(&lock);
    const struct file *known = *find(file);
    pthread_mutex_unlock(&lock);
    return known;
}

void files_forget(const struct file *file)
{
    pthread_mutex_lock(&lock);
    struct file **at = &all, *gone;
    while (*at && *at != file)
        at = &(*at)->next;
    if ((gone = *at)) {
        *at = gone->next;
        gone->next = unused;
        unused = gone;
    }
    pthread_mutex_unlock(&lock);
}
