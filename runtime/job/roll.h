/*
 * roll.h - which ranks of an MPI job are measured.
 *
 * One profile for the job means that ranks wait for each other, and a rank whose program was not built with instr
 * never comes. MPI can't tell who that is: whatever asks all ranks needs all of them to answer. So the ranks that are
 * measured sign a small file when MPI begins. The first that comes to the end copies it to where nobody can
 * replace it, and that copy is what all of them go by, whoever signed since: the ranks it names are the ranks that read their
 * own name in it, so nobody waits for one that does not come.
 *
 * Whoever is about to call MPI_Init announces itself there, as far as it knows its rank. MPI_Init returns when all have
 * called it, so at that time all have who will, and who has not is not measured: nobody need wait for it. That does not
 * hold where a rank comes without having been announced, as by a label long after MPI_Init.
 *
 * The files lie where stores do when all ranks run on one machine, else in the folder of the job's profile. Where the
 * machines share no such folder, the ranks of each machine are among themselves.
 */
#ifndef INSTR_ROLL_H
#define INSTR_ROLL_H

#include <stdbool.h>
#include <stdint.h>

/* This process is about to call MPI_Init, and measured. */
void roll_announce(void);

/* It can't take part after all. */
void roll_withdraw(void);

/* This process, of that rank in a job of `size`, is measured. */
void roll_sign(int rank, int size);

/* Behind MPI_Init: whether all ranks were announced, and so come here. The first that asks settles it for all of them. Once; false
 * where all run on one machine, as those have no need of it. */
bool roll_all_begin(void);

/* Sets present[i] for the ranks 0 <= i < size that write a profile together, among which is this one; false: this rank is
 * to write its own. Where ranks may still come, waits for their signatures until some seconds after its own. */
bool roll_call(unsigned char *present);

/* ns of CLOCK_MONOTONIC: when this process came to roll_call; 0: it did not. */
uint64_t roll_called_at(void);

/* Whether all that are `present` have come to this, by one look: to be asked again until they have. A communicator of some of the
 * ranks is made by messages that a receive of the program may take for its own, as long as one of them still receives. */
bool roll_has_come(const unsigned char *present);

/* Whether a rank that has waited so long at the end of the job for another is to wait on: not when one gave up, and not for
 * ever, whatever the reason. Then it tells the others that it does not. */
bool roll_wait_on(uint64_t ns);
void roll_give_up(void);

/* This rank ends the job without MPI_Finalize: the first one says in a line what becomes of what was measured. */
void roll_leave(void);

/* The last profile of this process is written. */
void roll_end(void);

/* Removes the files: all that are present know it, or this rank ends without MPI_Finalize and so does the job. */
void roll_close(void);

#endif
