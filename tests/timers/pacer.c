/* pacer.c - Pacer in C: pacer [FILE], where the timers go. */
#include <pacer.h>

int main(int argc, char **argv)
{
    int failures = 0;
    MPI_Init(&argc, &argv);
    failures += pacer_initialize(MPI_COMM_WORLD, PACER_STANDALONE) != 0;
    pacer_set_prefix("Omega:");
    failures += pacer_start("RunLoop", 0) != 0 || pacer_add_parent_prefix() != 0;
    failures += pacer_start("step", 0) != 0 || pacer_stop("step", 0) != 0 || pacer_remove_parent_prefix() != 0;
    failures += pacer_stop("RunLoop", 0) != 0 || (argc > 1 && pacer_set_timer_file(argv[1]) != 0);
    failures += pacer_finalize() != 0;
    MPI_Finalize();
    return failures;
}
