# messages.sh SOURCE - the one line that the runtime has to say, where its profile can't be written, does not end the
# program and does not get into its files.
mkdir store
export INSTR_TMPDIR="$PWD/store" INSTR_OUTPUT="$PWD/gone/program.instr"
instr-cc gcc -O1 -o program "$1"

# ended WHAT: in status.
ended() {
    [ "$(cat status)" = 3 ] || fail "$1: ends with $(cat status)"
    rm -f status store/*
}

(./program 2>said || echo $? >status)
grep -q 'instr: the profile was not written' said || fail "nothing said: $(cat said)"
ended "standard error is a file"

# Nobody reads it any more, and the program did not ask to be spared the signal.
mkfifo closed
: <closed &
exec 8>closed
wait $!
(./program >&8 2>&8 || echo $? >status)
exec 8>&-
ended "standard error is a closed pipe"

# Nobody reads it now: a full pipe. sleep holds the other end.
mkfifo pipe
sleep 300 <pipe &
reader=$!
exec 7>pipe
(timeout 10 dd if=/dev/zero bs=4096 count=64 oflag=nonblock >&7) 2>/dev/null || true
(timeout 100 ./program 2>&7 || echo $? >status)
exec 7>&-
kill $reader
ended "standard error is a full pipe"

head -c 1024 /dev/zero >limited
(ulimit -f 2; ./program 2>>limited || echo $? >status)
[ "$(wc -c <limited)" -eq 1024 ] || fail "the file is longer than it may be"
ended "standard error is as long as it may be"

(./program data || echo $? >status) 2>said
ended "a file of the program's"
[ "$(cat data)" = mine ] || fail "in the program's file: $(cat data)"
(./program data || echo $? >status) 2>&-
ended "a file of the program's, and no standard error"
[ "$(cat data)" = mine ] || fail "in the program's file: $(cat data)"
