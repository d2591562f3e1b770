/* costs.c - see costs.h. */
#include "runtime/measure/store/costs.h"

struct costs costs;
