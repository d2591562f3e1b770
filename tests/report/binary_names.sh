# binary_names.sh - functions whose symbols are not called as their source is: a label for the assembler, names that no demangler
# reads, instances of a library's templates with types of the program's, what compilers make for indirect calls.
cat >label.c <<'C'
int shown(int) __asm__("real_name");
int shown(int x) { return x + 1; }
static int hidden(int) __asm__("hidden_name");
static __attribute__((noinline)) int hidden(int x) { return x + 2; }
#pragma redefine_extname before after
int before(int x) { for (int i = 0; i < 100; i++) x ^= x << i % 7; return x; }
static int left(int x) { return x; }
static int right(int x) { return x + 1; }
int main(int count, char **words) {
    int (*way[2])(int) = {left, right};
    (void)words;
    return shown(1) + hidden(2) + before(3) + way[count & 1](count) == 0;
}
C
cat >label.cc <<'C'
int shown(int) __asm__("real_name");
int shown(int x) { return x + 1; }
struct S { int m(int) __asm__("S_m"); };
int S::m(int x) { return x + 2; }
extern "C" { int of_c(int x) { return x; } }
int main() { return shown(1) + S().m(2) + of_c(1) == 0; }
C
cat >packs.cc <<'C'
auto one = [](auto x) { return [x] { return x + 1; }; };
auto two = [](auto... xs) { return [... ys = xs] { return (ys + ... + 0); }; };
auto three = [](auto... xs) { return [xs...] { return (xs + ... + 0); }; };
template <class... T> auto four(T... xs) { return [... ys = xs] { return (ys + ... + 0); }; }
int main() { return one(1)() + two(1, 2)() + three(1, 2)() + four(1, 2)() == 0; }
C
cat >forward.cc <<'C'
#include <utility>
#include <functional>
template <class F> static int call(F &&f) { return std::forward<F>(f)(1); }
template <class T> static auto outer(T x) {
    return [x](auto &&y) {
        auto inner = [x, y](int z) { return x + y + z; };
        std::function<int(int)> held = inner;
        return call(std::move(inner)) + call(inner) + call(held);
    };
}
int main() { return outer(1)(2) == 12 ? 0 : 1; }
C
cat >concepts.cc <<'C'
template <class T> concept Num = requires(T a) { a + a; };
__attribute__((noinline)) int twice(Num auto x) { return int(x + x); }
template <Num T> __attribute__((noinline)) T add(T a, T b) { return a + b; }
template <class T> requires Num<T> __attribute__((noinline)) T neg(T a) { return -a; }
struct V { template <Num T> __attribute__((noinline)) int at(T i) const { return int(i); } };
#if __cpp_explicit_this_parameter
struct S { int v = 1; template <class Me> int get(this Me &&me) { return me.v; } int by(this S s, int k) { return s.v + k; } };
static int more() { S s; auto fact = [](this auto self, int k) -> int { return k < 2 ? 1 : k * self(k - 1); }; return s.get() + s.by(2) + fact(4); }
#else
static int more() { return 0; }
#endif
int main() { return twice(2) + add(1, 2) + neg(3) + V{}.at(4) + more() == 0; }
C
# What the compiler made of another source is still said, also where it calls what is measured.
printf 'int shown(int) __asm__("real_name");\nint foreign(int) __asm__("foreign_name");\nint foreign(int x) { return shown(x); }\n' >foreign.c

# whole FILE WORDS...: nothing that WORDS make of it, an instr-cc command, is without a record.
whole() {
    file=$1
    shift
    instr-cc "$@" -o program "$file" 2>errors || fail "$*: $(cat errors)"
    instr-report coverage --csv program >rest
    ! grep ',no-record,' rest || fail "$*: $file: not all have a record"
    grep -q ',never-called,,' rest || fail "$*: $file: nothing is measured"
}

for compiler in ${TEST_COMPILERS:-gcc clang}; do
    cxx=$(cxx_of "$compiler")
    for level in -O0 "-O2 -fno-pie -no-pie" "-O2 -mcmodel=large" "-O2 -flto" "-O1 -fPIC -shared" "-O2 -c" "-O2 -mretpoline" "-O1 -fxray-instrument"; do
        is_asked "$level" -O0 "-O2 -c" || continue
        case $compiler$level in
        gcc*-mretpoline) level="-O2 -mindirect-branch=thunk -mfunction-return=thunk" ;;
        esac
        if echo 'int main(void) { return 0; }' | "$compiler" $level -x c -o unused - 2>/dev/null; then
            whole label.c "$compiler" $level
            command -v "$cxx" >/dev/null || continue
            whole label.cc "$cxx" $level
            whole packs.cc "$cxx" -std=c++20 $level
            whole forward.cc "$cxx" -std=c++20 $level
            whole concepts.cc "$cxx" -std=c++20 $level
        fi
    done
    instr-cc "$compiler" -O2 -c label.c
    objcopy --prefix-symbols=its_ label.o renamed.o
    instr-report coverage --csv renamed.o >rest
    ! grep ',no-record,' rest || fail "$compiler: objcopy has renamed what has a record"
    "$compiler" -O0 -c foreign.c
    "$compiler" -o program label.o foreign.o
    instr-report coverage --csv program | grep ',no-record,' >rest || true
    [ "$(cut -d, -f1 rest)" = foreign_name ] || fail "$compiler: without a record are $(cat rest)"
done
if command -v clang++-19 >/dev/null; then
    whole concepts.cc clang++-19 -std=c++20 -O1
    whole concepts.cc clang++-19 -std=c++23 -O1
fi
# Of other machines: where descriptors lie is written into code in other ways.
if command -v clang >/dev/null && command -v ld.lld >/dev/null; then
    for machine in "elf_i386 -m32 -fPIC" "elf_i386 -m32 -fno-pic" "aarch64linux --target=aarch64-linux-gnu -O0" \
        "aarch64linux --target=aarch64-linux-gnu -O2"; do
        instr-cc clang ${machine#* } -c label.c
        ld.lld -m "${machine%% *}" -shared -z notext --noinhibit-exec -o program label.o 2>/dev/null || fail "$machine: no link"
        instr-report coverage --csv program >rest
        [ "$(grep -c ',never-called,,' rest)" = 6 ] && ! grep ',no-record,' rest || fail "$machine: $(cat rest)"
    done
fi
