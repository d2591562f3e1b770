/*
 * offsets.h - offsets in bytes of the data that probe.S reads; probe.c checks them.
 */
#ifndef INSTR_OFFSETS_H
#define INSTR_OFFSETS_H

#define THREAD_TOP 0
#define THREAD_COUNTING 16

#define REGION_FLAGS 12
#define REGION_STATE 56
#define REGION_CALLS 64
#define FLAG_DEMOTED 512 /* __INSTR_DEMOTED */

#define FRAME_DESCRIPTOR 16
#define FRAME_CFA 24

#endif
