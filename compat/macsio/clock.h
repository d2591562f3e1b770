/* clock.h - the two clocks that MACSio's timers may run by, of which the program chooses one at any time. */
#ifndef COMPAT_MACSIO_CLOCK_H
#define COMPAT_MACSIO_CLOCK_H

enum clock { CLOCK_OF_DAY, CLOCK_OF_MPI };

/* That of MACSIO_TIMING_UseMPI_Wtime: MPI's only while MPI runs. */
enum clock clock_chosen(void);

/* Seconds since that clock was first read. */
double clock_read(enum clock clock);

#endif
