/* device.c - a program of the device that cupti.c or roctracer.c stands for: DEVICE is what its functions' names begin with. */
#include <stdint.h>

#define JOINED(device, name) device##name
#define OF(device, name) JOINED(device, name)
#define launch OF(DEVICE, LaunchKernel)
#define copy OF(DEVICE, Memcpy)
#define synchronize OF(DEVICE, DeviceSynchronize)

void launch(const char *symbol, uint64_t ns);
void copy(uint64_t ns);
void synchronize(void);

static void solve(int i)
{
    launch("_Z4stepPf", 1000000 + (uint64_t)i);
    launch("other", 2000000);
}

/* Called so often that its calls are only counted. */
static void step(int i)
{
    if (i % 1000 == 999)
        launch("seldom", 2000);
}

int main(void)
{
    for (int i = 0; i < 300000; i++)
        step(i);
    copy(5000000);
    for (int i = 0; i < 100; i++)
        solve(i);
    synchronize();
    return 0;
}
