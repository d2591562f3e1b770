/* kokkos.cpp - a program of Kokkos': a region with kernels that have names, a sum without one, and a copy. */
#include <Kokkos_Core.hpp>

#include <cstdio>

struct Norm {
    Kokkos::View<double *> x;
    KOKKOS_INLINE_FUNCTION void operator()(int i, double &sum) const
    {
        sum += x(i) * x(i);
    }
};

int main(int argc, char **argv)
{
    Kokkos::ScopeGuard kokkos(argc, argv);
    const int n = 1000;
    Kokkos::View<double *> x("x", n), y("y", n);
    double sum = 0;
    Kokkos::Profiling::pushRegion("step");
    for (int turn = 0; turn < 5; turn++)
        Kokkos::parallel_for("fill", n, KOKKOS_LAMBDA(int i) { x(i) = i % 3; });
    Kokkos::parallel_reduce(n, Norm{x}, sum);
    Kokkos::deep_copy(y, x);
    Kokkos::Profiling::popRegion();
    std::printf("%g\n", sum);
    return 0;
}
