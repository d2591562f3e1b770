/* thread_local.h - declares thread-local variables that are found without asking the loader. */
#ifndef INSTR_THREAD_LOCAL_H
#define INSTR_THREAD_LOCAL_H

#define THREAD_LOCAL __thread __attribute__((tls_model("initial-exec")))

#endif
