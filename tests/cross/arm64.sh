# arm64.sh CMAKE SOURCE BUILD - the runtime built for arm64, its unit tests, and programs that the instr-cc of this machine
# made for that one: all run by qemu. 77 where something for it is not installed.
cmake=$1 source=$2 build=$3
cross=$build/arm64

for tool in clang aarch64-linux-gnu-objdump qemu-aarch64; do
    command -v $tool >/dev/null || { echo "not run: no $tool, see docs/dev/testing.md"; exit 77; }
done
[ -e /usr/aarch64-linux-gnu/include/stdio.h ] || { echo 'not run: no libc6-dev-arm64-cross'; exit 77; }
compiler='clang --target=aarch64-linux-gnu'

unset INSTR_TIMING
"$cmake" -S "$source" -B "$cross" -DCMAKE_TOOLCHAIN_FILE="$source/cmake/arm64.cmake" \
    -DCMAKE_BUILD_TYPE=RelWithDebInfo -DINSTR_WERROR=ON >configure.log || fail "configuring: $(tail -20 configure.log)"
"$cmake" --build "$cross" --parallel 2 >build.log 2>&1 || fail "building: $(tail -20 build.log)"
# The other unit tests, and sums over many messages, are the same on each machine.
(cd "$cross" && ctest --parallel 2 -R '^runtime-' -E operations --output-on-failure </dev/null) || fail 'the unit tests'

library=$(find "$cross/lib" -name libinstr.so.1)
INSTR_LIBDIR=$(dirname "$library")
export INSTR_LIBDIR

# as_arm64 COMMAND...: in an environment of its own, so that no profile of qemu's is taken for the program's.
as_arm64() {
    qemu-aarch64 -L /usr/aarch64-linux-gnu "$@"
}

# Calls in both timings are those that were made, by the time stamp counter and by another clock, loaded and static.
for linked in '' -static; do
    instr-cc $compiler $linked -O2 -pthread -o counts "$source/tests/cross/counts.c"
    for setting in INSTR_TIMING=adaptive INSTR_TIMING=exact INSTR_CLOCK=monotonic; do
        rm -f counts.instr
        as_arm64 -E $setting -E INSTR_OUTPUT=counts.instr ./counts >output || fail "$linked $setting: ends with $?"
        instr-report flat --csv counts.instr |
            awk -F, '$1 == "leaf" || $1 == "walk" { calls[$1] += $5 } END { for (name in calls) print name, calls[name] }' |
            sort >counted
        diff output counted || fail "$linked $setting: calls in the profile are not those that were made"
        clock=$(instr-report flat --json counts.instr | sed -n 's/.*"clock": *"\([a-z_]*\)".*/\1/p' | head -1)
        case $setting:$clock in
        INSTR_CLOCK=monotonic:monotonic | INSTR_TIMING=*:tsc | *:) ;;
        *) fail "$setting: the clock is $clock" ;;
        esac
    done
done

# Killed, and what it left is read by the tools of this machine.
cat >killed.c <<'END'
#include <signal.h>
#include <unistd.h>
__attribute__((noinline)) static int leaf(int x) { return x + 1; }
int main(void) { volatile int x = 0; for (int i = 0; i < 1000; i++) x = leaf(x); return kill(getpid(), SIGKILL); }
END
instr-cc $compiler -O1 -o killed killed.c
mkdir -p left
as_arm64 -E INSTR_TMPDIR="$PWD/left" ./killed && fail 'it was not killed' || :
instr-report recover -o killed.instr left/instr.*.map >recover.log 2>&1 || fail "recover: $(cat recover.log)"
instr-report flat --csv killed.instr | grep -q '^leaf,.*,1000,' || fail "recovered: $(instr-report flat --csv killed.instr)"

# A part of the torture suite.
status=0
sh "$source/tests/torture/torture.sh" gcc --every 32 --opts -O2 --cc "instr-cc $compiler" --report instr-report \
    --run 'qemu-aarch64 -L /usr/aarch64-linux-gnu' --work "$PWD/torture" --sources "$build/tests/torture/sources" \
    --seconds 120 || status=$?
[ "$status" = 0 ] || [ "$status" = 77 ] || fail 'the torture suite'
