/*
 * Coroutines of many kinds, each with its own account: how often it began, how often it was suspended and went on, how long it ran at
 * least and how long it was suspended at most, by the readings that it takes inside its pieces. One line for each:
 *     NAME BEGUN SUSPENSIONS RAN_NS SUSPENDED_NS
 */
#include "../language/coroutines.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <deque>
#include <functional>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

static long now()
{
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

struct Account {
    const char *name;
    std::atomic<long> begun{0}, suspensions{0}, ran{0}, suspended{0};
    Account *next;
    static Account *all;
    explicit Account(const char *n) : name(n), next(all) { all = this; }
};
Account *Account::all;

/* In a coroutine: what it does between pause() and on() may suspend it. */
struct Ran {
    Account &account;
    long since = now();
    explicit Ran(Account &a) : account(a) { account.begun++; }
    void pause()
    {
        long at = now();
        account.ran += at - since;
        since = at;
    }
    void on(int suspensions = 1)
    {
        long at = now();
        account.suspended += at - since;
        account.suspensions += suspensions;
        since = at;
    }
    void done() { account.ran += now() - since; }
};

#define ACCOUNT(name)                                                                                                  \
    static Account account(name);                                                                                      \
    Ran ran(account)
#define AWAY(suspensions, ...) ran.pause(); __VA_ARGS__; ran.on(suspensions)

static __attribute__((noinline)) int work(int n)
{
    volatile int sum = 0;
    for (int i = 0; i < 20000; i++)
        sum = sum + n % 7;
    return sum / 20000;
}

/* Nobody waits for it. */
struct Started {
    struct promise_type {
        Started get_return_object() { return {}; }
        std::suspend_never initial_suspend() { return {}; }
        std::suspend_never final_suspend() noexcept { return {}; }
        void return_void() {}
        void unhandled_exception() { std::terminate(); }
    };
};

/* --- generators: in a loop, within each other, that compute what they yield, left early --- */

static Generator<int> counting(int n)
{
    ACCOUNT("counting");
    for (int i = 0; i < n; i++) {
        work(i);
        AWAY(1, co_yield i);
    }
    ran.done();
}

static Generator<std::string> computing(int n)
{
    ACCOUNT("computing");
    auto numbers = counting(n);
    while (numbers.next()) {
        ran.pause();
        if (numbers.value() % 2)
            co_yield std::string(20, char('a' + work(numbers.value())));
        else
            co_yield "short";
        ran.on();
    }
    ran.done();
}

static Generator<int> endless()
{
    ACCOUNT("endless");
    for (int i = 0;; i++) {
        AWAY(1, co_yield i);
    }
}

static long generators()
{
    long sum = 0;
    for (int round = 0; round < 20; round++) {
        for (auto texts = computing(30); texts.next(); sum += work(round))
            sum += long(texts.value().size());
        auto some = endless();
        for (int i = 0; i < 5; i++) {
            some.next();
            sum += some.value();
        }
    }
    return sum;
}

/* Where a coroutine ends with what it waits for. */
struct Last {
    Ran &ran;
    ~Last() { ran.on(); }
};

/* --- tasks: in each place of the language where one may wait --- */

static Task<int> leaf(int n)
{
    ACCOUNT("leaf");
    int result = work(n);
    ran.done();
    co_return result;
}

static Task<std::string> text(int n)
{
    ACCOUNT("text");
    ran.done();
    co_return std::string(30, char('a' + n));
}

static Task<std::vector<int>> several()
{
    ACCOUNT("several");
    ran.done();
    co_return std::vector<int>{1, 2, 3};
}

static Task<void> nothing()
{
    ACCOUNT("nothing");
    ran.done();
    co_return;
}

static Task<void> passes_nothing()
{
    ACCOUNT("passes_nothing");
    Last last{ran};
    ran.pause();
    co_return co_await nothing();
}

template <class T> static Task<T> passes(Task<T> task)
{
    ACCOUNT("passes<T>");
    AWAY(1, T result = co_await task);
    ran.done();
    co_return result;
}

static size_t both(std::string a, const std::string &b) { return a.size() + b.size(); }

static Task<long> everywhere(int n)
{
    ACCOUNT("everywhere");
    long sum = 0;
    AWAY(2, sum += long(both(co_await text(1), co_await text(2))));
    ran.pause();
    for (int v : co_await several())
        sum += v;
    ran.on();
    AWAY(1, const std::string &kept = co_await text(3));
    sum += long(kept.size());
    ran.pause();
    if ((co_await text(4)).size() == 30)
        sum++;
    ran.on();
    AWAY(1, co_await nothing());
    ran.pause();
    n > 1 ? co_await nothing() : (void)0;
    ran.on(n > 1);
    ran.pause();
    sum += 2 * co_await leaf(n); /* of two in one expression GCC 12 asks for no result before both are there */
    ran.on();
    AWAY(1, co_await passes_nothing());
    AWAY(1, sum += long((co_await passes(text(5))).size()));
    ran.pause();
    while (co_await leaf(n) > n - 1) /* up to 7 */
        n++;
    ran.on(6);
    ran.done();
    co_return sum;
}

static Task<int> deep(int n)
{
    ACCOUNT("deep");
    if (n == 0) {
        ran.done();
        co_return 0;
    }
    AWAY(1, int below = co_await deep(n - 1));
    ran.done();
    co_return 1 + below;
}

static long tasks()
{
    long sum = 0;
    for (int i = 0; i < 10; i++)
        sum += everywhere(2).run() + deep(200).run();
    return sum;
}

/* --- what may be awaited: by operators, ready at once, refused, not to be moved, with a reference or something that can't be moved as
 * its result, a variable --- */

struct Ready {
    bool await_ready() { return true; }
    void await_suspend(std::coroutine_handle<>) {}
    int await_resume() { return 1; }
};
struct Refused {
    bool await_ready() { return false; }
    bool await_suspend(std::coroutine_handle<>) { return false; }
    int await_resume() { return 2; }
};
struct Fixed {
    int value;
    explicit Fixed(int v) : value(v) {}
    Fixed(const Fixed &) = delete;
};
static std::coroutine_handle<> parked;
struct Parking {
    int copies = 0;
    Parking() = default;
    Parking(const Parking &other) : copies(other.copies + 1) {}
    bool await_ready() { return false; }
    void await_suspend(std::coroutine_handle<> h) { parked = h; }
    int &await_resume() { return copies; }
};
struct Unmoved {
    Fixed from;
    explicit Unmoved(int v) : from(v) {}
    Unmoved(const Unmoved &) = delete;
    bool await_ready() { return false; }
    void await_suspend(std::coroutine_handle<> h) { parked = h; }
    Fixed await_resume() { return Fixed(from.value); }
};
struct ByMember {
    int value;
    Unmoved operator co_await() && { return Unmoved(value); }
    Unmoved operator co_await() & { return Unmoved(value + 100); }
};
namespace apart
{
struct ByFunction {
    int value;
};
Unmoved operator co_await(const ByFunction &f) { return Unmoved(f.value); }
} // namespace apart

static Started awaiting(long &sum)
{
    ACCOUNT("awaiting");
    sum += co_await Ready();
    AWAY(1, sum += co_await Refused());
    Parking place;
    AWAY(1, int &copies = co_await place);
    sum += 10 * copies + (&copies == &place.copies);
    ByMember member{3};
    AWAY(1, Fixed fixed = co_await member);
    sum += fixed.value;
    ran.pause();
    sum += (co_await ByMember{4}).value + (co_await apart::ByFunction{5}).value;
    ran.on(2);
    auto inside = [&sum](int n) -> Started {
        static Account account("awaiting::lambda");
        Ran ran(account);
        AWAY(1, sum += (co_await Unmoved(n)).value);
        ran.done();
    };
    auto outer = parked;
    inside(7);
    parked.resume();
    parked = outer;
    ran.done();
}

static long awaitables()
{
    long sum = 0;
    for (int i = 0; i < 10; i++) {
        awaiting(sum);
        for (int k = 0; k < 4; k++) {
            work(i);
            parked.resume();
        }
    }
    return sum;
}

/* --- exceptions: out of a task, out of a generator, caught in a coroutine that goes on --- */

static Task<int> throwing(int n)
{
    ACCOUNT("throwing");
    ran.done();
    if (n % 2)
        throw std::runtime_error("odd");
    co_return n;
}

static Generator<int> breaking(int n)
{
    ACCOUNT("breaking");
    for (int i = 0; i < n; i++) {
        AWAY(1, co_yield i);
    }
    ran.done();
    throw std::runtime_error("broken");
}

static Task<int> catching(int n)
{
    ACCOUNT("catching");
    int caught = 0;
    for (int i = 0; i < n; i++) {
        ran.pause();
        try {
            caught += co_await throwing(i);
        } catch (const std::runtime_error &) {
            caught += 1000;
        }
        ran.on();
        work(i);
    }
    ran.done();
    co_return caught;
}

static long exceptions()
{
    long sum = 0;
    for (int i = 0; i < 10; i++) {
        sum += catching(10).run();
        try {
            for (auto some = breaking(i); some.next();)
                sum += some.value();
        } catch (const std::runtime_error &) {
            sum++;
        }
    }
    return sum;
}

#ifdef TRANSFORMS
/* --- a promise that has a say in what is awaited: as it says, a number, or an executor's name --- */

namespace names
{
struct Here {
};
static constexpr Here here;
} // namespace names

struct Served {
    struct promise_type {
        Served get_return_object() { return {}; }
        std::suspend_never initial_suspend() { return {}; }
        std::suspend_never final_suspend() noexcept { return {}; }
        void return_void() {}
        void unhandled_exception() { std::terminate(); }
        struct Number {
            int n;
            bool await_ready() { return false; }
            void await_suspend(std::coroutine_handle<> h) { parked = h; }
            int await_resume()
            {
                if (n < 0)
                    throw std::runtime_error("negative");
                return n;
            }
        };
        Number await_transform(int n) { return Number{n}; }
        Ready await_transform(names::Here) { return {}; }
        template <class T> Task<T> await_transform(Task<T> task) { return task; }
    };
};

static Served served(long &sum)
{
    ACCOUNT("served");
    AWAY(1, int here = co_await names::here);
    sum += here;
    AWAY(1, co_await work(3));
    for (int i = -2; i < 3; i++) {
        ran.pause();
        try {
            int n = co_await (i * work(2));
            sum += n;
        } catch (const std::runtime_error &) {
            sum += 100;
        }
        ran.on();
    }
    if (sum > 0) {
        int found;
        AWAY(1, found = co_await leaf(4));
        sum += found;
    }
    ran.done();
}

static Served counted_alone(long &sum)
{
    for (int i = 0; i < 3; i++)
        sum += co_await work(i);
}

static long transforms()
{
    long sum = 0;
    for (int i = 0; i < 10; i++) {
        served(sum);
        for (int k = 0; k < 6; k++)
            parked.resume();
        counted_alone(sum);
        for (int k = 0; k < 3; k++)
            parked.resume();
    }
    return sum;
}
#else
static long transforms() { return 0; }
#endif

/* --- threads: each piece in a new one; a pool of them --- */

static std::atomic<int> ended;

struct NewThread {
    bool await_ready() { return false; }
    void await_suspend(std::coroutine_handle<> h)
    {
        std::thread([h] { h.resume(); }).detach();
    }
    void await_resume() {}
};

static Started wandering(int n)
{
    ACCOUNT("wandering");
    for (int i = 0; i < 3; i++) {
        work(n);
        AWAY(1, co_await NewThread());
    }
    ran.done();
    ended++;
}

class Pool
{
    std::mutex mutex;
    std::condition_variable filled;
    std::deque<std::coroutine_handle<>> ready;
    std::vector<std::thread> threads;
    bool over = false;

    void serve()
    {
        for (;;) {
            std::unique_lock<std::mutex> lock(mutex);
            filled.wait(lock, [this] { return over || !ready.empty(); });
            if (ready.empty())
                return;
            auto handle = ready.front();
            ready.pop_front();
            lock.unlock();
            handle.resume();
        }
    }

public:
    explicit Pool(int n)
    {
        for (int i = 0; i < n; i++)
            threads.emplace_back([this] { serve(); });
    }
    ~Pool()
    {
        {
            std::lock_guard<std::mutex> lock(mutex);
            over = true;
        }
        filled.notify_all();
        for (auto &thread : threads)
            thread.join();
    }
    struct Schedule {
        Pool &pool;
        bool await_ready() { return false; }
        void await_suspend(std::coroutine_handle<> h)
        {
            std::lock_guard<std::mutex> lock(pool.mutex);
            pool.ready.push_back(h);
            pool.filled.notify_one();
        }
        void await_resume() {}
    };
    Schedule schedule() { return {*this}; }
};

static Task<int> pooled(Pool &pool, int n)
{
    ACCOUNT("pooled");
    int sum = 0;
    for (int i = 0; i < 5; i++) {
        AWAY(1, co_await pool.schedule());
        sum += work(n);
        AWAY(1, sum += co_await leaf(n));
    }
    ran.done();
    co_return sum;
}

static Started drive(Pool &pool, int n, std::atomic<long> &sum)
{
    ACCOUNT("drive");
    AWAY(1, int result = co_await pooled(pool, n));
    sum += result;
    ran.done();
    ended++;
}

static void wait_for(int count)
{
    while (ended < count)
        std::this_thread::yield();
    ended = 0;
}

static long threads()
{
    std::atomic<long> sum{0};
    for (int i = 0; i < 8; i++)
        wandering(i);
    wait_for(8);
    Pool pool(4);
    for (int i = 0; i < 40; i++)
        drive(pool, i, sum);
    wait_for(40);
    return sum;
}

/* --- destroyed: before it began, while it is suspended, by another thread --- */

struct Holder {
    Generator<int> held;
    explicit Holder(Generator<int> g) : held(std::move(g)) {}
};

static Generator<int> left(int n)
{
    ACCOUNT("left");
    Holder inner(counting(n));
    while (inner.held.next()) {
        AWAY(1, co_yield inner.held.value());
    }
    ran.done();
}

static long destroyed()
{
    long sum = 0;
    for (int i = 0; i < 10; i++) {
        auto never = left(10);
        auto some = left(10);
        some.next();
        some.next();
        sum += some.value();
        auto *other = new Generator<int>(left(10));
        std::thread([&] {
            other->next();
            sum += other->value();
        }).join();
        std::thread([&] { delete other; }).join();
    }
    return sum;
}

/* --- a class's, with promises that are told of their object, and one that calls itself --- */

struct Walker {
    int at = 0;
    Generator<int> steps(int n)
    {
        ACCOUNT("Walker::steps");
        while (at < n) {
            AWAY(1, co_yield at);
            at++;
        }
        ran.done();
    }
};

static Generator<int> tree(int depth)
{
    ACCOUNT("tree");
    if (depth > 0)
        for (int side = 0; side < 2; side++) {
            auto below = tree(depth - 1);
            for (;;) {
                AWAY(0, bool more = below.next()); /* the times of a recursion are not to be added up */
                if (!more)
                    break;
                AWAY(1, co_yield below.value());
            }
        }
    AWAY(1, co_yield depth);
    ran.done();
}

static long methods()
{
    long sum = 0;
    Walker walker;
    for (int n : {3, 70, 150})
        for (auto steps = walker.steps(n); steps.next();)
            sum += steps.value();
    for (auto all = tree(6); all.next();)
        sum += all.value();
    return sum;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        long (*run)();
    } kinds[] = {{"generators", generators}, {"tasks", tasks},         {"awaitables", awaitables}, {"exceptions", exceptions},
                 {"threads", threads},       {"destroyed", destroyed}, {"methods", methods},
                 {"transforms", transforms}};
    for (auto &kind : kinds)
        if (argc > 1 && !strcmp(argv[1], kind.name))
            printf("sum %ld\n", kind.run());
    for (Account *account = Account::all; account; account = account->next)
        printf("%s %ld %ld %ld %ld\n", account->name, account->begun.load(), account->suspensions.load(),
               account->ran.load(), account->suspended.load());
}
