# inputs.sh - files that somebody else names: devices without an end, pipes that nobody writes to, files that are too large. All
# are refused at once with a reason, by the tools and in a program, which runs as it does without.
[ -n "${LD_PRELOAD:-}" ] || ulimit -v 8000000
printf 'int work(int n) { return n * 2; } int main(void) { return work(1) - 2; }\n' >program.c
mkfifo pipe
truncate -s 1T huge

# refused STATUS WORDS... -- COMMAND...: ends with the status, neither after a long time nor by a signal, and says why.
refused() {
    wanted=$1 words=$2
    shift 2
    timeout 20 "$@" </dev/null >said 2>&1 && status=0 || status=$?
    [ "$status" = "$wanted" ] || fail "$*: ends with $status: $(head -c 300 said)"
    [ -z "$words" ] || grep -q "$words" said || fail "$*: $(head -c 300 said)"
}
ordinary='not a regular file'

# Reports, and the formulas that they show.
instr-cc gcc -o program program.c
INSTR_METRICS=os INSTR_OUTPUT=good.instr ./program
for input in /dev/full /dev/zero pipe; do
    for command in '' flat coverage timeline filter "diff $input"; do
        refused 73 "$ordinary" instr-report $command $input
    done
    refused 71 "$ordinary" env INSTR_FORMULAS=$input instr-report flat --by=metric good.instr
done
refused 73 'not an instr profile' instr-report flat huge
refused 71 'larger than' env INSTR_FORMULAS=huge instr-report flat --by=metric good.instr

# The filter of a build, and of a run; what the program does is the same. A plug-in. A log that nobody reads.
for input in /dev/zero /dev/full pipe huge; do
    words=$ordinary
    [ $input != huge ] || words='larger than'
    refused 71 "$words" env INSTR_BUILD_FILTER=$input instr-cc gcc -c program.c
    refused 0 "INSTR_FILTER is ignored.*$words" env INSTR_FILTER=$input ./program
done
for input in /dev/zero "$PWD/pipe"; do
    refused 0 "INSTR_PLUGINS.*$ordinary" env INSTR_PLUGINS="$input" ./program
done
refused 0 '' env INSTR_LOG=pipe instr-cc gcc -c program.c

# The store of a program that was to write to a device, or to a pipe: the profile comes beside it.
mkdir store
printf '#include <stdlib.h>\n__attribute__((noinline)) void work(void) { abort(); } int main(void) { work(); }\n' >ends.c
instr-cc gcc -w -o ends ends.c
export INSTR_TMPDIR="$PWD/store"
ln -s /dev/full to-full
for output in to-full pipe; do
    (INSTR_OUTPUT=$output ./ends) >said 2>&1 || true
    [ -n "$(ls store)" ] || fail "$output: nothing to recover"
    refused 0 "$output.*recovered.instr: profile of process" instr-report recover store/*.map
    instr-report flat --csv $output.*.recovered.instr | grep -q '^work,' || fail "$output: nothing was recovered"
done
