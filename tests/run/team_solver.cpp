// A heat solver whose halo loops are parallel regions of their own.
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Grid {
    int n;
    std::vector<double> now, next;
    explicit Grid(int n) : n(n), now(n * n), next(n * n)
    {
    }
    double &at(int i, int j)
    {
        return now[i * n + j];
    }
};

static void halo_left(Grid &g)
{
#pragma omp parallel for
    for (int i = 0; i < g.n; i++)
        g.at(i, 0) = g.at(i, g.n - 2);
}

static void halo_right(Grid &g)
{
#pragma omp parallel for
    for (int i = 0; i < g.n; i++)
        g.at(i, g.n - 1) = g.at(i, 1);
}

static void halo_top(Grid &g)
{
#pragma omp parallel for
    for (int j = 0; j < g.n; j++)
        g.at(0, j) = g.at(g.n - 2, j);
}

static void halo_bottom(Grid &g)
{
#pragma omp parallel for
    for (int j = 0; j < g.n; j++)
        g.at(g.n - 1, j) = g.at(1, j);
}

static void step(Grid &g)
{
#pragma omp parallel for
    for (int i = 1; i < g.n - 1; i++)
        for (int j = 1; j < g.n - 1; j++)
            g.next[i * g.n + j] = 0.25 * (g.at(i - 1, j) + g.at(i + 1, j) + g.at(i, j - 1) + g.at(i, j + 1));
    std::swap(g.now, g.next);
}

static double solve(Grid &g, int steps)
{
    for (int s = 0; s < steps; s++) {
        halo_left(g);
        halo_right(g);
        halo_top(g);
        halo_bottom(g);
        step(g);
    }
    return g.at(g.n / 2, g.n / 2);
}

int main(int argc, char **argv)
{
    Grid g(argc > 2 ? atoi(argv[2]) : 64);
    g.at(g.n / 2, g.n / 2) = 1000;
    std::printf("%g\n", solve(g, argc > 1 ? atoi(argv[1]) : 500));
}
