/* thread_busy.h - whether the calling thread is inside the runtime. */
#ifndef INSTR_THREAD_BUSY_H
#define INSTR_THREAD_BUSY_H

#define THREAD_LOCAL __thread __attribute__((tls_model("initial-exec")))

/* Above 0: it is. A signal handler must not change what is being changed. */
extern THREAD_LOCAL int thread_busy;

#endif
