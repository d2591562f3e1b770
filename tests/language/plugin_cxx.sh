# plugin_cxx.sh - a plug-in of C++ that is loaded, thrown through and unloaded; an inline function that program and plug-in both
# have is one function.
cat >both.hpp <<'C'
#include <stdexcept>
#include <string>
inline int both(int n) { std::string text(n, 'x'); return int(text.size()); }
template <class T> T pattern(T n) { if (n > T(2)) throw std::runtime_error("too much"); return n; }
C
cat >plugin.cpp <<'C'
#include "both.hpp"
static struct Life { int n; Life() : n(both(2)) {} ~Life() { n = 0; } } life;
struct Part { virtual ~Part() {} virtual int run(int n) { return both(n) + int(pattern(n * 1.0)); } };
extern "C" int run(int n) { Part part; return part.run(n) + life.n; }
C
cat >main.cpp <<'C'
#include "both.hpp"
#include <cstdio>
#include <dlfcn.h>
static int use(int n)
{
    void *plugin = dlopen("./plugin.so", RTLD_NOW);
    if (!plugin)
        return -1;
    int sum = 0;
    auto run = reinterpret_cast<int (*)(int)>(dlsym(plugin, "run"));
    try {
        for (int i = 1; i <= n; i++)
            sum += run(i);
    } catch (const std::exception &) {
        sum += 100;
    }
    dlclose(plugin);
    return sum;
}
int main() { std::printf("%d %d %d\n", use(2), use(3), both(1) + pattern(1)); }
C
for compiler in $(test_compilers c++); do
    rm -f ./*.instr
    $compiler -O1 -shared -fPIC -o plugin.so plugin.cpp && $compiler -O1 -o plain main.cpp -ldl && ./plain >expected
    instr-cc $compiler -O1 -shared -fPIC -o plugin.so plugin.cpp && instr-cc $compiler -O1 -o program main.cpp -ldl && ./program >out
    diff expected out || fail "$compiler: other output"
    instr-report flat --csv | cut -d, -f1,5 | sort >calls
    diff - calls <<'L' || fail "$compiler: other calls"
Life::Life,2
Life::~Life,2
Part::run,5
Part::~Part,5
both,8
main,1
name,calls
pattern<T>,6
run,5
use,2
L
done
