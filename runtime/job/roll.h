/*
 * roll.h - finds out which ranks of an MPI job are measured.
 *
 * For one profile of the job, ranks wait for each other. A rank whose program was not built with instr never comes, and MPI
 * can't tell which: a question to all ranks needs the answers of all. So measured ranks sign a small file when MPI begins.
 * The first rank that comes to the end copies this file to a place where nobody can replace it. All ranks then use the copy,
 * and later signatures do not count. A rank that is not in the copy writes its own profile, so nobody waits for it.
 *
 * A process that is about to call MPI_Init announces itself in the file, if it knows its rank. MPI_Init returns after all ranks
 * have called it. Ranks that are not announced by then are not measured, and nobody waits for them. The exception is a rank
 * whose measurement begins long after MPI_Init, for instance by a label.
 *
 * If all ranks run on one machine the files are in the folder of the stores, else in the folder of the job's profile. If the
 * machines share no such folder, each machine has a profile of its ranks.
 */
#ifndef INSTR_ROLL_H
#define INSTR_ROLL_H

#include <stdbool.h>
#include <stdint.h>

/* Announces this process, which is measured and about to call MPI_Init. */
void roll_announce(void);

/* Withdraws the announcement: the process can't take part. */
void roll_withdraw(void);

/* Signs for this process, which is measured and has this rank in a job of `size`. */
void roll_sign(int rank, int size);

/* Returns whether all ranks were announced, and so call this. To be called once, after MPI_Init. The first call decides for all ranks.
 * Returns false if all ranks run on one machine, because then nobody needs it. */
bool roll_all_begin(void);

/* Sets present[i] for the ranks 0 <= i < size that write a profile together, this one included. Returns false if this rank has to
 * write its own. If ranks may still come, waits a few seconds for their signatures. */
bool roll_call(unsigned char *present);

/* Returns when this process called roll_call, in ns of CLOCK_MONOTONIC; 0 if it did not. */
uint64_t roll_called_at(void);

/* Returns whether all ranks that are `present` have called this; does not wait. To be called again until they have. A communicator of
 * some ranks is made by messages, which receives of the program could take for their own as long as the program still receives. */
bool roll_has_come(const unsigned char *present);

/* Returns whether a rank that has waited for `ns` at the end of the job is to continue waiting: not after a rank gave up, and not for
 * ever. If not, tells the other ranks. */
bool roll_wait_on(uint64_t ns);
void roll_give_up(void);

/* Called when this rank ends the job without MPI_Finalize: the first such rank prints a line about the profiles. */
void roll_leave(void);

/* Called when the last profile of this process is written. */
void roll_end(void);

/* Removes the files, because all present ranks have read them, or because the job ends without MPI_Finalize. */
void roll_close(void);

#endif
