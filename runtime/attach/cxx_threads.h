/*
 * cxx_threads.h - threads that C++'s library begins, as for std::thread and std::async: no edit sees its call.
 */
#ifndef INSTR_CXX_THREADS_H
#define INSTR_CXX_THREADS_H

/* Comes when objects may have been loaded. */
void cxx_threads_look(void);

#endif
