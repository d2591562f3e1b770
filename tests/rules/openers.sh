#!/bin/sh
# openers.sh SOURCE - there is one way to open for reading what somebody else names (common/input.h), and one to write it
# (common/writer.h): a pipe is not waited for, no memory is taken by what has no end, no file is cut before its successor is whole.
set -eu
cd "$1"
LC_ALL=C
export LC_ALL

# Who else may, and why.
left_out() {
    cat <<'END'
common/writer.c       it is the one way to write
runtime/timers/     these do what the interfaces do that they stand in for, with files that the program names in a call
instrumenter/driver/run.c   a file in a folder of our own, which takes what a program prints
END
}

found=$(grep -rnE '\b(fopen|freopen|getline|getdelim|creat)[ ]*\(|O_TRUNC' --include='*.[ch]' common profile runtime instrumenter report tune |
    grep -vE 'fopen\([^"]*"wxe"\)' || :) # a file that is not there yet
wrong=$(echo "$found" | grep -vE "^($(left_out | sed 's/ .*//; s/\./\\./g' | tr '\n' '|' | sed 's/|$//'))" || :)
[ -z "$wrong" ] || {
    echo "these open files in a way of their own, see common/input.h and common/writer.h:"
    echo "$wrong"
    exit 1
}
for each in $(left_out | sed 's/ .*//'); do
    echo "$found" | grep -q "^$each" || { echo "$each opens nothing any more: $0 need not leave it out" && exit 1; }
done
