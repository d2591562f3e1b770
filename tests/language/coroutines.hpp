/* coroutines.hpp - kinds of coroutines that the programs have in common. */
#include <coroutine>
#include <exception>
#include <utility>

template <class T> struct Generator {
    struct promise_type {
        T value;
        Generator get_return_object() { return Generator{std::coroutine_handle<promise_type>::from_promise(*this)}; }
        std::suspend_always initial_suspend() { return {}; }
        std::suspend_always final_suspend() noexcept { return {}; }
        std::suspend_always yield_value(T v)
        {
            value = std::move(v);
            return {};
        }
        void return_void() {}
        void unhandled_exception() { throw; }
    };
    std::coroutine_handle<promise_type> handle;
    explicit Generator(std::coroutine_handle<promise_type> h) : handle(h) {}
    Generator(Generator &&other) : handle(std::exchange(other.handle, {})) {}
    ~Generator()
    {
        if (handle)
            handle.destroy();
    }
    bool next()
    {
        handle.resume();
        return !handle.done();
    }
    T &value() { return handle.promise().value; }
};

template <class T> struct Result {
    T value{};
    void return_value(T v) { value = std::move(v); }
    T &&get() { return std::move(value); }
};
template <> struct Result<void> {
    void return_void() {}
    void get() {}
};

/* Begins when it is awaited; who awaits it goes on without growing the stack. */
template <class T> struct Task {
    struct promise_type : Result<T> {
        std::exception_ptr thrown;
        std::coroutine_handle<> waiting = std::noop_coroutine();
        Task get_return_object() { return Task{std::coroutine_handle<promise_type>::from_promise(*this)}; }
        std::suspend_always initial_suspend() { return {}; }
        struct Final {
            bool await_ready() noexcept { return false; }
            std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> h) noexcept
            {
                return h.promise().waiting;
            }
            void await_resume() noexcept {}
        };
        Final final_suspend() noexcept { return {}; }
        void unhandled_exception() { thrown = std::current_exception(); }
    };
    std::coroutine_handle<promise_type> handle;
    explicit Task(std::coroutine_handle<promise_type> h) : handle(h) {}
    Task(Task &&other) : handle(std::exchange(other.handle, {})) {}
    ~Task()
    {
        if (handle)
            handle.destroy();
    }
    bool await_ready() { return false; }
    std::coroutine_handle<> await_suspend(std::coroutine_handle<> h)
    {
        handle.promise().waiting = h;
        return handle;
    }
    T await_resume()
    {
        if (handle.promise().thrown)
            std::rethrow_exception(handle.promise().thrown);
        return handle.promise().get();
    }
    T run()
    {
        handle.resume();
        return await_resume();
    }
};
