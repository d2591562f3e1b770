/*
 * instr_pieces.h - probes of coroutines of C++20, which run in pieces.
 *
 * instr-cc puts this text behind that of instr_abi.h where a unit has such coroutines. A variable at the beginning of the body has
 * the frame of the piece that runs. Each `co_await x` becomes `co_await __wait(variable, x)`, which does what `x` does,
 * and says when the coroutine is suspended and when it goes on. Around `co_yield x` the same is said by two calls.
 */
#ifndef INSTR_PIECES_H
#define INSTR_PIECES_H

/* Of a coroutine whose body has begun, and has not ended. */
struct __instr_coroutine {
    struct __instr_region *__region;
    struct __instr_frame *__frame;            /* null: it does not run, or is not measured */
    __extension__ unsigned long long __since; /* runtime: ns, when it was suspended; 0: it is not, or nobody asks */
};

/* What resolve("instr_piece", ...) gives: the coroutine goes on, or it is suspended. Nothing, where that is so already. */
typedef void __instr_piece_fn(struct __instr_coroutine *, int __runs);

#ifndef __INSTR_NO_BOOT

#define __INSTR_PIECE __attribute__((__visibility__("hidden"), __no_instrument_function__))
#define __INSTR_PIECE_STATIC static __attribute__((__unused__, __no_instrument_function__))

/* All names that the linker sees begin alike: reports know by that what is no function of the program. */
namespace __instr_co
{
/* Where there is no runtime, or one that does not know of coroutines: the first piece ends. */
__INSTR_PIECE_STATIC void __piece_none(struct __instr_coroutine *__coroutine, int __runs)
{
    if (__runs || !__coroutine->__frame)
        return;
    __instr_link11.__exit(__coroutine->__frame);
    __coroutine->__frame = 0;
}

/* Null until the runtime is asked. */
static __instr_piece_fn *__known_piece;

__INSTR_PIECE_STATIC void __piece(struct __instr_coroutine &__coroutine, int __runs)
{
    __instr_piece_fn *__known = __atomic_load_n(&__known_piece, 0);
    if (!__known) {
        __known = (__instr_piece_fn *)__instr_link11.__resolve("instr_piece", (void (*)(void))__piece_none);
        __atomic_store_n(&__known_piece, __known, 0);
    }
    __known(&__coroutine, __runs);
}

struct __pieces : __instr_coroutine {
    __INSTR_PIECE explicit __pieces(struct __instr_region *__its_region)
    {
        __region = __its_region;
        __frame = __region->__state ? __instr_link11.__enter(__region) : 0;
        __since = 0;
    }
    __INSTR_PIECE ~__pieces()
    {
        if (__frame)
            __instr_link11.__exit(__frame);
    }
    __pieces(const __pieces &) = delete;
};

template <class __X> __X &&__declared() noexcept;

/* As the language finds what is waited on. */
template <class __X> __INSTR_PIECE constexpr decltype(auto) __awaiter_of(__X &&__x)
{
    if constexpr (requires { static_cast<__X &&>(__x).operator co_await(); })
        return static_cast<__X &&>(__x).operator co_await();
    else if constexpr (requires { operator co_await(static_cast<__X &&>(__x)); })
        return operator co_await(static_cast<__X &&>(__x));
    else
        return static_cast<__X &&>(__x);
}

template <class __X> struct __waiting {
    struct __instr_coroutine &__coroutine;
    decltype(__awaiter_of(__declared<__X>())) __awaiter;

    __INSTR_PIECE bool await_ready()
    {
        return __awaiter.await_ready() ? true : false;
    }
    /* From the call on the coroutine may be gone. */
    template <class __H> __INSTR_PIECE decltype(auto) await_suspend(__H __handle)
    {
        __piece(__coroutine, 0);
        return __awaiter.await_suspend(__handle);
    }
    __INSTR_PIECE decltype(auto) await_resume()
    {
        __piece(__coroutine, 1);
        return __awaiter.await_resume();
    }
};

template <class __X> __INSTR_PIECE __waiting<__X> __wait(struct __instr_coroutine &__coroutine, __X &&__x)
{
    return {__coroutine, __awaiter_of(static_cast<__X &&>(__x))};
}

/* A value that took calls to compute. */
template <class __X> __INSTR_PIECE __X &&__yield(struct __instr_coroutine &__coroutine, __X &&__x)
{
    __piece(__coroutine, 0);
    return static_cast<__X &&>(__x);
}

/* What has a name with a scope, and is awaited. GCC 12 would copy it if it were to be asked itself. */
template <class __X> __INSTR_PIECE __X &&__named(struct __instr_coroutine &__coroutine, __X &&__x)
{
    static_assert(!requires { __x.await_ready(); });
    return __yield(__coroutine, static_cast<__X &&>(__x));
}

} // namespace __instr_co

#endif /* __INSTR_NO_BOOT */

#endif
