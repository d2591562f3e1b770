/*
 * loader_calls.h - handles the program's calls of the loader.
 *
 * Objects loaded by dlopen may call functions that the runtime watches: MPI_Init, and allocators if they are metered. The return of dlopen is the
 * one moment between probes at which all these objects are loaded, and the loader may be asked (objects.h). So calls of dlopen between loaded
 * objects go through here; and those of dlsym, since some programs ask it for MPI_Init. What the C library loads for itself is looked through
 * behind the program's next dlopen. libstdc++, too, is told here to start threads through us.
 */
#ifndef INSTR_LOADER_CALLS_H
#define INSTR_LOADER_CALLS_H

/* Called once, when the runtime has started. */
void loader_calls_begin(void);

/* Called after objects were loaded, which may have brought MPI. It asks the loader (objects.h), so no lock may be held. */
void loader_calls_look(void);

#endif
