/*
 * pacer_threads.cpp - timers in threads: of two that take turns, in a parallel loop, and one that another thread stops; contexts in
 * a loop; a component in a shared object; initialized twice. Says what is not as it should be.
 */
#include <Timer.h>

#include <dlfcn.h>
#include <iostream>
#include <thread>

static int failures;

static void expect(const char *what, bool is)
{
    if (!is) {
        std::cout << "not so: " << what << std::endl;
        failures++;
    }
}

static void in_another(void (*does)())
{
    std::thread thread(does);
    thread.join();
}

/* Two threads by turns: each has what it started itself around its own. */
static void turns()
{
    std::thread other([] { expect("A", Timer::start("A")); });
    other.join();
    expect("B", Timer::start("B"));
    in_another([] {
        expect("C", Timer::start("C") && Timer::start("D"));
        expect("D", Timer::stop("D") && Timer::stop("C"));
    });
    expect("B ends", Timer::stop("B"));
}

static void loop()
{
    expect("Model", Timer::start("Model"));
#pragma omp parallel for num_threads(4) schedule(static, 1)
    for (int i = 0; i < 20; i++) {
        bool good = Timer::start("chunk") && Timer::start("inner");
        good &= Timer::stop("inner") && Timer::stop("chunk");
#pragma omp critical
        expect("a timer in the loop", good);
    }
    expect("Model ends", Timer::stop("Model"));
}

static void contexts()
{
    for (int i = 0; i < 200; i++) {
        MPI_Comm half;
        MPI_Comm_split(MPI_COMM_WORLD, 0, 0, &half);
        std::string name = "env" + std::to_string(i % 100);
        expect("a context", Timer::addMachEnv(name, half) && Timer::start("some", name) && Timer::stop("some"));
        expect("forgotten", Timer::removeMachEnv(name) && !Timer::start("some", name));
        MPI_Comm_free(&half);
    }
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    for (int turn = 0; turn < 2; turn++) {
        expect("initialized", Timer::initialize(MPI_COMM_WORLD, "none.yml"));
        turns();
        loop();
        contexts();
        expect("started here", Timer::start("Mine"));
        in_another([] { expect("stopped elsewhere", !Timer::stop("Mine")); });
        expect("the next", Timer::start("Next") && Timer::stop("Next"));
        void *component = dlopen("./component.so", RTLD_NOW | RTLD_LOCAL);
        bool (*step)() = component ? reinterpret_cast<bool (*)()>(dlsym(component, "step")) : nullptr;
        expect("a component", step && step());
        expect("finished", Timer::finalize());
        if (turn == 0 && argc > 1)
            break;
    }
    MPI_Finalize();
    return failures != 0;
}
