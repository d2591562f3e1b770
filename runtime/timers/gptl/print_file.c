/* print_file.c - GPTLpr and GPTLpr_file: choose the file, and one of the two forms. */
#include "runtime/timers/gptl/errors.h"
#include "runtime/timers/gptl/options.h"
#include "runtime/timers/gptl/print.h"

int GPTLpr_file(const char *outfile)
{
    if (!timers_initialized())
        return errors_add("GPTLpr_file: GPTLinitialize() has not been called\n");
    FILE *file = print_open(outfile);
    if (options_e3sm())
        print_e3sm(file);
    else
        print_gptl(file);
    print_close(file);
    return 0;
}

/* Prints to a numbered file. E3SM's GPTL writes the number without zeros, and accepts no numbers outside this range. */
int GPTLpr(const int id)
{
    char name[32] = "stderr";
    bool usual = id >= 0 && id <= 999999;
    if (options_e3sm() && !usual)
        return errors_add("GPTLpr: bad id=%d for output file. Must be >= 0 and < 1000000\n", id);
    if (usual)
        snprintf(name, sizeof name, options_e3sm() ? "timing.%d" : "timing.%6.6d", id);
    return GPTLpr_file(name);
}
