# modules_cxx.sh - units that make or read modules of C++20 are measured by the compiler's hooks: they do what they do plainly, and
# their functions have the names that people write.
command -v g++ >/dev/null || exit 77
cat >greet.cc <<'C'
export module greet;
namespace n { template <class T> T twice(T x) { return x + x; } }
static int hidden(int x)
{
    for (int i = 0; i < 10; i++)
        x += i * x % 7;
    return x;
}
export int hello(int x)
{
    if (x > 8)
        throw x;
    return hidden(x) + n::twice(x);
}
C
cat >use.cc <<'C'
import greet;
extern "C" int printf(const char *, ...);
struct S {
    int v;
    S(int x) : v(x) {}
    int get() const { return hello(v); }
};
int main()
{
    int total = 0;
    for (int i = 0; i < 12; i++) {
        try {
            total += S(i).get();
        } catch (int x) {
            total -= x;
        }
    }
    printf("%d\n", total);
    return 0;
}
C
# build NAME COMPILER...
build() {
    rm -rf gcm.cache
    name=$1
    shift
    "$@" -std=c++20 -fmodules-ts -c greet.cc -o greet.o && "$@" -std=c++20 -fmodules-ts -c use.cc -o use.o &&
        g++ greet.o use.o -o "$name"
}
build plain g++ 2>messages || { echo "skipped: g++ takes no modules: $(cat messages)"; exit 77; }
./plain >plain.out
for level in -O0 -O2; do
    rm -f ./*.instr
    build program instr-cc g++ $level || fail "$level: does not compile"
    ./program >program.out
    cmp plain.out program.out
    calls=$(instr-report flat --csv --min=0 | awk -F, '{ print $1 "=" $5 }' | grep '^\(main\|hello\|hidden\|S::get\|S::S\|n::twice.*\)=' |
        sort | tr '\n' ' ')
    [ "$calls" = 'S::S=12 S::get=12 hello=12 hidden=9 main=1 n::twice<int>=9 ' ] || fail "$level: $calls"
    instr-report tree --csv --min=0 | grep -q ',main/S::get/hello/hidden,' || fail "$level: $(instr-report tree --csv | cut -d, -f2)"
    instr-report coverage --require 100 program >coverage || fail "$level: $(cat coverage)"
done
