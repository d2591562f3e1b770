#!/bin/sh
# tools.sh SOURCES - ranges of NVTX, ITT and ROCTX, and timers of GPTL: a tool's library is told of each call, as the profile counts them; without a
# tool the program runs, and is told what is missing.
set -eu
. "$INSTR_TEST_DIR/check.sh"
unset INSTR_TIMING NVTX_INJECTION64_PATH INTEL_LIBITTNOTIFY64
sources=$1
instr-cc --instr-paths=all gcc -O1 -pthread -o program "$sources/program.c"

make_tool() # NAME OPTIONS...
{
    name=$1
    shift
    cc -std=gnu11 -O1 -w -shared -fPIC "$@" -o "$name" "$sources/tool.c"
}
make_tool nvtx.so -DNVTX
make_tool nvtx-plain.so -DNVTX -DPLAIN
make_tool itt.so -DITT
make_tool itt-plain.so -DITT -DPLAIN
make_tool libroctx64.so -DROCTX
make_tool libgptl.so -DGPTL
make_tool libgptl-plain.so -DGPTL -DPLAIN

check() # PLUGIN NAMED VARIABLE=VALUE
{
    rm -f tool
    env "$3" INSTR_PLUGINS="$1" INSTR_OUTPUT=run.instr ./program >printed 2>said || fail "with $3 it ended with $?"
    ! grep -v ' took ' said || fail "with $3 it said: $(cat said)"
    instr-report flat --csv run.instr | awk -F, 'NR > 1 && $5 > 0 && $4 == "function" && $1 != "closes" {print $1, $5}' |
        sort >profile.calls
    grep -v -e ^- -e ^across -e ^closes tool | sort >tool.calls # of these the rest of a call is a range of its own
    [ "$(wc -l <tool.calls)" = 7 ] || fail "$3: few ranges: $(cat tool)"
    diff profile.calls tool.calls || fail "$3: the tool was told of other calls"
    grep -q '^across [2-9]' tool || fail "$3: the label is no range, or does not go on: $(cat tool)"
    grep -qx -e "- odd 0, open 0, named $2" tool || fail "$3: $(tail -n 1 tool)"
}
check nvtx 3 NVTX_INJECTION64_PATH=./nvtx.so
check nvtx 3 NVTX_INJECTION64_PATH=./nvtx-plain.so
check itt 3 INTEL_LIBITTNOTIFY64=./itt.so
check itt 3 INTEL_LIBITTNOTIFY64=./itt-plain.so
check roctx 0 LD_LIBRARY_PATH=.
check libgptl 0 INSTR_LIBGPTL=./libgptl.so
sort timing.0 | grep -v -e ^across -e ^closes >timing.calls
diff profile.calls timing.calls || fail 'GPTL was not asked for its file in the end'
check libgptl 0 LD_LIBRARY_PATH=.

# A GPTL that knows no threads hears of the main one.
INSTR_LIBGPTL=./libgptl-plain.so INSTR_PLUGINS=libgptl INSTR_OUTPUT=None ./program >printed 2>said || fail "it ended with $?"
grep -q 'libgptl: this GPTL was not built for the program' said || fail "no word of threads: $(cat said)"
[ "$(grep -cx -e 'main 1' -e 'work 2' -e 'tiny 2000' timing.0)" = 3 ] || fail "the main thread alone: $(cat timing.0)"

expect() # PLUGIN TEXT VARIABLE=VALUE
{
    env "$3" INSTR_PLUGINS="$1" INSTR_OUTPUT=run.instr ./program >printed 2>said || fail "with $3 it ended with $?"
    grep -q "$2" said || fail "with INSTR_PLUGINS=$1 $3 it says: $(cat said)"
}
expect nvtx 'nvtx: there is no tool: NVTX_INJECTION64_PATH names its library' A=1
expect nvtx 'nvtx: NVTX_INJECTION64_PATH can.t be loaded: .*no.so' NVTX_INJECTION64_PATH=./no.so
expect nvtx 'is no library for NVTX: it has no InitializeInjectionNvtx2' NVTX_INJECTION64_PATH=./itt.so
expect itt 'itt: there is no collector: INTEL_LIBITTNOTIFY64 names its library' A=1
expect itt 'itt: ./nvtx.so takes no tasks' INTEL_LIBITTNOTIFY64=./nvtx.so
expect libgptl 'libgptl: there is no GPTL; INSTR_LIBGPTL names its library' A=1
expect libgptl 'libgptl: ./itt.so is no GPTL' INSTR_LIBGPTL=./itt.so
expect roctx 'roctx: there is no ROCTX: LD_LIBRARY_PATH must lead to libroctx64.so' A=1
