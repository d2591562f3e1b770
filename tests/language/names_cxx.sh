# names_cxx.sh - overloads with long parameters: what screens show, what --full-names does, and what takes which name.
command -v g++ >/dev/null || exit 77

cat >grid.hpp <<'C'
#include <map>
#include <string>
struct Grid { int cells; };
struct Creator { int cells; };
struct Parameters { std::map<std::string, std::string> values; };
struct Writer {
    int write(const Grid &grid, unsigned long step, const Parameters &parameters, double time);
    int write(const Creator &creator, unsigned long step, const Parameters &parameters, double time);
    int close(bool flush);
};
C
cat >writer.cpp <<'C'
#include "grid.hpp"
static int count(int n) { int sum = 0; for (int i = 0; i < n; i++) sum += i; return sum; }
int Writer::write(const Grid &grid, unsigned long, const Parameters &, double) { return count(grid.cells); }
int Writer::write(const Creator &creator, unsigned long, const Parameters &, double) { return count(creator.cells); }
int Writer::close(bool flush) { return count(flush); }
C
cat >main.cpp <<'C'
#include "grid.hpp"
#ifndef TIMES
#define TIMES 1
#endif
int main()
{
    Writer writer;
    Parameters parameters;
    int sum = 0;
    for (int i = 0; i < TIMES; i++) {
        writer.write(Grid{3}, 1, parameters, 0.5);
        writer.write(Creator{4}, 1, parameters, 0.5);
        writer.write(Creator{5}, 2, parameters, 0.5);
        sum += writer.close(true);
    }
    return sum != 0;
}
C

# names ARGUMENT...: those of a table
names() { "$@" --csv | sed -n 's/^"\{0,1\}\([^"]*\)"\{0,1\},[a-z]*\.[ch]pp.*/\1/p' | sort; }

instr-cc g++ -O1 -o program main.cpp writer.cpp
./program
names instr-report flat >shown
diff shown - <<'L' || fail "other names are shown"
Writer::close
Writer::write(const Creator &, ...)
Writer::write(const Grid &, ...)
count
main
L
names instr-report flat --full-names >full
diff full - <<'L' || fail "other full names"
Writer::close(bool)
Writer::write(const Creator &, unsigned long, const Parameters &, double)
Writer::write(const Grid &, unsigned long, const Parameters &, double)
count(int)
main
L

# Both are taken for one overload, the name alone for both.
for name in 'Writer::write(const Creator &, ...)' \
    'Writer::write(const Creator &, unsigned long, const Parameters &, double)' '*write(const Creator*'; do
    instr-report tree "--callers=$name" | grep -q ' 2 .*  main' || fail "no --callers=$name"
    instr-report tree "--callees=$name" | grep -q ' 2 .*  count' || fail "no --callees=$name"
    instr-report flat --csv "--focus=$name" | grep -q 'Grid' && fail "--focus=$name has another overload"
done
[ "$(names instr-report flat --focus=Writer::write | grep -c write)" = 2 ] || fail "a name does not mean all that have it"
# And where nothing is called so, a name without its scopes, as long as one function has it.
[ "$(names instr-report flat --focus=write | grep -c write)" = 2 ] || fail "write is not Writer::write"
instr-report what-if close=-20% >said || fail "what-if close: $(cat said)"
instr-report tree --callers=Wr*::cl* >/dev/null || fail 'a pattern with a scope'
[ "$(names instr-report flat --focus=main/write | grep -c write)" = 2 ] || fail "main/write is not main/Writer::write"
! instr-report flat --focus=rite >said 2>&1 || fail 'a part of a name'
cat >scopes.cpp <<'C'
namespace a { template <class T> int dot(T n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; } }
namespace b { int dot(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; } int own(int n) { return dot(n) + a::dot(n) + a::dot(2L); } }
int main() { return b::own(3) < 0; }
C
mkdir scopes
instr-cc g++ -O0 --instr-paths=all -o scopes/program scopes.cpp
(cd scopes && ./program)
! instr-report what-if dot=-20% scopes >said 2>&1 || fail 'one of two'
grep -q "'dot' is ambiguous: '[ab]::dot.*' or '[ab]::dot" said || fail "which: $(cat said)"
instr-report what-if a::dot=-20% scopes >said || fail "a::dot: $(cat said)"

