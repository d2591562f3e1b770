# patched.sh SOURCE - probes of functions that are demoted or off for good call nothing any more; those of others do.
[ "$(uname -m)" = x86_64 ] || exit 77
source=$1

cat >filter <<'END'
SCOREP_REGION_NAMES_BEGIN
    EXCLUDE tiny little
SCOREP_REGION_NAMES_END
END

# run SETTING: what the program says of its code before its work and after.
run() {
    env "$1" INSTR_OUTPUT=profile.instr ./program >out || fail "$built with $1: ends with $?"
    grep '^sums' out | cmp -s - sums || fail "$built with $1: other sums: $(cat out)"
    before=$(sed -n 's/^before //p' out) after=$(sed -n 's/^after //p' out)
}

# try PATHS COMMAND...: with all calls on their paths, or with functions that may be demoted.
try() {
    is_asked "$*" 'all gcc -O2' 'most gcc -O2 -fcf-protection -flto' || return 0
    built=$* paths=$1
    shift
    "$@" -o plain "$source" -pthread
    ./plain | grep '^sums' >sums
    instr-cc --instr-paths="$paths" "$@" -o program "$source" -pthread

    INSTR_TIMING=adaptive
    export INSTR_TIMING
    run INSTR_LEVEL=1
    all=$before
    [ "${all%% *}" -gt 4 ] || fail "$built: no probes: $(cat out)"
    if [ "$paths" = all ]; then
        [ "$after" = "$all" ] || fail "$built: probes of functions that keep their frames were changed: $(cat out)"
    else
        [ "${after%% *}" -lt "${all%% *}" ] && [ "${after#* }" -gt 0 ] || fail "$built: nothing was demoted: $(cat out)"
    fi

    run INSTR_LEVEL=0
    [ "$before" = '0 0' ] || fail "$built: left of probes that are off: $(cat out)"

    run INSTR_FILTER=filter
    [ "${before%% *}" -lt "${all%% *}" ] || fail "$built: none taken out for the filter: $(cat out)"

}

for compiler in ${TEST_COMPILERS:-gcc clang}; do
    try all "$compiler" -O2
    [ "$compiler" = gcc ] || try most "$compiler" -O2
done
[ "$compiler" = gcc ] || exit 0
for paths in all most; do
    try $paths gcc -O2 -fno-pie -no-pie
    try $paths gcc -O2 -fcf-protection -flto
    try $paths gcc -O2 -masm=intel
done
