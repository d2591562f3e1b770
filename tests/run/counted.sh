# counted.sh FOLDER - trivial functions are counted by function: their calls are those that the program counts itself, in threads,
# handlers, children, behind jumps and after a kill, whatever table is asked. With exact timing their time is in their callers, which the
# tree says; by default samples may find it.
unset INSTR_TIMING
mkdir store
export INSTR_TMPDIR="$PWD/store" INSTR_OUTPUT=%p.instr

# sums COMMAND: NAME CALLS, of all profiles.
sums() {
    for profile in ./*.instr; do instr-report "$@" --csv --min=0 "$profile"; done | awk -F, '
        $0 ~ /(^|,)name,/ { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["name"] ~ /^(half|quarter|drop|slow)$/ { sum[$at["name"]] += $at["calls"] } END { for (name in sum) print name, sum[name] }' | sort
}

# Each says how it is counted.
check_status() {
    instr-report coverage --csv ./*.instr >coverage
    [ "$(grep -cE '^(half|quarter|drop),.*,by-function$' coverage)" = 3 ] || fail "$how: coverage: $(cat coverage)"
}

# None has time of its own.
check_exact() {
    instr-report tree --csv --min=0 ./*.instr | cut -d, -f2 >paths
    grep -q '^(in their callers)/half$' paths && grep -q '^main/works/slow$' paths || fail "$how: paths: $(cat paths)"
    ! grep -E '(works|slow)/(half|quarter|drop)' paths || fail "$how: paths of what has none"
    instr-report flat --csv --min=0 ./*.instr | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["name"] ~ /^(half|quarter|drop)$/ { n++; bad += $at["inclusive_s"] + $at["exclusive_s"] > 0 } END { exit bad || n != 3 }' ||
        fail "$how: times: $(instr-report flat --csv ./*.instr)"
}

# counts HOW TIMES [STATUS]
counts() {
    rm -f -- ./*.instr
    ./program "$1" "$2" >out 2>err && status=0 || status=$?
    [ "$status" = "${3:-0}" ] || fail "$how: ends with $status: $(cat err)"
    [ "$status" = 0 ] || instr-report recover store/*.map >/dev/null 2>&1
    sort out >wanted
    for table in flat tree; do
        sums $table >got
        cmp -s wanted got || fail "$how: $table: $(diff wanted got; instr-report tree --no-pager --min=0 ./*.instr)"
    done
}

# The compiler joins what calls in a row add: the thread is looked for once, and not for each of the three.
cat >row.c <<'END'
static int tiny(int x) { return x + 1; }
int row(int x) { return tiny(tiny(x)); }
END
for compiler in gcc clang; do
    is_asked $compiler gcc && command -v $compiler >/dev/null || continue
    for place in -fPIE -fPIC; do
        [ "$compiler $place" != 'gcc -fPIC' ] || continue
        instr-cc $compiler -O2 $place -c row.c
        [ "$(objdump -d --disassemble=row row.o | grep -c '%fs:')" = 1 ] || fail "$compiler $place: $(objdump -d --disassemble=row row.o)"
    done
done

how=usual
for options in 'gcc -O2' 'gcc -O2 -fPIC' 'gcc -O0 -fPIC' 'gcc -O2 -masm=intel' 'gcc -O3 -flto' 'clang -O2' \
    'clang -O0' 'clang -O3 -fPIC' 'clang -O2 -flto'; do
    is_asked "$options" 'gcc -O2' 'gcc -O0 -fPIC' 'gcc -O3 -flto' || continue
    case $options in clang*) command -v clang >/dev/null || continue ;; esac
    instr-cc $options -Wall -Wextra -Werror -pthread -o program "$1/counted.c"
    counts usual 500000
    check_status
    for way in short:100 threads:100000 many:100 moves:2000 signals:3000000 'short child:1' child:300000; do
        how="$options: $way"
        counts "${way%:*}" "${way#*:}"
        ! instr-report ./*.instr | grep INSTR_MEMORY >said || fail "$how: there was memory for all paths: $(cat said)"
    done
    INSTR_LEVEL=0 ./program threads 1000 >out || fail "$options: level 0 ends with $?"
    grep -q '^drop 8000$' out || fail "$options: level 0: $(cat out)"
    how="$options: killed"
    counts killed 1000000 137
    how="$options: exact"
    INSTR_TIMING=exact counts usual 300000
    check_exact
done

# What is off is not counted.
cat >off.c <<'C'
#include <instr.h>
static volatile int sum;
static int tiny(int x) { return x + 1; }
static void many(int n) { for (int i = 0; i < n; i++) sum = tiny(sum); }
int main(void)
{
    many(1000), instr_set_level(0), many(20000), instr_set_level(1), many(300);
    instr_disable(), many(40000), instr_enable(), many(7);
}
C
for options in -O2 '-O2 -fPIC' -O0; do
    rm -f -- ./*.instr
    instr-cc gcc $options -I"$INSTR_TEST_DIR/../../include" -o off off.c && ./off
    [ "$(column_of tiny calls --min=0 ./*.instr)" = 1307 ] || fail "off: $options: $(instr-report flat --csv --min=0 ./*.instr)"
done

# A unit of more functions than those before comes while threads count.
cat >opens.c <<'C'
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
static volatile int sum;
static unsigned long calls;
static int tiny(int x) { return x + 1; }
static void *work(void *unused)
{
    int (*last)(int) = 0;
    for (int i = 0; i < 100000; i++) {
        sum = tiny(sum);
        if (i == 10000)
            last = (int (*)(int))dlsym(dlopen("./large.so", RTLD_NOW), "last");
        if (last)
            sum = last(sum), __atomic_fetch_add(&calls, 1, __ATOMIC_RELAXED);
    }
    return unused;
}
int main(void)
{
    pthread_t ids[4];
    for (int i = 0; i < 4; i++)
        pthread_create(&ids[i], 0, work, 0);
    for (int i = 0; i < 4; i++)
        pthread_join(ids[i], 0);
    printf("%lu\n", calls);
}
C
awk 'BEGIN { for (i = 0; i < 800; i++) print "int f" i "(int x) { return x + " i "; }"; print "int last(int x) { return x ^ 1; }" }' >large.c
instr-cc gcc -O1 -pthread -o opens opens.c -ldl
for options in -fPIC -fPIE; do
    instr-cc gcc -O1 $options -c large.c && gcc -shared -o large.so large.o
    INSTR_LEVEL=0 ./opens >out || fail "opens: level 0 ends with $?"
    rm -f -- ./*.instr
    ./opens >out
    [ "$(column_of last calls --min=0 ./*.instr)" = "$(cat out)" ] && [ "$(column_of tiny calls --min=0 ./*.instr)" = 400000 ] ||
        fail "opens: $options: $(cat out): $(instr-report flat --csv --min=0 ./*.instr)"
done

# A handler that jumps away can come between a call of the program's and the line in which it counts itself. Or it jumps out of the
# runtime: then what was measured is to be recovered.
rm -f -- ./*.instr
./program jumps 3000000 >out
for left in store/*.map; do [ ! -e "$left" ] || instr-report recover "$left" >/dev/null 2>&1; done
sums flat >got
[ -s got ] || fail "jumps: nothing was measured"
awk 'NR == FNR { wanted[$1] = $2; next } { off = $2 - wanted[$1]; if (off < 0 || off > 100) { print; exit 1 } }' out got >odd ||
    fail "jumps: $(cat odd out)"

instr-cc --instr-paths=all gcc -O2 -pthread -o all "$1/counted.c"
rm -f -- ./*.instr
./all short 20 >/dev/null
instr-report tree --csv --min=0 ./*.instr >tree
grep -q ',main/works/drop/slow/quarter/half,' tree && ! grep -q 'in their callers' tree || fail "all paths: $(cat tree)"

# Off it does what it does plainly.
INSTR_LEVEL=0 ./program usual 100000 >off
cc -O2 -pthread -o plain "$1/counted.c"
./plain usual 100000 | cmp - off || fail "with level 0 it does something else"

# No runtime: as if it were not instrumented.
sed 's,libinstr.so.1,libnowhe.so.1,g' <program >absent
chmod +x absent
./absent usual 100000 | cmp - off || fail "without the runtime it does something else"

# All paths of a function that a pragma asks for are exact.
sed '/^static unsigned long quarter/i #pragma instr level(1)' "$1/counted.c" >asked.c
instr-cc gcc -O2 -pthread -o asked asked.c
rm -f -- ./*.instr
./asked usual 100000 >out
instr-report coverage --csv ./*.instr >coverage
grep -q '^quarter,.*,by-path$' coverage && grep -q '^half,.*,by-function$' coverage || fail "asked: $(cat coverage)"
instr-report tree --csv --min=0 ./*.instr | grep -q ',main/works/quarter,' || fail "asked: no path"
