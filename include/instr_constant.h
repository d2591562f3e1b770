/*
 * instr_constant.h - probes of functions of C++ that may run while the program is compiled, where they do nothing.
 *
 * instr-cc puts this text behind that of instr_abi.h where a unit has such functions. Their frames are constants.
 */
#ifndef INSTR_CONSTANT_H
#define INSTR_CONSTANT_H

#define __INSTR_CONSTANT_PROBE(type, enter, leave)                                                                     \
    static constexpr __inline__                                                                                        \
        __attribute__((__always_inline__, __no_instrument_function__, __unused__)) struct type *enter##_constant(      \
            struct __instr_region *__region)                                                                           \
    {                                                                                                                  \
        return __builtin_is_constant_evaluated() ? (struct type *)0 : enter(__region);                                 \
    }                                                                                                                  \
    static constexpr __inline__ __attribute__((__always_inline__, __no_instrument_function__,                          \
                                               __unused__)) void leave##_constant(struct type *const *__kept)          \
    {                                                                                                                  \
        struct type *__open = *__kept;                                                                                 \
        if (!__builtin_is_constant_evaluated())                                                                        \
            leave(&__open);                                                                                            \
    }

__INSTR_CONSTANT_PROBE(__instr_frame, __instr_enter, __instr_leave)
#ifdef __INSTR_STUBS
static constexpr __inline__ __attribute__((__always_inline__, __no_instrument_function__, __unused__)) int
__instr_count_constant(struct __instr_unit *__unit, unsigned __number, struct __instr_region *__region)
{
    return __builtin_is_constant_evaluated() ? 0 : __instr_count(__unit, __number, __region);
}
#endif

#endif
