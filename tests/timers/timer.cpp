/* timer.cpp - the class of Omega's design document: timers by name, in a machine environment, and stopped in another order. */
#include <Timer.h>

int main(int argc, char **argv)
{
    int rank;
    MPI_Comm half;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    bool good = Timer::initialize();
    if (rank == 0)
        std::cout << "model" << std::endl;
    good &= Timer::start("Run");
    if (rank % 2)
        good &= Timer::addMachEnv("odd", half) && Timer::start("some", "odd") && Timer::stop("some");
    Pacer::start("fine", 1);
    Pacer::stop("fine", 1);
    good &= Timer::start("X") && Timer::start("Y") && Timer::stop("X") && Timer::stop("Y");
    good &= Timer::stop("Run");
    good &= !Timer::stop("Run");
    good &= Timer::print();
    good &= Timer::finalize();
    MPI_Finalize();
    return good ? 0 : 1;
}
