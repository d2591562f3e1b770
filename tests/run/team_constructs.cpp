/* What OpenMP has, in one program: team_solver.sh holds what it prints, and where data is aligned, against the plain program. */
#include <cstdio>
#include <cstring>
#include <omp.h>
#include <stdexcept>
#include <string>
#include <vector>
static long fib(int n)
{
    long a, b;
    if (n < 2)
        return n;
#pragma omp task shared(a) if (n > 8)
    a = fib(n - 1);
#pragma omp task shared(b) if (n > 8)
    b = fib(n - 2);
#pragma omp taskwait
    return a + b;
}
struct Big {
    char c[3000];
    int v;
};
struct alignas(64) Al {
    int v;
};
struct alignas(128) Al2 {
    int v;
};
static long total;
static void add(long v)
{
#pragma omp atomic
    total += v;
}
int main()
{
    long r = 0;
#pragma omp parallel
#pragma omp single
    r = fib(20);
    printf("fib %ld\n", r);
    std::string s = "hello world, a long string that is on the heap";
    std::vector<int> v(1000, 3);
    Big big;
    memset(&big, 0, sizeof big);
    big.v = 7;
    Al al{5};
    Al2 al2{9};
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < 50; i++) {
#pragma omp task firstprivate(s, v, i)
        add((long)s.size() + v[i] + i);
#pragma omp task firstprivate(big, i)
        add(big.v + i);
#pragma omp task firstprivate(al, i)
        add(al.v + ((size_t)&al % 64 == 0));
#pragma omp task firstprivate(al2, i)
        add(al2.v + ((size_t)&al2 % 128 == 0));
#pragma omp task firstprivate(s) if (0)
        add(s.size());
    }
    printf("tasks %ld\n", total);
    total = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp taskloop firstprivate(s, al) grainsize(3)
        for (int i = 0; i < 1000; i++)
            add(i + s.size() + al.v);
#pragma omp taskloop num_tasks(7) nogroup
        for (unsigned long long i = 5; i < 1000; i += 3)
            add((long)i);
    }
    printf("taskloop %ld\n", total);
    total = 0;
    long sum = 0;
#pragma omp parallel
#pragma omp single
#pragma omp taskloop reduction(+ : sum) grainsize(10)
    for (int i = 0; i < 500; i++)
        sum += i;
    printf("taskred %ld\n", sum);
    int last = 0;
    long red = 0;
#pragma omp parallel for lastprivate(last) reduction(+ : red) schedule(guided)
    for (int i = 0; i < 333; i++) {
        last = i;
        red += i;
    }
    printf("loop %d %ld\n", last, red);
    omp_event_handle_t ev;
    int done = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task detach(ev) shared(done)
        {
            done = 1;
        }
#pragma omp task
        omp_fulfill_event(ev);
#pragma omp taskwait
    }
    printf("detach %d\n", done);
    int x = 0, y = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task depend(out : x)
        x = 1;
#pragma omp task depend(in : x) depend(out : y)
        y = x + 1;
#pragma omp taskwait depend(in : y)
        printf("depend %d\n", y);
#pragma omp taskgroup
        {
#pragma omp task priority(3) untied
            x = 10;
        }
        printf("group %d\n", x);
    }
    std::vector<int> order;
#pragma omp parallel for ordered schedule(dynamic)
    for (int i = 0; i < 20; i++) {
#pragma omp ordered
        order.push_back(i);
    }
    for (int i = 0; i < 20; i++)
        if (order[i] != i)
            puts("bad order");
    int cp = 0;
    long got = 0;
#pragma omp parallel firstprivate(cp) reduction(+ : got)
    {
#pragma omp single copyprivate(cp)
        cp = 42;
        got += cp;
    }
    printf("copy %d\n", got % 42 == 0);
    int cancelled = 0;
#pragma omp parallel reduction(+ : cancelled)
    {
#pragma omp for
        for (int i = 0; i < 100; i++) {
            if (i == 5) {
#pragma omp cancel for
            }
            cancelled++;
        }
#pragma omp barrier
    }
    printf("cancel %d\n", cancelled <= 100);
    int caught = 0;
#pragma omp parallel reduction(+ : caught)
    {
        try {
            throw std::runtime_error("x");
        } catch (std::exception &) {
            caught++;
        }
    }
    printf("caught %d\n", caught == omp_get_max_threads());
    omp_nest_lock_t nl;
    omp_init_nest_lock(&nl);
    long c = 0;
#pragma omp parallel
    for (int i = 0; i < 1000; i++) {
        omp_set_nest_lock(&nl);
        omp_set_nest_lock(&nl);
        c++;
        omp_unset_nest_lock(&nl);
        omp_unset_nest_lock(&nl);
    }
    printf("nest %d\n", c == 1000L * omp_get_max_threads());
#pragma omp parallel sections
    {
#pragma omp section
        add(1);
#pragma omp section
        add(2);
    }
    long dd[101];
    memset(dd, 0, sizeof dd);
    dd[0] = 1;
#pragma omp parallel for ordered(1)
    for (int i = 1; i <= 100; i++) {
#pragma omp ordered depend(sink : i - 1)
        dd[i] = dd[i - 1] + 1;
#pragma omp ordered depend(source)
    }
    printf("doacross %ld\n", dd[100]);
#pragma omp parallel num_threads(3)
#pragma omp parallel num_threads(2)
    add(1);
#pragma omp teams num_teams(2)
    add(1);
    printf("end %ld\n", total);
}
