/*
 * process.h - facts about a process, from the system.
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

/* Returns this process's number in /proc. In a process namespace it differs from getpid, which is 1 for the first process of each such
 * namespace. */
long process_number(void);

/* Returns the namespace in which getpid's number is valid (and process_number's, unless /proc belongs to another namespace); 0 if it is
 * unknown. */
uint64_t process_space(void);

/* Finds a process; `pid` 0 is this one. Returns false if that fails. */
bool process_find(long pid, struct process *process);

/* Returns how many nanoseconds ago this process began, or up to a tick more; false if it is unknown. */
bool process_age(uint64_t *ns);

/* Returns how long this process's first thread ran, and how long it was runnable without a processor, in nanoseconds; false if they are
 * unknown. */
bool process_ran(uint64_t *ran, uint64_t *ready);

/* Return the number of processors that the calling thread may use, and of the machine's; 0: unknown. */
unsigned process_processors(void);
unsigned process_machine_processors(void);

/* Returns a number of this process's CLOCK_MONOTONIC: of the running system, and of the namespace that may set it; 0 if it is unknown. */
uint64_t process_clock(void);

/* Returns whether valgrind runs the program: threads then take turns, so samples show nothing; and its messages about a process or thread on
 * another stack confuse the user. */
bool process_is_emulated(void);

/* Tells valgrind that threads share this memory by atomic words, which helgrind and drd would report as races. */
void process_share(void *memory, size_t size);

/* Reads the beginning of a file in /proc, of this process for 0, with a zero behind; returns the length, 0 if it fails. */
size_t process_read(long pid, const char *file, char *text, size_t size);

#endif
