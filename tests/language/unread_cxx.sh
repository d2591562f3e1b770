# unread_cxx.sh - each function of the user's text is measured or listed, also where libclang loses or can't read it.
command -v g++ >/dev/null || exit 77

# A concept as g++ alone has it: behind it libclang loses what does not fit.
cat >lost.cpp <<'C'
#include <vector>
template <class T> concept bool Small() { return sizeof(T) < 8; }
template <class T> requires Small<T>() int of_small(T n) { return n; }
int plain(int n) { return n; }
namespace space {
struct A {
    A() : n{1}, m(2) {}
    int n, m;
    int get() const noexcept { return n + m; }
};
}
int main() { return plain(1) + of_small(2) + space::A().get() - 6; }
C
instr-cc g++ -std=c++20 -fconcepts-ts -o program lost.cpp 2>messages || fail "it does not compile: $(cat messages)"
./program
instr-report coverage --csv --full-names >coverage
for name in 'Small' 'of_small' 'plain' 'space::A::A' 'space::A::get' 'main'; do
    grep -q "^\"*$name[<(,]" coverage || fail "$name is neither measured nor listed: $(cat coverage)"
done
grep -q ',unread,' coverage || fail "nothing is lost"
lost=$(grep -c ',unread,' coverage)
instr-cc g++ -std=c++20 -fconcepts-ts --instr-strict -o strict lost.cpp 2>messages && status=0 || status=$?
[ "$status" = 71 ] || fail "strict: exit status $status"
[ "$(grep -c "lost.cpp:[0-9]*: error: libclang can't read" messages)" = "$lost" ] || fail "strict: $(cat messages)"

# Bodies of system headers are not read; nothing of the user's is lost by that, whatever he includes.
cat >all.cpp <<'C'
#include <bits/stdc++.h>
struct A {
    std::map<std::string, std::vector<int>> map;
    std::array<int, std::min(3, 4)> all{{3, 1, 2}};
    auto size() { return map.size() + all.size(); }
};
int main()
{
    A a;
    auto twice = [](auto n) { return 2 * n; };
    auto raw = [] { return R"({"key": "no end})"[0] - u8R"x('}
)"\)x"[1]; };
    auto large = [](auto n) { return 1'000'0 * n; }; /* ' */ auto small = [](auto n) { return n / 0x1'0; };
    if (raw() != '{' - '}' || small(large(16)) != 10000)
        return 1;
    std::sort(a.all.begin(), a.all.end(), [](int x, int y) { return x < y; });
    return twice(a.all[0]) + int(a.size()) - 5;
}
C
for standard in 14 20; do
    is_asked $standard 20 || continue
    instr-cc g++ "-std=c++$standard" --instr-strict -o all all.cpp 2>messages || fail "c++$standard: $(cat messages)"
    ./all
done

# Without libclang's reading all functions are listed, with the names and lines that it has for them.
list() {
    instr-report coverage --csv "$1" | sed ':a; s/^\("[^",]*\),\([^"]*"\)/\1\2/; ta' |
        awk -F, '$2 ~ /functions.cpp/ && $3 > 0 { print $1 ":" $3 }' |
        sed 's/<[^>]*>//g; s/"//g; s/([^)]*)\( const\)*:/:/' | sort
}
source=$(dirname "$0")/functions.cpp
# An expression that libclang takes seconds for, however fast the machine is: the limit is looked at now and then.
mkdir slow
{
    cat "$source"
    awk 'BEGIN { e = "a"; for (i = 0; i < 14; i++) e = "(" e " ?: b)"; print "int slow(int a, int b) { return " e "; }" }'
} >slow/functions.cpp
instr-cc g++ -std=c++17 -o read "$source"
# With room before functions there are no hooks.
INSTR_PARSE_LIMIT=0.01 instr-cc g++ -std=c++17 -fpatchable-function-entry=0 -o unread slow/functions.cpp
list read >list.read
list unread | grep -v '^slow:' >list.unread
instr-report coverage --csv unread | grep -q ',parse-limit,' || fail "libclang has read it"
# A friend is called by the class that it is defined in; a lambda by no class.
grep -v 'befriended\|operator==\|lambda\|[Ll]ocal' list.read >expected
grep -v 'befriended\|operator==\|lambda' list.unread | diff expected - || fail "the text says something else than libclang"
# A unit that is the command's only one is measured by the compiler's hooks.
INSTR_PARSE_LIMIT=0.01 INSTR_LOG=log instr-cc g++ -std=c++17 -c slow/functions.cpp -o hooked.o 2>messages
grep -q '"result":"hooks","why":"parse-limit"' log || fail "hooks: $(cat log)"
[ ! -s messages ] || fail "hooks: $(cat messages)"
g++ -o hooked hooked.o -pthread && ./hooked >hooked.out && ./read >read.out || fail 'hooks: does not run'
cmp read.out hooked.out || fail 'hooks: prints something else'
instr-report coverage --csv hooked | grep -q ',by-hooks$' || fail "hooks: $(instr-report coverage hooked)"
instr-report coverage hooked >coverage
! grep -q 'no-record\|parse-limit' coverage || fail "hooks: $(cat coverage)"
# The limit is for libclang alone: what is looked for in the text in its place takes longer here.
awk 'BEGIN { for (i = 0; i < 200000; i++) print "extern int n" i ";"; print "int main() { return 0; }" }' >long.cpp
INSTR_PARSE_LIMIT=0.01 INSTR_LOG=long.log timeout 200 instr-cc g++ -o long long.cpp || fail "a long text: status $?"
grep -q '"why":"parse-limit"' long.log || fail "a long text: $(cat long.log)"
INSTR_PARSE_LIMIT=0.01 instr-cc g++ -std=c++17 --instr-strict -c slow/functions.cpp 2>messages && status=0 || status=$?
[ "$status" = 71 ] || fail "strict, unread: exit status $status"
grep -q 'INSTR_PARSE_LIMIT' messages || fail "strict, unread: $(cat messages)"

# What system headers bring is known wherever the compiler puts the words that say so: behind the last function, too.
cat >brought.cpp <<'C'
#include <debug/set>
int main()
{
    __gnu_debug::set<int> from{1, 2}, to;
    auto kept = from.begin();
    to = from;
    from = to;
    return kept._M_singular() ? 0 : 1;
}
C
for level in -O0 -O2; do
    instr-cc g++ $level -o brought brought.cpp
    ! instr-report coverage --csv brought | grep ',no-record,' || fail "$level: no library is known to have this"
done
