/*
 * Threads that C++'s library begins: each is below the call that began it, with what it runs.
 *
 * flags: -std=c++17 -pthread
 * calls: main 1
 * calls: serve 2
 * calls: Worker::operator() 1
 * calls: main::lambda at threads.cpp:41 1
 * path: main;main (threads);serve
 * path: main;main (threads);Worker::operator()
 * path: main;start;start (threads);Worker::run
 */
#include <cstdio>
#include <future>
#include <mutex>
#include <thread>

static std::mutex lock;
struct Worker {
    int number;
    void operator()() const { std::lock_guard<std::mutex> guard(lock); std::fprintf(stderr, "%s", ""); }
    void run(int n) { std::lock_guard<std::mutex> guard(lock); number = n; std::fprintf(stderr, "%s", ""); }
};
static int serve(int n)
{
    std::fprintf(stderr, "%s", "");
    return n;
}

static std::thread start(Worker *worker)
{
    return std::thread(&Worker::run, worker, 4);
}

int main()
{
    Worker worker{3};
    std::thread(Worker{1}).join();
    std::thread(serve, 2).join();
    start(&worker).join();
    std::thread([] { std::fprintf(stderr, "%s", ""); }).join();
    return std::async(std::launch::async, serve, worker.number).get() - 4;
}
