/* thread_local.h - what each thread has of its own, where the loader need not be asked for it. */
#ifndef INSTR_THREAD_LOCAL_H
#define INSTR_THREAD_LOCAL_H

#define THREAD_LOCAL __thread __attribute__((tls_model("initial-exec")))

#endif
