# programs.sh FOLDER - programs made by chance, built without and with a line table: each function has its own time, and its own calls.
unset INSTR_TIMING
export INSTR_OUTPUT=o.instr
command -v python3 >/dev/null || { echo 'there is no python3'; exit 0; }

judge() {
    python3 "$programs" "$@" >said || fail "$(cat said)"
    cat said
}
programs=$1/programs.py
judge 3 9 21 25 26 30 60 -- cc -O2
judge 1 9 25 30 -- cc -O2 -g
judge 2 21 26 -- cc -O3
judge 4 25 -- cc -O1
judge 67 95 -- cc -O2 -fopenmp
judge 25 26 30 -- cc -shared -O2
judge 23 30 -- cc -O2 -static
command -v gfortran >/dev/null && judge 2 7 23 24 33 36 -- gfortran -O2 && judge 23 40 -- gfortran -O3 -g -fPIC -fno-plt
command -v clang >/dev/null && judge 1 21 26 30 -- clang -O2
