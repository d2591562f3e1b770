# One function in which a probe does not compile: it is left alone with its reason, and the rest of its unit is measured.
. "$(dirname "$0")/lib.sh"
export INSTR_OUTPUT=/dev/null

# counts ROW OBJECT INSTRUMENTED FUNCTIONS [NAME REASON]
counts() {
    instr-report coverage --csv "$2" >coverage 2>&1
    is "$1: functions" "$(awk -F, 'NR > 1 && $5 != "library" { all++; on += $5 == "" } END { print on + 0, all + 0 }' coverage)" "$3 $4"
    [ -z "${5:-}" ] || grep -q "^$5,.*,$6" coverage || fail "$1: $5 is not left alone for $6: $(grep "^$5," coverage)"
}

# A function that ends where its code may be no longer, which the assembler tells with its line.
cat >sized.c <<'C'
#ifdef SMALL
#define ROOM "8"
#else
#define ROOM "20"
#endif
int other(int n) { return n + 7; }
__attribute__((noinline)) int sized(int n)
{
    n += 3;
    __asm__ volatile(".org sized + " ROOM ", 0x90");
    return n;
}
int user(int n) { return sized(n) + other(n); }
int main(void) { return user(2) - 14; }
C
# One that a compiler does not take, without a word, among many.
{
    for i in $(seq 1 30); do echo "int other$i(int n) { return n + $i; }"; done
    echo 'int sized(int n) { return n + 3; }'
    echo 'int user(int n) { return sized(n) + other7(n); }'
    echo 'int main(void) { return user(2) - 14; }'
} >many.c
cat >marked.c <<'C'
#define MARKED __attribute__((no_caller_saved_registers, target("general-regs-only")))
MARKED int odd(int n) { return n * 3; }
int plain(int n) { return n + 1; }
int main(void) { return odd(2) + plain(3) - 10; }
C
printf 'int f(int n) { return n + 1; }\nint main(void) { return f(0) - 1; }\n' >simple.c

for REAL in $(test_compilers); do
    cat >picky <<P
