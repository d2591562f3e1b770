/* chance.c - see chance.h. */
#include "tune/search/chance.h"

void chance_seed(struct chance *chance, uint64_t seed)
{
    for (int i = 0; i < 4; i++) {
        uint64_t z = seed += 0x9e3779b97f4a7c15u;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        chance->state[i] = z ^ (z >> 31);
    }
}

static uint64_t rotated(uint64_t x, int by)
{
    return (x << by) | (x >> (64 - by));
}

static uint64_t chance_bits(struct chance *chance)
{
    uint64_t *s = chance->state, result = rotated(s[1] * 5, 7) * 9, t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotated(s[3], 45);
    return result;
}

/* Returns a random number below `count` by Lemire's method: the upper half of a product; values that would make some numbers likelier are
 * drawn again. */
uint32_t chance_pick(struct chance *chance, uint32_t count)
{
    for (;;) {
        uint64_t product = (chance_bits(chance) >> 32) * count;
        if ((uint32_t)product >= -count % count)
            return (uint32_t)(product >> 32);
    }
}

double chance_fraction(struct chance *chance)
{
    return (double)(chance_bits(chance) >> 11) * 0x1p-53;
}
