/*
 * offsets.h - where probe.S finds what it reads and writes, in bytes; probe.c sees to it that they are true. What stubs in
 * the program know is in include/instr_abi.h, and probe.S can't include that.
 */
#ifndef INSTR_OFFSETS_H
#define INSTR_OFFSETS_H

#define THREAD_TOP 0
#define THREAD_PROBING 8
#define THREAD_LIGHT 9
#define THREAD_PATH 16
#define THREAD_SLOTS 24
#define THREAD_MASK 32
#define THREAD_COUNTING 40
#define THREAD_LIMIT 64
#define THREAD_LABELS 72

#define REGION_FLAGS 12
#define REGION_STATE 56

#define FRAME_SIZE 16
#define FRAME_NODE 0
#define FRAME_START 8
#define FRAME_BASE_START 0x4000000000000000 /* START_BASE */

#define SLOT_SIZE 32
#define SLOT_PATH 8
#define SLOT_CALLS 16
#define SLOT_FACTOR 0x1e3779b1
#define SLOT_FRAMED 2
#define NO_PATH 1

#endif
