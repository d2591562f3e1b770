# full_disk.sh - a disk that is full ends it with one line; nothing is marked as failed for it, and with room it goes on.
. "$(dirname "$0")/common.sh"
[ "$(id -u)" -eq 0 ] || { echo 'skipped: only root can mount a small disk'; exit 77; }
mkdir disk
mount -t tmpfs -o size=2m tmpfs disk 2>/dev/null || { echo 'skipped: nothing can be mounted here'; exit 77; }
trap 'umount disk' EXIT
cat >disk/p.lua <<END
range("a", 1, 40)
build("head -c 100000 /dev/zero >made{a}")
run("test -f made{a} && echo value: {a}", {warmup = 0, repeats = 1})
minimise {output = "value: (%S+)"}
END
instr-tune run -j 1 disk/p.lua >said 2>told && fail "it fits: $(cat said)"
[ "$(wc -l <told)" -eq 1 ] || fail "not one line: $(cat told)"
grep -q 'disk is full; make room and run again' told || fail "it says: $(cat told)"
mount -o remount,size=16m disk
instr-tune run disk/p.lua >said 2>told || fail "with room: $(cat told)"
grep -q '40 measured, 0 failed' said || fail "with room: $(cat said)"
