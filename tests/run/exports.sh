# exports.sh FOLDER LIBRARIES - the programming interface by its names, without instr.h: each function may be the first
# that is called, and what is measured is in a profile at the end.
folder=$1 libraries=$2
runtime=$libraries/libinstr.so.1
export LD_LIBRARY_PATH="$libraries${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"

# has CALLS PATH: in the one profile there is.
has() {
    check_one_profile
    found=$(instr-report tree --csv --min=0 *.instr | awk -F, -v path="$2" '$2 == path { print $7 }')
    [ "$found" = "$1" ] || fail "$3: '$2' has ${found:-no} calls, not $1"
    rm -f -- *.instr
}

cc -O1 -o names "$folder/names.c" -ldl
names=$(nm -D --defined-only "$runtime" | awk '$2 == "T" && $3 ~ /^instr_/ { print $3 }')
[ "$(echo "$names" | wc -l)" -gt 30 ] || fail "few functions: $names"
for name in $names; do
    ./names "$runtime" "$name" >out 2>&1 || fail "$name first: ends with $?: $(cat out)"
    has 1 "by name" "$name first"
done
INSTR_LEVEL=0 ./names "$runtime" instr_now >out 2>&1 && fail "measured, though it is off"

for kind in "-linstr -Wl,-rpath,$libraries" "-static $libraries/libinstr.a"; do
    case ${CHECKER:-}$kind in thread-static*) continue ;; esac # its library links into no static program
    cc -O1 -o declares "$folder/declares.c" -L "$libraries" $kind
    ./declares || fail "declared by hand, $kind: ends with $?"
    has 3 "by name" "declared by hand, $kind"
done

if command -v gfortran >/dev/null; then
    gfortran -o fortran "$folder/timers.f90" -L "$libraries" -linstr
    ./fortran || fail "Fortran: ends with $?"
    instr-report list --csv ./*.instr | grep -q '"mesh=icos480,dt=0.5,solver=cg"' || fail "notes: $(instr-report list --csv ./*.instr)"
    has 3 "by name" Fortran
else
    echo "no gfortran: not tried"
fi
if command -v python3 >/dev/null && python3 -c 'import ctypes' 2>/dev/null; then
    python3 "$folder/timers.py" "$runtime" || fail "Python: ends with $?"
    has 3 "by name/inner" Python
else
    echo "no python3 with ctypes: not tried"
fi