# So does a filter, and the one that is proposed.
for pattern in 'Writer::write(const?Creator*' 'Writer::write(const?Creator?&,?...)'; do
    echo "SCOREP_REGION_NAMES_BEGIN EXCLUDE $pattern SCOREP_REGION_NAMES_END" >filter
    rm -f ./*.instr
    instr-cc g++ -O1 --instr-filter=filter -o program main.cpp writer.cpp
    ./program
    instr-report coverage --csv | grep -c ',filter,' >left
    [ "$(cat left)" = 1 ] || fail "$pattern leaves $(cat left) functions alone"
done
rm -f ./*.instr
# So many calls that none seems to take a microsecond because the machine is busy.
instr-cc g++ -O1 -DTIMES=100000 -o program main.cpp writer.cpp
./program
instr-report export filter --min=0 >proposed
rm -f ./*.instr
INSTR_FILTER=proposed ./program
named=$(grep -c '^    [^ #]' proposed) || fail "nothing is proposed: $(cat proposed)" # what took long, as beside other work, is not
[ "$(instr-report coverage --csv | grep -c ',filter-run,')" = "$named" ] || fail "the proposed filter leaves out others: $(cat proposed)"

# Traces have them, too.
rm -f ./*.instr
instr-cc g++ -O1 -o program main.cpp writer.cpp
INSTR_TRACE=1 ./program
instr-report timeline --no-pager --focus='Writer::write(const Grid &, ...)' >shown || fail "no --focus in a trace"
grep -q 'Writer::write(const Grid &, ...)' shown || fail "the timeline shows another name"
instr-report timeline --no-pager --full-names --focus='Writer::write(const Grid &, ...)' >full || fail "no --focus in a trace with full names"

# What stands behind the parameters belongs to the name, and characters are what the source has, whatever g++ writes for them.
rm -f ./*.instr
cat >qualified.cpp <<'C'
struct Größe {
    int n;
    int get() & { return n; } int get() && { return n + 1; } int get() const volatile & { return n + 2; }
    int operator()() & noexcept { return n; } auto operator()() && -> int { return n; }
    operator int() const & { return n; }
};
namespace δ { int µ(int n) { return n; } }
int main() { Größe a{1}; const Größe b{2}; return a.get() + Größe{1}.get() + Größe{1}.get() + b.get() + a() + Größe{3}() + int(b) + δ::µ(0) - 15; }
C
instr-cc g++ -o qualified qualified.cpp
./qualified
instr-report flat --min=0 --full-names --csv | cut -d, -f1,5 | LC_ALL=C sort >got
LC_ALL=C sort >expected <<'END'
name,calls
Größe::get() &,1
Größe::get() &&,2
Größe::get() const volatile &,1
Größe::operator int() const &,1
Größe::operator()() &,1
Größe::operator()() &&,1
main,1
δ::µ(int),1
END
cmp got expected || fail "qualified: $(cat got)"
[ "$(instr-report coverage --csv qualified ./*.instr | grep -c 'no-record\|never-called')" = 0 ] || fail "qualified: $(instr-report coverage qualified ./*.instr)"

# A class in a function is that overload's, if both are in one line, too.
rm -f ./*.instr
cat >local.cpp <<'C'
struct L { int go(int a) { struct I { int f(int n) { while (n > 9) n--; return n; } } x; return x.f(a); } int go(long b) { struct I { int f(int n) { while (n > 9) n--; return n; } } x; return x.f(int(b)); } };
int main() { auto in = [](int n) { struct J { int g(int n) { while (n > 9) n--; return n; } } x; return x.g(n); }; return L().go(1) + L().go(1L) + L().go(2L) + in(1) - 5; }
C
instr-cc g++ -o local local.cpp
./local
instr-report flat --min=0 --full-names --csv | cut -d, -f1,5 | grep '::[fg](' | LC_ALL=C sort >got
printf 'L::go(int)::I::f(int),1\nL::go(long)::I::f(int),2\nmain::J::g(int),1\n' | cmp - got || fail "local classes: $(cat got)"

# A class that is defined outside the one that it belongs to.
rm -f ./*.instr
cat >nested.cpp <<'C'
namespace space {
struct Outer { struct Inner; };
struct Outer::Inner { int get() { int n = 0; for (int i = 0; i < 9; i++) n += i; return n; } };
}
int main() { return space::Outer::Inner().get() != 36; }
C
instr-cc g++ -O1 -o nested nested.cpp
./nested
names instr-report flat | grep -qx 'space::Outer::Inner::get' || fail "nested: $(names instr-report flat)"
