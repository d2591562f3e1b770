# apart.sh FOLDER INCLUDE LIBDIR - libraries in namespaces of their own (dlmopen) come and go as plain ones do, and are not
# measured; the program is.
sources=$1
export INSTR_TMPDIR="$PWD"

gcc -O1 -o plain "$sources/apart.c"
instr-cc gcc -O1 -o ours "$sources/apart.c"
library="-O1 -shared -fPIC -I $2 $sources/apart_library.c"
gcc $library -o plain.so
instr-cc gcc $library -o found.so
instr-cc gcc $library -o linked.so -Wl,--no-as-needed -L"$3" -linstr -Wl,-rpath,"$3"
gcc $library -DWITH_LABELS -o labels.so
gcc $library -DWITH_TIMERS -o timers-linked.so -L"$3" -linstr_gptl
gcc $library -DWITH_LABELS -o labels-linked.so -Wl,--no-as-needed -L"$3" -linstr -Wl,-rpath,"$3"

# The loader finds the runtime by name where a library has labels alone.
export LD_LIBRARY_PATH="$3${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"

# what PROGRAM LIBRARY: how often it went well, and whether all calls gave what they should: 6 each.
what() {
    "./$1" "./$2.so" | awk -F'[ ,]+' '{ right = $9 == 6 * ($1 + $6); print $1, $6, right ? "right" : "wrong: " $0 }'
}
set -- $(what plain plain)
[ "$1 $3" = '200 right' ] && at_once=$2 || fail "plainly: $*"
for library in found labels linked labels-linked timers-linked; do
    for program in plain ours; do
        set -- $(what $program $library)
        [ "$1 $3" = '200 right' ] || fail "$program with $library.so: $*"
        # What has the runtime among its own needs brings it along, with its thread-local storage.
        case $library in
        *linked) [ "$2" -ge $((at_once / 2)) ] ;;
        *) [ "$2" = "$at_once" ] ;;
        esac || fail "$program with $library.so: $2 at once, plainly $at_once"
        if [ $program = plain ]; then
            found=$(find . -name '*.instr' -o -name '*.map')
            [ -z "$found" ] || fail "$library.so was measured: $found"
        else
            check_one_profile "$program with $library.so"
            [ "$(profile_names)" = "load $((201 + $2))
main 1" ] || fail "$program with $library.so: $(profile_names)"
        fi
        rm -f -- *.instr
    done
done
