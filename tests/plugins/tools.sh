# tools.sh SOURCES - ranges of NVTX: a tool's library is told of each call, as the profile counts them; without a tool the program
# runs, and is told what is missing.
unset INSTR_TIMING NVTX_INJECTION64_PATH
sources=$1
instr-cc --instr-paths=all gcc -O1 -pthread -o program "$sources/program.c"
cc -std=gnu11 -O1 -w -shared -fPIC -o nvtx.so "$sources/tool.c"
cc -std=gnu11 -O1 -w -shared -fPIC -DPLAIN -o nvtx-plain.so "$sources/tool.c"
echo 'int other;' | cc -shared -fPIC -x c - -o other.so

for tool in nvtx nvtx-plain; do
    rm -f tool
    NVTX_INJECTION64_PATH=./$tool.so INSTR_PLUGINS=nvtx INSTR_OUTPUT=run.instr ./program >printed 2>said || fail "with $tool it ended with $?"
    ! grep -v ' took ' said || fail "with $tool it said: $(cat said)"
    instr-report flat --csv run.instr | awk -F, 'NR > 1 && $5 > 0 && $4 == "function" && $1 != "closes" {print $1, $5}' |
        sort >profile.calls
    grep -v -e ^- -e ^across -e ^closes tool | sort >tool.calls # of these the rest of a call is a range of its own
    [ "$(wc -l <tool.calls)" = 7 ] || fail "$tool: few ranges: $(cat tool)"
    diff profile.calls tool.calls || fail "$tool: the tool was told of other calls"
    grep -q '^across [2-9]' tool || fail "$tool: the label is no range, or does not go on: $(cat tool)"
    grep -qx -e '- odd 0, open 0, named 3' tool || fail "$tool: $(tail -n 1 tool)"
done

expect() # TEXT VARIABLE=VALUE
{
    env "$2" INSTR_PLUGINS=nvtx INSTR_OUTPUT=run.instr ./program >printed 2>said || fail "with $2 it ended with $?"
    grep -q "$1" said || fail "with $2 it says: $(cat said)"
}
expect 'nvtx: there is no tool: set NVTX_INJECTION64_PATH to its library' A=1
expect 'nvtx: NVTX_INJECTION64_PATH can.t be loaded: .*no.so' NVTX_INJECTION64_PATH=./no.so
expect 'is not a library for NVTX: it has no InitializeInjectionNvtx2' NVTX_INJECTION64_PATH=./other.so
