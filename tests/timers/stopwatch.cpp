/* stopwatch.cpp - the thesis's fib, whose stopwatches run in recursion; with MPI each rank has another depth. */
#ifdef WITH_MPI
#include <mpi.h>
#endif
#ifdef BY_TIME_OF_DAY /* the thesis's listing 2.21 */
#include <sys/time.h>
static int readings;
inline double time_now()
{
    timeval timePoint;
    gettimeofday(&timePoint, nullptr);
    readings++;
    return (double)(timePoint.tv_sec) * 1e3 + (double)(timePoint.tv_usec) * 1e-3;
}
#define TIMER_NOW time_now()
#define TIMER_ZERO 0.0
#define TIMER_TIME_STORE_TYPE double
#define TIMER_TIME_TIMEPOINT_TYPE double
#define TIMER_GET_TIME_STORE(dif) dif
#define TIMER_GET_TIME_MILI(dif) dif
#endif
#ifdef BY_MPI /* its listing 2.22 */
#define TIMER_ZERO 0.0
#define TIMER_NOW MPI_Wtime()
#define TIMER_TIME_STORE_TYPE double
#define TIMER_TIME_TIMEPOINT_TYPE double
#define TIMER_GET_TIME_STORE(dif) dif
#define TIMER_GET_TIME_MILI(dif) dif*1e3
#endif
#ifdef BY_TICKS /* its listings 2.19, 2.23 and 2.24 */
#include <time.h>
#define FREQ 1e9
#define TIMER_TIME_STORE_TYPE long long
#define TIMER_TIME_TIMEPOINT_TYPE long long
inline TIMER_TIME_STORE_TYPE now()
{
    timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}
#define TIMER_ZERO 0
#define TIMER_NOW now()
#define TIMER_GET_TIME_STORE(dif) dif
#define TIMER_GET_TIME_MILI(dif) dif/(FREQ/1000.0)
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

/* Both have a child of one name, and the first comes last in the alphabet. */
static void two_steps()
{
    Stopwatch zeta("zeta"), alpha("alpha"), inner("inner");
    for (Stopwatch *watch : {&zeta, &alpha}) {
        watch->Start();
        inner.Start();
        inner.Stop();
        watch->Stop();
    }
    std::string names;
    std::istringstream lines(CallTracker::CallStackLines());
    for (std::string word; std::getline(lines, word, ';');)
        if (word.find_first_not_of("0123456789.e-\n") != std::string::npos)
            names += word + ' ';
        else if (word[0] == '\n')
            names += "/ ";
    expect("each below its caller", names == "zeta / inner / alpha / inner / ");
    TIMER_TIME_TIMEPOINT_TYPE start = TIMER_NOW, stop = TIMER_NOW;
    TIMER_TIME_STORE_TYPE sum = TIMER_ZERO;
    while (stop == start)
        stop = TIMER_NOW;
    sum += TIMER_GET_TIME_STORE(stop - start);
    expect("the finest interval", TIMER_GET_TIME_MILI(sum) > 0 && TIMER_GET_TIME_MILI(sum) < 1000);
#ifdef BY_TIME_OF_DAY
    expect("its own clock", readings > 8);
#endif
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
    double tree = 0; /* in seconds: on a busy machine the thread may lose the processor between two readings */
    expect("one clock", instr_query(instr_label_get("Timer1"), "total_time", INSTR_PROCESS, &tree) == 0 &&
                            std::abs(timer1.getTotalTimeInMilliSec() - tree * 1000) < tree * 500);
    std::cout << CallTracker::CallStackLines();
    CallTracker::PrintCallStack();
    unused.Stop();
    expect("renamed", unused.GetName() == "Invalid");
#ifdef WITH_MPI
    expect("timers of all ranks", Stopwatch::PrintAllTimersToFileGlobal("timers.csv", MPI_COMM_WORLD));
    expect("call trees of all", CallTracker::PrintCallStackToFileGlobal("callstack.csv", MPI_COMM_WORLD));
    expect("by the name alone", Stopwatch::PrintAllTimersToFileGlobal("timers.one") &&
                                    CallTracker::PrintCallStackToFileGlobal("callstack.one"));
#else
    expect("timers", Stopwatch::PrintAllTimersToFile("timers.csv"));
#endif
    timer1.Reset();
    expect("reset", timer1.getTotalTimeInMilliSec() == 0 && timer1.getMeanTimeInMilliSec() == 0);
    CallTracker::ClearCallStack();
    expect("cleared", CallTracker::CallStackLines().empty());
    two_steps();
#ifdef WITH_MPI
    MPI_Finalize();
#endif
    return failures != 0;
}
