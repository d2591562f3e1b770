/* test_number.c - numbers are written as printf does it, whatever their size. */
#include "report/show/number.h"

#include <stdlib.h>
#include <string.h>

static unsigned failed;

static void check(double number)
{
    char wanted[64], got[64];
    snprintf(wanted, sizeof wanted, "%.15g", number);
    FILE *stream = fmemopen(got, sizeof got, "w");
    if (!stream)
        exit(EXIT_FAILURE);
    number_put(stream, number);
    fclose(stream);
    if (strcmp(wanted, got) && failed++ < 10)
        printf("FAILED: %s, not %s\n", got, wanted);
}

static void check_count(uint64_t count)
{
    char wanted[64], got[64];
    snprintf(wanted, sizeof wanted, "%llu", (unsigned long long)count);
    FILE *stream = fmemopen(got, sizeof got, "w");
    if (!stream)
        exit(EXIT_FAILURE);
    number_put_count(stream, count);
    fclose(stream);
    if (strcmp(wanted, got) && failed++ < 10)
        printf("FAILED: %s, not %s\n", got, wanted);
}

int main(void)
{
    uint64_t random = 1;
    check(0);
    check(-0.25);
    check(1e300);
    check_count(0);
    check_count(UINT64_MAX);
    for (uint64_t power = 1; power < UINT64_MAX / 10; power *= 10) {
        check((double)power / 1e12);
        check((double)(power - 1) / 1e12);
        check((double)power);
        check_count(power);
    }
    for (unsigned i = 0; i < 100000; i++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        check((double)(random >> (20 + i % 40)) / 1e12);
        check((double)(random >> 40) / 3e9);
        check_count(random >> i % 60);
    }
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
