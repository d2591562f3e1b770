/* stopwatch.cpp - the thesis's fib, whose stopwatches run in recursion; with MPI each rank has another depth. */
#ifdef WITH_MPI
#include <mpi.h>
#endif
#include <Stopwatch.h>

#include <cmath>
#include <cstdlib>
#include <thread>

static Stopwatch unused("unused"), timer2("Timer2"), timer1("Timer1"); /* in another order than they are started in */
static int failures;

static void expect(const char *what, bool is)
{
    if (!is) {
        std::cout << "not so: " << what << std::endl;
        failures++;
    }
}

static int fib(int x)
{
    if (x < 2)
        return 1;
    timer1.Start();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    timer1.Stop();
    timer2.Start();
    int sum = fib(x - 1) + fib(x - 2);
    timer2.Stop();
    return sum;
}

int main(int argc, char **argv)
{
    int rank = 0;
    bool sleepless = getenv("INSTR_CLOCK") != nullptr; /* a clock of processor time */
#ifdef WITH_MPI
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
#endif
    (void)argc, (void)argv;
    expect("fib", fib(4 + rank) >= 5);
    /* Four calls of heavy work; of the nested starts of Timer2 the outermost is timed, and has all but the first of these. */
    expect("mean of single calls", sleepless || (timer1.getMeanTimeInMilliSec() >= 1 && timer1.getTotalTimeInMilliSec() >= 4));
    expect("the outermost counts once", timer2.getMeanTimeInMilliSec() == timer2.getTotalTimeInMilliSec());
    expect("and has what is in it", sleepless || timer2.getTotalTimeInMilliSec() >= 3);
    double tree = 0;
    expect("one clock", instr_query(instr_label_get("Timer1"), "total_time", INSTR_PROCESS, &tree) == 0 &&
                            std::abs(timer1.getTotalTimeInMilliSec() - tree * 1000) < tree * 10);
    CallTracker::PrintCallStack();
    unused.Stop();
#ifdef WITH_MPI
    expect("timers of all ranks", Stopwatch::PrintAllTimersToFileGlobal("timers.csv", MPI_COMM_WORLD));
    expect("call trees of all", CallTracker::PrintCallStackToFileGlobal("callstack.csv", MPI_COMM_WORLD));
    MPI_Finalize();
#else
    expect("timers", Stopwatch::PrintAllTimersToFile("timers.csv"));
#endif
    timer1.Reset();
    expect("reset", timer1.getTotalTimeInMilliSec() == 0 && timer1.getMeanTimeInMilliSec() == 0);
    CallTracker::ClearCallStack();
    expect("cleared", CallTracker::CallStackLines().empty());
    return failures != 0;
}
