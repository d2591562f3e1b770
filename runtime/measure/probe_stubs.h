/* probe_stubs.h - where there are stubs for probes by assembly, see probe_stubs.S. */
#ifndef INSTR_PROBE_STUBS_H
#define INSTR_PROBE_STUBS_H

#if defined(__x86_64__) && defined(__LP64__)
#define PROBE_HAS_STUBS 1
#else
#define PROBE_HAS_STUBS 0
#endif

#endif
