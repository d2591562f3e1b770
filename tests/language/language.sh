# language.sh SOURCE - one program about one part of the language, built plainly and through instr-cc with
# each compiler at -O0 and -O2: nothing is printed while compiling that the plain build does not print, output
# and exit status are the same, and the profile has the calls that the source states:
#     compilers: gcc            (default: all)
#     flags: -std=c99 ...
#     calls: NAME COUNT         in the first process
#     calls -O2: NAME COUNT     the same, only when compiled so
#     child: NAME COUNT         in all other processes together
#     path: OUTER;INNER;...     a call path, in the first process
#     left alone: NAME REASON
source=$1

# calls_of NAME FILE: a name may have commas, and then quotes around it.
calls_of() {
    awk -v n="$1" '{
        at = /^"/ ? index($0, "\",") + 1 : index($0, ",")
        name = substr($0, 1, at - 1)
        gsub(/^"|"$/, "", name)
        gsub(/""/, "\"", name)
        split(substr($0, at + 1), field, ",")
        if (name == n)
            calls += field[4]
    } END { print calls + 0 }' "$2"
}

stated() { sed -n "s/^ \* $1: //p" "$source"; }

check_program() {
    label="$1 $2"
    $1 $2 $flags -o plain "$source" -lm 2>plain.messages || fail "$label: does not compile plainly"
    instr-cc $1 $2 $flags -o program "$source" -lm 2>messages || fail "$label: $(head -n 3 messages)"
    diff plain.messages messages || fail "$label: other messages than plainly"
    rm -f -- *.instr
    ./plain >plain.out 2>plain.err && plain=0 || plain=$?
    INSTR_OUTPUT=%p.instr sh -c 'echo $$ >pid; exec ./program' >program.out 2>program.err && status=0 || status=$?
    profile=$(cat pid).instr
    [ "$plain" = "$status" ] || fail "$label: exits with $status, plainly with $plain"
    diff plain.out program.out || fail "$label: output differs"
    diff plain.err program.err || fail "$label: error output differs"
    instr-report coverage --no-pager --csv "$profile" >coverage || fail "$label: no profile"
    instr-report flat --no-pager --csv "$profile" >flat
    { stated calls && stated "calls $2"; } | while read -r line; do
        name=${line% *} count=${line##* }
        found=$(calls_of "$name" flat)
        [ "$found" = "$count" ] || fail "$label: $name has $found calls, not $count"
    done
    stated child | while read -r name count; do
        for child in *.instr; do
            [ "$child" = "$profile" ] || instr-report flat --no-pager --csv "$child"
        done >children
        found=$(calls_of "$name" children)
        [ "$found" = "$count" ] || fail "$label: $name has $found calls in children, not $count"
    done
    instr-report export folded --no-pager --min=0 "$profile" >paths
    stated path | while read -r path; do
        grep -qF "$path " paths || fail "$label: no path $path"
    done
    stated 'left alone' | while read -r line; do
        name=${line% *} reason=${line##* }
        grep -q "^$name,.*,$reason," coverage || fail "$label: $name is not left alone for $reason"
    done
    case $source in *.cpp) instr-report coverage --csv program | grep ',no-record,' && fail "$label: lacks functions" ;; esac
    ! grep -q ',\(unit\|probe\)-failed,' coverage || fail "$label: the edited unit does not compile"
}

flags=$(stated flags)
compilers=$(stated compilers) ran=
for compiler in ${TEST_COMPILERS:-gcc clang}; do
    [ "${source%.cpp}" = "$source" ] || compiler=$(echo "$compiler" | sed 's/gcc/g++/; s/clang/clang++/')
    case " ${compilers:-$compiler} " in *" $compiler "*) ;; *) continue ;; esac
    command -v "$compiler" >/dev/null || continue
    ran=yes
    for opt in -O0 -O2; do
        check_program "$compiler" "$opt"
    done
done
[ "$ran" ] || exit 77 # none of them was asked for
