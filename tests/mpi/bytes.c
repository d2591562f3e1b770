/*
 * bytes.c - what four ranks in a line move, in ways whose bytes bytes.sh knows: to neighbours at the border of a grid, by persistent
 * requests, out of a window and of a file.
 */
#include <mpi.h>
#include <stdio.h>

enum { N = 10 };

static int rank, ranks, data[N], more[4 * N];

static void neighbours(MPI_Comm line)
{
    int counts[] = {3, 5}, places[] = {0, 5};
    MPI_Datatype types[] = {MPI_INT, MPI_SHORT};
    MPI_Aint offsets[] = {0, 20};
    double one = 1, got[2];
    MPI_Request request;
    int back[] = {5, 3};
    MPI_Datatype types_back[] = {MPI_SHORT, MPI_INT};
    MPI_Neighbor_alltoall(data, 2, MPI_INT, more, 2, MPI_INT, line);
    MPI_Neighbor_allgather(&one, 1, MPI_DOUBLE, got, 1, MPI_DOUBLE, line);
    MPI_Neighbor_alltoallv(data, counts, places, MPI_INT, more, back, places, MPI_INT, line);
    MPI_Neighbor_alltoallw(data, counts, offsets, types, more, back, offsets, types_back, line);
    MPI_Ineighbor_alltoall(data, 2, MPI_INT, more, 2, MPI_INT, line, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/* Everybody sends to the first rank, which sends to nobody. */
static void star(void)
{
    int source = rank, destination = 0, degree = rank > 0, ones[2] = {1, 1}, got[4];
    MPI_Comm graph;
    MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &source, &degree, &destination, ones, MPI_INFO_NULL, 0, &graph);
    MPI_Neighbor_allgather(data, 1, MPI_SHORT, got, 1, MPI_SHORT, graph);
    MPI_Comm_free(&graph);
}

static void persistent(MPI_Comm line)
{
    int left, right;
    MPI_Request requests[2];
    MPI_Status statuses[2];
    MPI_Comm copy;
    MPI_Cart_shift(line, 0, 1, &left, &right);
    MPI_Comm_dup(line, &copy);
    MPI_Comm_set_name(copy, "persistent");
    MPI_Recv_init(more, N, MPI_INT, left, 1, copy, &requests[0]);
    MPI_Send_init(data, N, MPI_INT, right, 1, copy, &requests[1]);
    for (int i = 0; i < 3; i++) {
        MPI_Startall(2, requests);
        MPI_Waitall(2, requests, statuses);
    }
    for (int i = 0; i < 2; i++) {
        MPI_Start(&requests[0]);
        MPI_Start(&requests[1]);
        MPI_Waitall(2, requests, statuses);
    }
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);
    MPI_Comm_free(&copy);
}

/* First of all, and once: behind other calls MPICH 4.0 hangs in it, in the plain program too. */
static void persistent_collective(void)
{
#if MPI_VERSION >= 4
    int sum[3];
    MPI_Request request;
    MPI_Allreduce_init(data, sum, 3, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
#endif
}

static void window(void)
{
    MPI_Win win;
    MPI_Win_create(more, sizeof more, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Get(data, 7, MPI_INT, (rank + 1) % ranks, 0, 7, MPI_INT, win);
    MPI_Get(data, 7, MPI_INT, MPI_PROC_NULL, 0, 7, MPI_INT, win);
    MPI_Get_accumulate(NULL, 0, MPI_INT, data, 4, MPI_INT, rank, 0, 4, MPI_INT, MPI_NO_OP, win);
    MPI_Win_fence(0, win);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Fetch_and_op(data, more, MPI_INT, 0, 0, MPI_SUM, win);
    MPI_Request request;
    MPI_Rget(data + 1, 2, MPI_INT, 0, 40, 2, MPI_INT, win, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Win_unlock(0, win);
    MPI_Win_free(&win);
}

static void file(void)
{
    MPI_File shared;
    MPI_Request request;
    MPI_File_open(MPI_COMM_WORLD, "shared.data", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &shared);
    MPI_File_write_at_all(shared, (MPI_Offset)rank * 40, data, N, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_sync(shared);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_read_at(shared, 0, more, 6, MPI_INT, MPI_STATUS_IGNORE);
    /* Of 80 bytes 40 are there, and of the others none. */
    MPI_Status status;
    MPI_File_read_at_all(shared, 120, more, 2 * N, MPI_INT, &status);
    int bytes, sum = 0;
    MPI_Get_count(&status, MPI_BYTE, &bytes); /* 80 by either MPI */
    MPI_Reduce(&bytes, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d\n", sum);
    MPI_File_read_at(shared, 4096, more, N, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_read_at_all_begin(shared, 0, more, N, MPI_INT);
    MPI_File_read_at_all_end(shared, more, &status);
    MPI_File_iread_at(shared, 0, more, 2, MPI_INT, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_File_close(&shared);
}

int main(int argc, char **argv)
{
    MPI_Comm line;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    persistent_collective();
    MPI_Cart_create(MPI_COMM_WORLD, 1, &ranks, (int[]){0}, 0, &line);
    neighbours(line);
    star();
    persistent(line);
    window();
    file();
    MPI_Comm_free(&line);
    MPI_Finalize();
    return 0;
}
