/*
 * pacer.cpp - what Omega's test plan asks of its timers: routines and loops of different lengths, over ranks, each caller apart;
 * levels, prefixes, contexts, barriers, switched off, and wrong. Says what is not as it should be.
 */
#include <Pacer.h>
#ifndef PACER_GPTL
#include <instr.hpp>
#endif

#include <chrono>
#include <iostream>
#include <thread>

static int failures, rank;

static void expect(const char *what, bool is)
{
    if (!is) {
        std::cout << "rank " << rank << ": not so: " << what << std::endl;
        failures++;
    }
}

static void work(int milliseconds)
{
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

static void halo()
{
    Pacer::start("haloExchange", 1);
    work(1);
    Pacer::stop("haloExchange", 1);
}

static void run()
{
    Pacer::start("RunLoop", 0);
    for (int i = 0; i < 3; i++) {
        Pacer::start("Tend", 1);
        work(1 + rank);
        expect("the parent's prefix", Pacer::addParentPrefix());
        halo();
        Pacer::start("too fine", 2);
        Pacer::stop("too fine", 2);
        expect("and away", Pacer::removeParentPrefix());
        Pacer::stop("Tend", 1);
    }
    halo();
    Pacer::stop("RunLoop", 0);
}

int main(int argc, char **argv)
{
    MPI_Comm half;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);

    expect("not before it is initialized", !Pacer::start("early", 0) && !Pacer::isInitialized());
    expect("initialized", Pacer::initialize(MPI_COMM_WORLD) && Pacer::isInitialized());
    Pacer::setTimingLevel(1);
    Pacer::setPrefix("Omega:");
    Pacer::start("Init", 0);
    work(2);
    Pacer::stop("Init", 0);
    run();

    Pacer::disableTiming();
    expect("switched off", Pacer::start("off", 0) && Pacer::stop("off", 0));
    Pacer::enableTiming();

    Pacer::timingBarrier("no barrier", 0, MPI_COMM_WORLD);
    Pacer::enableTimingBarriers();
    expect("a barrier", Pacer::timingBarrier("barrier", 0, MPI_COMM_WORLD));
    Pacer::disableTimingBarriers();

    if (rank % 2) {
        Pacer::addContext("odd", half);
        expect("in a context", Pacer::start("some ranks", 0, "odd") && Pacer::stop("some ranks", 0, "odd"));
    }
    expect("no such context", !Pacer::start("nowhere", 0, "unknown"));
    expect("stop of what was not started", !Pacer::stop("never", 0));
    Pacer::unsetPrefix();
#ifndef PACER_GPTL
    for (int i = 0; i < 2; i++) {
        INSTR_SCOPE("scope");
        instr::scope inner(i ? "second" : "first");
        if (i)
            continue;
        work(1);
    }
#endif
    Pacer::start("left open", 0);

    expect("printed", Pacer::print("all", true));
    Pacer::setTimerFile(argc > 1 ? argv[1] : "day.$YYYY$MM$DD");
    expect("finished", Pacer::finalize() && !Pacer::isInitialized());
    MPI_Finalize();
    return failures != 0;
}
