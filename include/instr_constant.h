/*
 * instr_constant.h - probes of functions of C++ that may run while the program is compiled, where they do nothing.
 *
 * instr-cc puts this text behind that of instr_abi.h where a unit has such functions. Their frames are constants.
 */
#ifndef INSTR_CONSTANT_H
#define INSTR_CONSTANT_H

#define __INSTR_CONSTANT                                                                                               \
    static constexpr __inline__ __attribute__((__always_inline__, __no_instrument_function__, __unused__))

#define __INSTR_CONSTANT_PROBE(type, enter, leave, parameters, arguments)                                              \
    __INSTR_CONSTANT struct type *enter##_constant parameters                                                          \
    {                                                                                                                  \
        return __builtin_is_constant_evaluated() ? (struct type *)0 : enter arguments;                                 \
    }                                                                                                                  \
    __INSTR_CONSTANT void leave##_constant(struct type *const *__kept)                                                 \
    {                                                                                                                  \
        struct type *__open = *__kept;                                                                                 \
        if (!__builtin_is_constant_evaluated())                                                                        \
            leave(&__open);                                                                                            \
    }

__INSTR_CONSTANT_PROBE(__instr_frame, __instr_enter, __instr_leave, (struct __instr_region * __region), (__region))
#ifdef __INSTR_STUBS
#define __INSTR_PARAMETERS (struct __instr_region * __region, struct __instr_counted * __calls, int __one)
__INSTR_CONSTANT_PROBE(__instr_region, __instr_begin, __instr_end, __INSTR_PARAMETERS, (__region, __calls, __one))
__INSTR_CONSTANT int __instr_count_constant __INSTR_PARAMETERS
{
    return __builtin_is_constant_evaluated() ? 0 : __instr_count(__region, __calls, __one);
}
#endif

#endif
