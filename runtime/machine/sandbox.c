/* sandbox.c - see sandbox.h. */
#include "runtime/machine/sandbox.h"

atomic_bool sandbox_sealed;
