/* store_sizes.c - the sizes of the structures in a store, for its writer and its readers. */
#include "runtime/measure/beside/communicators.h"
#include "runtime/measure/beside/operations_log.h"
#include "runtime/measure/beside/traffic.h"
#include "runtime/measure/stack/context.h"
#include "runtime/measure/store/store_header.h"
#include "runtime/measure/store/time_slices.h"
#include "runtime/measure/store/wait_sums.h"

const struct store_sizes store_sizes = {
    .pointer = sizeof(void *),
    .header = sizeof(struct store_header),
    .region = sizeof(struct region),
    .node = sizeof(struct node),
    .extra = sizeof(struct extra),
    .thread = sizeof(struct thread),
    .context = sizeof(struct context),
    .segment = sizeof(struct segment),
    .frame = sizeof(struct __instr_frame),
    .traffic = sizeof(struct traffic),
    .communicator = sizeof(struct communicator),
    .log = sizeof(struct operations_log),
    .stand = sizeof(struct stand),
    .stretches = sizeof(struct time_slices_log),
};
