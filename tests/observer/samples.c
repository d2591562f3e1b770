/* samples.c - two functions: `most` takes 87 hundredths of the processor's time, in calls of 20 ns, `rest` what is left. The
 * argument is the number of rounds. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static uint32_t state = 1;

__attribute__((noinline)) int most(uint32_t x)
{
    uint32_t s = state;
    for (int i = 0; i < 12; i++)
        s ^= s << 13, s ^= s >> 17, s ^= (s << 5) + x;
    state = s;
    return s & 1;
}

__attribute__((noinline)) uint32_t rest(uint32_t n)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < n; i++) {
        sum += most(i);
        sum = sum * 2654435761u + (sum >> 7);
        sum ^= sum << 3;
        sum = sum * 2246822519u + (sum >> 9);
    }
    return sum;
}

int main(int argc, char **argv)
{
    uint32_t sum = 0;
    for (int i = 0; i < (argc > 1 ? atoi(argv[1]) : 1); i++)
        sum += rest(200000);
    printf("%u\n", sum);
    return 0;
}
