# 1 "teams.c"
void g(int);
void f(int n, int *a)
{
    int sum = 0, last = 0, first = 1, chunk = 2;
#pragma omp parallel
    g(n);
#pragma omp parallel default(none) shared(a) if(n > 4) num_threads(2)
    {
        g(a[0]);
    }
#pragma omp parallel for schedule(dynamic, chunk) collapse(2) reduction(+:sum) lastprivate(last) firstprivate(first)
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            sum += a[i] + first, last = k;
#pragma omp parallel sections private(last)
    {
#pragma omp section
        g(1);
#pragma omp section
        g(2);
    }
    if (n)
#pragma omp parallel for if(parallel: n > 4)
        for (int i = 0; i < n; i++)
        {
#pragma omp cancel for
            g(i);
        }
#pragma omp parallel
#pragma omp for
    for (int i = 0; i < n; i++)
        g(i);
}
void left(int n, int chunk, int last)
{
#pragma omp parallel for simd
    for (int i = 0; i < n; i++)
        g(i);
#pragma omp parallel for default(none) shared(n) schedule(static, chunk)
    for (int i = 0; i < n; i++)
        g(i);
#pragma omp parallel for firstprivate(last) lastprivate(last)
    for (int i = 0; i < n; i++)
        last = i;
#pragma omp parallel for reduction(inscan, +:last)
    for (int i = 0; i < n; i++) {
        last += i;
#pragma omp scan inclusive(last)
        g(last);
    }
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
        g(i);
#pragma omp task
#pragma omp parallel
    g(n);
#pragma omp for
    for (int i = 0; i < n; i++)
        g(i);
}
