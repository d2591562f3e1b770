/*
 * reasons.h - why a function is not measured: a fixed set of words, shown by `instr-report coverage`. Most are kept
 * in the function's record; the run or the report knows the others.
 */
#ifndef INSTR_BASE_REASONS_H
#define INSTR_BASE_REASONS_H

#define REASON_TABLE(X)                                                                                                \
    X(NAKED, "naked", "the body is assembly only; it has no place for a probe")                                        \
    X(NO_INSTRUMENT, "no_instrument_function", "an attribute in the source excludes it")                               \
    X(MUSTTAIL, "musttail", "a call that must be a jump allows no probe around it")                                    \
    X(CONSTEXPR, "constexpr", "its standard, or its compiler, allows no probe in a constexpr function")                \
    X(CONSTEVAL, "consteval", "it runs only while the program is compiled")                                            \
    X(COROUTINE, "coroutine", "it suspends and resumes in its middle, which this kind of probe can't follow")          \
    X(UNREAD, "unread", "libclang can't parse the code around it")                                                     \
    X(IFUNC, "ifunc-resolver", "it runs while the program is being loaded, before anything works")                     \
    X(ALLOCATOR, "allocator", "its unit has an allocator, which the address sanitizer calls too early for a probe")    \
    X(FREESTANDING, "freestanding", "the unit is compiled without a C library")                                        \
    X(SPLIT_STACK, "split-stack", "its stack grows in segments that have no room for the calls of a probe")            \
    X(OTHER_CALLS, "mabi-ms", "its unit uses another calling convention than the probes")                              \
    X(CHECKED_CALLS, "control-flow-integrity", "the build's control-flow checks reject the calls of a probe")          \
    X(DATA_FLOW, "dataflow-sanitizer",                                                                                 \
      "the data-flow sanitizer needs instrumented callees, and those of a probe are not")                              \
    X(VA_ARG_PACK, "va_arg_pack", "it passes its own arguments on by a builtin that needs inlining")                   \
    X(APPLY, "builtin_apply", "it passes its own frame on by __builtin_apply")                                         \
    X(JUMP, "jump-into-block", "a jump enters it past the probe, or leaves it unseen")                                 \
    X(GOVERNED, "pragma-governed", "another pragma restricts the statements that may follow it")                       \
    X(LITERAL, "compound-literal", "a compound literal in it would not live long enough")                              \
    X(SKIP, "pragma-skip", "a pragma in the source excludes it")                                                       \
    X(FILTER, "filter", "the filter file names it")                                                                    \
    X(DEVICE, "declare-target", "it may run on an accelerator")                                                        \
    X(LEVEL, "level-0", "its level is 0, set by the build or a pragma")                                                \
    X(TAIL_CALL, "tail-call", "it ends with a tail call; a probe would make the stack grow")                           \
    X(UNIT_FAILED, "unit-failed", "the edited unit did not compile; the original was used")                            \
    X(PROBE_FAILED, "probe-failed", "a probe in it did not compile; the rest of its unit is measured")                 \
    X(NEEDS_INLINING, "needs-inlining",                                                                                \
      "it calls an undefined function, and only inlining or constant folding removes that call")                       \
    X(PARSE_LIMIT, "parse-limit", "its unit took longer to parse than INSTR_PARSE_LIMIT allows")                       \
    X(FILTER_RUN, "filter-run", "the filter of the run names it")                                                      \
    X(LEVEL_RUN, "level-run", "its level was above the run's level all the time")                                      \
    X(OLDER, "older-instr", "an instr-cc of another version compiled its object: compile it again")                    \
    X(BLOCK, "block", "it is the body of a clang block, and these have no probe; its time is its caller's")            \
    X(IMPLICIT, "implicit", "the compiler generated it for its class, without a source")                               \
    X(ASSEMBLY, "assembly", "it is in the binary, but in no C source")                                                 \
    X(NO_RECORD, "no-record",                                                                                          \
      "it is in the binary, from an object that instr-cc did not compile or left to the compiler: see --instr-strict") \
    X(SYSTEM_HEADER, "system-header",                                                                                  \
      "a system header defines it; those of a folder are measured with instr-cc --instr-headers=FOLDER")               \
    X(LIBRARY, "library",                                                                                              \
      "it came with a library: a static one, the C++ library's headers, a sanitizer, the compiler's profiling")

enum reason {
    REASON_NONE,
#define X(id, word, explanation) REASON_##id,
    REASON_TABLE(X)
#undef X
        REASON_COUNT
};

/* Returns NULL for REASON_NONE. */
const char *reason_word(enum reason reason);

/* Returns one line that explains the word to a user; NULL for an unknown word. */
const char *reason_explain(const char *word);

#endif
