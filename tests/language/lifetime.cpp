/*
 * What runs before main and after it: objects of static storage, and those of a thread.
 *
 * flags: -std=c++11 -pthread
 * calls: main 1
 * calls: Object::Object 3
 * calls: Object::~Object 3
 * calls: local 2
 * calls: worker 4
 * calls: PerThread::PerThread 4
 * calls: PerThread::~PerThread 4
 * calls: at_exit 1
 * path: main;local;Object::Object
 */
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

struct Object {
    const char *name;
    explicit Object(const char *n) : name(n) { std::printf("begins %s\n", name); }
    ~Object() { std::printf("ends %s\n", name); }
};

static Object first("first"), second("second");

static Object &local()
{
    static Object object("local");
    return object;
}

static void at_exit()
{
    std::puts("exit");
}

struct PerThread {
    int n;
    PerThread() : n(1) {}
    ~PerThread() { n = 0; }
};

static thread_local PerThread per_thread;

static void worker(int *result)
{
    *result = per_thread.n;
}

int main()
{
    int results[4];
    std::vector<std::thread> threads;
    std::atexit(at_exit);
    for (int &each : results)
        threads.emplace_back(worker, &each);
    for (std::thread &each : threads)
        each.join();
    local();
    std::printf("%s %d\n", local().name, results[0] + results[1] + results[2] + results[3]);
}
