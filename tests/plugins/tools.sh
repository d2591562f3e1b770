#!/bin/sh
# tools.sh SOURCES - ranges of NVTX, ITT and ROCTX: a tool's library is told of each call, as the profile counts them; without a
# tool the program runs, and is told what is missing.
set -eu
. "$INSTR_TEST_DIR/check.sh"
unset INSTR_TIMING NVTX_INJECTION64_PATH INTEL_LIBITTNOTIFY64
sources=$1
instr-cc gcc -O1 -pthread -o program "$sources/program.c"

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
expect roctx 'roctx: there is no ROCTX: LD_LIBRARY_PATH must lead to libroctx64.so' A=1
