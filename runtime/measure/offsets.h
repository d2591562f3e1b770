/*
 * offsets.h - where probe_stubs.S finds what it reads and writes, in bytes; probe.c sees to it that they are true. What stubs in
 * the program know is in include/instr_abi.h.
 */
#ifndef INSTR_OFFSETS_H
#define INSTR_OFFSETS_H

#define THREAD_TOP 0
#define THREAD_PROBING 8
#define THREAD_MIXED 10
#define THREAD_PATH 16
#define THREAD_LIMIT 56
#define THREAD_LABELS 64

#define FRAME_SIZE 16
#define FRAME_NODE 0
#define FRAME_START 8
#define FRAME_BASE_START 0x4000000000000000 /* FRAME_BASE */

#define NODE_KNOWN 0
#define NODE_CALLS 8
#define NODE_COUNTED 56
#define NODE_FOLDS 58
#define NODE_PARENT 120

#define CHILDREN_MASK 0
#define CHILD_REGION 8 /* of the first slot, from the table */
#define CHILD_NODE 16

#endif
