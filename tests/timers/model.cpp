/*
 * model.cpp - an ocean model in small: timers in threads, a communicator of its own for each step, and one rank that is killed at its end.
 * Each rank writes to stamps.RANK what its own clock says of each timer: NAME CALLS OUTER INNER, over its threads. OUTER is the time in ns from
 * before the start to after the stop, INNER from after the start to before the stop: a timer is right between them on any machine.
 */
#include <Timer.h>

#include <csignal>
#include <cstdio>
#include <ctime>
#include <map>
#include <string>
#include <unistd.h>

enum { STEPS = 40, CHUNKS = 12, THREADS = 2, VICTIM = 3 };

static long long now()
{
    timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000ll + time.tv_nsec;
}

struct Sum {
    long calls = 0;
    long long outer = 0, inner = 0;
};
static std::map<std::string, Sum> sums[THREADS];

/* A timer, and stamps right around its start and its stop. */
struct Timed {
    std::string name;
    int thread;
    long long start, started;
    Timed(const char *name, int thread = 0, const char *context = "") : name(name), thread(thread), start(now())
    {
        if (!(*context ? Timer::start(name, context) : Timer::start(name)))
            std::printf("%s did not start\n", name);
        started = now();
    }
    ~Timed()
    {
        long long stop = now();
        if (!Timer::stop(name))
            std::printf("%s did not stop\n", name.c_str());
        Sum &sum = sums[thread][name];
        sum.calls++;
        sum.outer += now() - start;
        sum.inner += stop - started;
    }
};

static void work(int us)
{
    usleep(us);
}

static void tendencies(int rank)
{
    Timed all("Tend");
#pragma omp parallel for num_threads(THREADS) schedule(static, 1)
    for (int chunk = 0; chunk < CHUNKS; chunk++) {
        Timed one("chunk", chunk % THREADS);
        work(100 + 20 * rank);
        Timed two("flux", chunk % THREADS);
        work(50);
    }
}

static void halo(int rank, int step)
{
    MPI_Comm half;
    MPI_Comm_split(MPI_COMM_WORLD, (rank + step) % 2, rank, &half);
    Timer::addMachEnv("half", half);
    {
        Timed all("Halo", 0, "half");
        int sum = rank, whole;
        MPI_Allreduce(&sum, &whole, 1, MPI_INT, MPI_SUM, half);
    }
    Timer::removeMachEnv("half");
    MPI_Comm_free(&half);
}

static void tell(int rank)
{
    std::FILE *file = std::fopen(("stamps." + std::to_string(rank)).c_str(), "w");
    std::map<std::string, Sum> all;
    for (auto &of : sums)
        for (auto &one : of) {
            all[one.first].calls += one.second.calls;
            all[one.first].outer += one.second.outer;
            all[one.first].inner += one.second.inner;
        }
    for (auto &one : all)
        std::fprintf(file, "%s %ld %lld %lld\n", one.first.c_str(), one.second.calls, one.second.outer, one.second.inner);
    std::fclose(file);
}

int main(int argc, char **argv)
{
    int rank, threads;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &threads);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    Timer::initialize();
    for (int step = 0; step < STEPS; step++) {
        Timed all("Step");
        tendencies(rank);
        halo(rank, step);
    }
    tell(rank);
    MPI_Barrier(MPI_COMM_WORLD);
    if (argc > 1 && rank == VICTIM)
        raise(SIGKILL);
    Timer::finalize();
    MPI_Finalize();
}
