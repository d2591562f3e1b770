/*
 * large.c [sessions] - functions of MPI-4.0: those for large counts, persistent collectives, and with the argument a program that
 * never calls MPI_Init. large.sh knows what each rank hands to MPI.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1000 };

static double data[4 * N], more[4 * N];

/* A type of 3 GiB, of which none is sent: nothing overflows. */
static void types(void)
{
    MPI_Datatype large;
    MPI_Count size = 0;
    MPI_Type_contiguous_c((MPI_Count)3 << 30, MPI_BYTE, &large);
    MPI_Type_commit(&large);
    MPI_Type_size_c(large, &size);
    MPI_Send_c(data, 1, large, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    MPI_Send_c(data, 0, large, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    MPI_Type_free(&large);
    if (size != (MPI_Count)3 << 30)
        MPI_Abort(MPI_COMM_WORLD, 1);
}

static void all_to_all(int ranks)
{
    MPI_Count counts[64];
    MPI_Aint places[64];
    for (int i = 0; i < ranks; i++) {
        counts[i] = 10;
        places[i] = 10 * i;
    }
    MPI_Alltoallv_c(data, counts, places, MPI_DOUBLE, more, counts, places, MPI_DOUBLE, MPI_COMM_WORLD);
}

static void persistent(void)
{
    MPI_Request request;
    double mine = 1, sum = 0;
    MPI_Allreduce_init(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    for (int i = 0; i < 3; i++) {
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&request);
}

static void world(void)
{
    int rank, ranks;
    MPI_File file;
    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    types();
    MPI_Sendrecv_c(data, N, MPI_DOUBLE, (rank + 1) % ranks, 0, more, N, MPI_DOUBLE, (rank + ranks - 1) % ranks, 0, MPI_COMM_WORLD,
                   MPI_STATUS_IGNORE);
    MPI_Bcast_c(data, N, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    all_to_all(ranks);
    persistent();
    MPI_File_open(MPI_COMM_WORLD, "large.data", MPI_MODE_CREATE | MPI_MODE_WRONLY, MPI_INFO_NULL, &file);
    MPI_File_write_at_c(file, (MPI_Offset)rank * N * 8, data, N, MPI_DOUBLE, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
    MPI_Finalize();
}

static void sessions(void)
{
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm;
    int sum = 0, one = 1;
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Comm_create_from_group(group, "large", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Group_free(&group);
    MPI_Allreduce_c(&one, &sum, 1, MPI_INT, MPI_SUM, comm);
    MPI_Comm_free(&comm);
    MPI_Session_finalize(&session);
    printf("%d\n", sum);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "sessions") == 0)
        sessions();
    else
        world();
    return 0;
}
