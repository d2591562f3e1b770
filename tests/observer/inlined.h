/* inlined.h - a trivial function that takes most of the time, inlined wherever it is called. */
#include <stdint.h>

static inline uint32_t mixed(uint32_t x)
{
    x ^= x << 13;
    x ^= x >> 17;
    x ^= x << 5;
    x *= 2654435761u;
    x ^= x >> 11;
    x *= 2246822519u;
    x ^= x >> 15;
    return x;
}

static inline uint32_t shifted(uint32_t x)
{
    return x >> 3 ^ x;
}