#!/bin/sh
for word; do case \$word in */*.c) ! grep -q 'sized(int n) *{.*__instr_[ec]' "\$word" || exit 1 ;; esac; done
exec $REAL "\$@"
P
    chmod +x picky
    for how in "$REAL -O0:sized:4" "$REAL -O2 -g -DSMALL:sized:4" "./picky -O1:many:33"; do
        command=${how%%:*} name=${how#*:} count=${how##*:}
        name=${name%:*} row="D3 $REAL: $command"
        $command -c $name.c -o plain.o || fail "$row: plainly"
        rm -f $name.o log
        is "$row" "$(INSTR_LOG=log status instr-cc $command -c $name.c 2>err)" 0
        is "$row: messages" "$(cat err)" ""
        counts "$row" $name.o $((count - 1)) $count sized probe-failed
        has "$row: log" log '"why":"probe-failed"'
        $REAL $name.o -o $name && ./$name || fail "$row: it runs otherwise"
    done
    # Where it counts, gcc would leave a symbol that nobody has, and say nothing.
    for flags in "-O0 --coverage" "-Og --coverage" "-O2 --coverage" "-O3 --coverage"; do
        for source in simple marked; do
            rm -f ./*.gc*
            $REAL $flags -w -c $source.c && $REAL --coverage $source.o -o plain && ./plain || continue
            rm -f ./*.gc*
            instr-cc $REAL $flags -w -c $source.c 2>err
            $REAL --coverage $source.o -o $source 2>>err && ./$source || fail "D3 $REAL $flags $source: $(cat err)"
            count=$(grep -c '^[A-Za-z].*{' $source.c)
            counts "D3 $REAL $flags $source" $source.o "$count" "$count"
        done
    done
done

# A unit of which no edited text compiles at all, not even one with records alone: by the compiler's hooks. Of an inline function
# that another unit has the body of, a hook could not name any.
cat >lost.h <<'C'
inline int shared(int n) { return n + 1; }
__attribute__((gnu_inline, always_inline)) extern inline int nowhere(int n) { return n + 2; }
C
printf '#include "lost.h"\nextern inline int shared(int n);\n' >other.c
cat >lost.c <<'C'
#include "lost.h"
static int hidden(int n) { return n * 3; }
int target(int n) { return shared(n) + hidden(n) + nowhere(n); }
int main(void) { return target(1) - 8; }
C
printf 'int kept(int n) { return n + 1; }\n' >kept.c
# In clang no option says what to leave out: a unit with such a function is listed. All others are by hooks, too.
sed 's/#include.*//; s/shared(n)/hidden(n)/; s/nowhere(n)/2/' lost.c >alone.c
# Clang says behind what tells debuggers which constructors are one, and what a variable of the thread begins with. It has hooks in
# system headers, too.
{ printf '#include <utility>\nstruct one { one(); int n; };\nthread_local one mine;\none::one() : n(0) {}\n'; sed 's/return target(1)/int n = 1; std::swap(n, mine.n); return n + target(1)/' alone.c; } >alone.cc
for REAL in $(test_compilers); do
    for name in refuse refuse-lost; do
        case $name in refuse) lost='*/*.c*' ;; *) lost='*/lost.c' ;; esac
        printf '#!/bin/sh\nfor word; do case $word in %s) ! grep -q instr_regions "$word" || exit 1 ;; esac; done\nexec %s "$@"\n' \
            "$lost" $REAL >$name
        chmod +x $name
    done
    for level in -O0 -O2; do
        for source in alone.c alone.cc; do
            row="D5 lost $REAL $level $source" one=
            [ $source = alone.c ] || one='one::one '
            rm -f log alone.o
            is "$row" "$(INSTR_LOG=log status instr-cc ./refuse $level -MD -c $source -o alone.o 2>err)" 0
            is "$row: messages" "$(cat err)" ""
            has "$row: log" log '"result":"hooks","why":"edited-text-fails"'
            $REAL -o alone alone.o -lstdc++ && is "$row" "$(INSTR_OUTPUT=alone.instr status ./alone)" 0
            is "$row" "$(instr-report coverage --csv alone | awk -F, '$8 == "by-hooks" { print $1 }' | sed 's/(.*//; s/"//' | sort | tr '\n' ' ')" \
                "hidden main ${one}target "
            is "$row: calls" "$(instr-report flat --csv --no-pager alone.instr | awk -F, '{ print $1, $5 }' | sed 's/([^)]*)//' | sort | tr '\n' ' ')" \
                "hidden 2 main 1 name calls ${one:+${one}1 }target 1 "
        done
        row="D5 lost $REAL $level"
        rm -f log lost.o
        if [ $REAL = clang ]; then
            is "$row" "$(INSTR_LOG=log status instr-cc ./refuse $level -c lost.c 2>err)" 0
            has "$row: log" log '"result":"original","why":"edited-text-fails"'
            continue
        fi
        is "$row" "$(INSTR_LOG=log status instr-cc ./refuse $level -MD -c lost.c 2>err)" 0
        is "$row: messages" "$(cat err)" ""
        has "$row: log" log '"result":"hooks","why":"edited-text-fails"'
        gcc -o lost lost.o other.c 2>err || fail "$row: $(cat err)"
        is "$row" "$(status ./lost)" 0
        is "$row" "$(instr-report coverage --csv lost.o | awk -F, '$8 == "by-hooks" { print $1 }' | sort | tr '\n' ' ')" 'hidden main target '
        is "$row: strict" "$(status instr-cc ./refuse --instr-strict $level -c lost.c 2>err)" 0
        # Among several, of which the others are edited.
        for how in "-MD -c lost.c other.c kept.c:gcc lost.o other.o kept.o -o lost" "-g kept.c lost.c other.c -o lost:true"; do
            rm -f log ./*.o ./*.d
            is "$row ${how%:*}" "$(INSTR_LOG=log status instr-cc ./refuse-lost $level ${how%:*} 2>err)" 0
            is "$row ${how%:*}: messages" "$(cat err)" ""
            ${how#*:} && is "$row ${how%:*}" "$(status ./lost)" 0
            has "$row ${how%:*}: log" log '"result":"hooks","why":"edited-text-fails"'
            is "$row ${how%:*}" "$(instr-report coverage --csv lost | awk -F, 'NR > 1 && $5 == "" { print $1, $8 }' | grep -v library | sort | tr '\n' ' ')" \
                'hidden by-hooks kept by-function main by-hooks nowhere by-function shared by-function target by-hooks '
            case $how in -MD*) [ -f lost.d ] && [ -f kept.d ] || fail "$row: no dependency files" ;; esac
        done
    done
done
finish
