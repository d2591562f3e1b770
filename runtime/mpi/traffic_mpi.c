/* traffic_mpi.c - see traffic_mpi.h. Asks MPI only what needs no communication. */
#include "runtime/mpi/traffic_mpi.h"

#include <stdbool.h>

int64_t traffic_bytes(MPI_Count count, MPI_Datatype type)
{
    MPI_Count size = 0;
    if (count <= 0 || type == MPI_DATATYPE_NULL || PMPI_Type_size_x(type, &size) != MPI_SUCCESS || size < 0)
        return 0;
    return (int64_t)count * (int64_t)size;
}

#define DEFINE_SUMS(kind, count_type)                                                                                  \
    int64_t traffic_sum_##kind(const count_type *counts, MPI_Datatype type, int64_t n)                                 \
    {                                                                                                                  \
        int64_t elements = 0, one = traffic_bytes(1, type);                                                            \
        for (int64_t i = 0; i < n; i++)                                                                                \
            elements += counts[i];                                                                                     \
        return elements * one;                                                                                         \
    }                                                                                                                  \
    int64_t traffic_sum_types_##kind(const count_type *counts, const MPI_Datatype *types, int64_t n)                   \
    {                                                                                                                  \
        int64_t bytes = 0;                                                                                             \
        for (int64_t i = 0; i < n; i++)                                                                                \
            bytes += traffic_bytes(counts[i], types[i]);                                                               \
        return bytes;                                                                                                  \
    }
DEFINE_SUMS(int, int)
DEFINE_SUMS(large, MPI_Count)

static int is_inter(MPI_Comm comm)
{
    int inter = 0;
    PMPI_Comm_test_inter(comm, &inter);
    return inter;
}

int64_t traffic_peers(MPI_Comm comm)
{
    int size = 0;
    if (is_inter(comm))
        PMPI_Comm_remote_size(comm, &size);
    else
        PMPI_Comm_size(comm, &size);
    return size;
}

/* Returns the number of places for neighbours that a call sends to. */
static int places_around(MPI_Comm comm, int *topology)
{
    int n = 0, out = 0, weighted = 0;
    *topology = MPI_UNDEFINED;
    PMPI_Topo_test(comm, topology);
    if (*topology == MPI_CART) {
        PMPI_Cartdim_get(comm, &n);
        out = 2 * n;
    } else if (*topology == MPI_GRAPH) {
        PMPI_Graph_neighbors_count(comm, traffic_rank(comm), &out);
    } else if (*topology == MPI_DIST_GRAPH) {
        PMPI_Dist_graph_neighbors_count(comm, &n, &out, &weighted);
    }
    return out;
}

/* Returns whether there is a neighbour in a place. In a grid the places are before and after this rank in each dimension. */
static bool is_there(MPI_Comm comm, int topology, int place)
{
    int before = 0, behind = 0;
    return topology != MPI_CART || PMPI_Cart_shift(comm, place / 2, 1, &before, &behind) != MPI_SUCCESS ||
           (place % 2 ? behind : before) != MPI_PROC_NULL;
}

int64_t traffic_neighbours(MPI_Comm comm)
{
    int topology, places = places_around(comm, &topology);
    int64_t neighbours = 0;
    for (int i = 0; i < places; i++)
        neighbours += is_there(comm, topology, i);
    return neighbours;
}

#define DEFINE_AROUND(kind, count_type)                                                                                \
    int64_t traffic_sum_around_##kind(const count_type *counts, MPI_Datatype type, MPI_Comm comm)                      \
    {                                                                                                                  \
        int topology, places = places_around(comm, &topology);                                                         \
        int64_t elements = 0;                                                                                          \
        for (int i = 0; i < places; i++)                                                                               \
            elements += is_there(comm, topology, i) ? counts[i] : 0;                                                   \
        return elements * traffic_bytes(1, type);                                                                      \
    }                                                                                                                  \
    int64_t traffic_sum_types_around_##kind(const count_type *counts, const MPI_Datatype *types, MPI_Comm comm)        \
    {                                                                                                                  \
        int topology, places = places_around(comm, &topology);                                                         \
        int64_t bytes = 0;                                                                                             \
        for (int i = 0; i < places; i++)                                                                               \
            bytes += is_there(comm, topology, i) ? traffic_bytes(counts[i], types[i]) : 0;                             \
        return bytes;                                                                                                  \
    }
DEFINE_AROUND(int, int)
DEFINE_AROUND(large, MPI_Count)

int64_t traffic_read(const MPI_Status *status)
{
    MPI_Count bytes = 0;
    return PMPI_Get_elements_x(status, MPI_BYTE, &bytes) == MPI_SUCCESS && bytes > 0 ? (int64_t)bytes : TRAFFIC_NONE;
}

int traffic_rank(MPI_Comm comm)
{
    int rank = 0;
    PMPI_Comm_rank(comm, &rank);
    return rank;
}

int traffic_is_root(int root, MPI_Comm comm)
{
    if (root == MPI_ROOT)
        return 1;
    return root >= 0 && !is_inter(comm) && root == traffic_rank(comm);
}
