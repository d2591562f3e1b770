/*
 * process.h - what the system says of a process.
 */
#ifndef INSTR_PROCESS_H
#define INSTR_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct process {
    long parent;
    unsigned long long began; /* after the machine, in ticks of sysconf(_SC_CLK_TCK) */
};

/* Of this process, as /proc has it: in a namespace of processes of its own it is another one than getpid says, which for
 * the first process of each such namespace is 1. */
long process_number(void);

/* The namespace in which it has the number that getpid says, and process_number too unless /proc is another one's; 0 where
 * that can't be told. */
uint64_t process_space(void);

/* `pid`: 0 is this process. False where it can't be told. */
bool process_find(long pid, struct process *process);

/* How long ago this process began, in nanoseconds, or up to a tick longer; false where it can't be told. */
bool process_age(uint64_t *ns);

/* How long the first thread of this process ran on a processor, and how long it was ready to run and had none, in
 * nanoseconds; false where it can't be told. */
bool process_ran(uint64_t *ran, uint64_t *ready);

/* Processors that the calling thread may run on, and those of the machine. 0: not known. */
unsigned process_processors(void);
unsigned process_machine_processors(void);

/* A number of the clock that CLOCK_MONOTONIC is of this process: of the running system, and of the namespace that may set it. 0
 * where it can't be told. */
uint64_t process_clock(void);

/* Under valgrind: threads take turns there, so who looks sees nothing; and what it says of a process or a thread that goes on in
 * another stack is for the user. */
bool process_is_emulated(void);

/* There: of memory that threads share by atomic words, which helgrind and drd take for races, nothing is to be said. */
void process_share(void *memory, size_t size);

/* The beginning of its file in /proc, of this process for 0, with a zero behind; the result is the length, 0 where there is none. */
size_t process_read(long pid, const char *file, char *text, size_t size);

#endif
