/* costs.c - see costs.h. */
#include "runtime/measure/costs.h"

struct costs costs;
