# cores.sh SOURCE - core dumps are as small as the plain program's, give or take what the runtime's library itself has, and
# hold nothing of what was measured: not the store, which is a file already, nor one that was removed.
. "${0%/*}/both.sh"
build_both "$1" -pthread
ulimit -c unlimited 2>/dev/null || { echo 'no core may be dumped here'; exit 77; }
export INSTR_TIMING=adaptive

# core_of PROGRAM HOW: what the core takes on the disk and how long it is, in kilobytes.
core_of() {
    rm -f -- core core.*
    "./$1" "$2" >/dev/null 2>&1 || true
    for core in core core.*; do
        [ ! -f "$core" ] || { du -k "$core" && du -k --apparent-size "$core"; } | awk '{ print $1 }' | sort -n | tail -n 1
    done
}
[ -n "$(core_of plain abort)" ] || { echo 'cores are written elsewhere on this machine'; exit 77; }

# `abort-after-exec`: the profile was written before, in vain, and a store was made again.
for how in abort segv abort-after-exec; do
    plain=$(core_of plain $how) ours=$(core_of program $how)
    [ -n "$ours" ] || fail "$how: no core"
    [ "$ours" -le $((plain + 2048)) ] || fail "$how: a core of $ours KB, plainly $plain KB"
    rm -f -- store/* ./*.instr
done
