/* cuda.c - a program of the device that cupti.c stands for. */
#include <stdint.h>

void cudaLaunchKernel(const char *symbol, uint64_t ns);
void cudaMemcpy(uint64_t ns);
void cudaDeviceSynchronize(void);

static void solve(int i)
{
    cudaLaunchKernel("_Z4stepPf", 1000000 + (uint64_t)i);
    cudaLaunchKernel("other", 2000000);
}

/* Called so often that its calls are only counted. */
static void step(int i)
{
    if (i % 1000 == 999)
        cudaLaunchKernel("seldom", 2000);
}

int main(void)
{
    for (int i = 0; i < 300000; i++)
        step(i);
    cudaMemcpy(5000000);
    for (int i = 0; i < 100; i++)
        solve(i);
    cudaDeviceSynchronize();
    return 0;
}
