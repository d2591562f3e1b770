/* hip.c - a program of the device that roctracer.c stands for. */
#include <stdint.h>

void hipLaunchKernel(const char *symbol, uint64_t ns);
void hipMemcpy(uint64_t ns);
void hipDeviceSynchronize(void);

static void solve(int i)
{
    hipLaunchKernel("_Z4stepPf", 1000000 + (uint64_t)i);
    hipLaunchKernel("other", 2000000);
}

int main(void)
{
    hipMemcpy(5000000);
    for (int i = 0; i < 100; i++)
        solve(i);
    hipDeviceSynchronize();
    return 0;
}
