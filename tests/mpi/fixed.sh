# fixed.sh COMPILER LAUNCHER SOURCE - jobs that are told one name for their profiles: what runs at the same time, or as another job of
# a batch system, keeps its profile, and a line says where; a later run replaces an earlier one's.
compiler=$1 launcher=$2 source=$3
mkdir store
export INSTR_TMPDIR="$PWD/store" INSTR_OUTPUT=fixed.instr
instr-cc $compiler -O1 -o linked "$source"
printf 'static int f(void) { return 0; }\nint main(void) { return f(); }\n' >serial.c
instr-cc cc -o serial serial.c

# check WHAT PROFILES: that many, and each has a whole job.
check() {
    [ "$(ls ./*.instr | wc -l)" -eq "$2" ] || fail "$1: $(ls ./*.instr)"
    for profile in ./*.instr; do
        [ "$(instr-report flat --csv "$profile" | awk -F, '$1 == "work" { print $5 }')" = 30 ] || fail "$1: $profile"
    done
    [ ! "$(ls -A store)" ] || fail "$1 left $(ls -A store)"
}
# job OUT [WORDS...]: what it prints goes to OUT. Open MPI gets a folder for each: a launcher that begins removes an empty one, which
# another has just made.
job() {
    out=$1
    shift
    OMPI_MCA_orte_tmpdir_base=$(mktemp -d -p "$OMPI_MCA_orte_tmpdir_base") timeout -k 5 60 $launcher -n 3 ./linked "$@" >"$out" 2>&1 ||
        fail "a job ended with $?: $(cat "$out")"
}

job one.out
job two.out
check 'one after the other' 1
cat one.out two.out | grep . && fail 'one after the other'
rm fixed.instr

job one.out here there &
first=$!
job two.out there here
wait $first
check 'at the same time' 2
[ "$(cat one.out two.out | grep -c "another job's profile")" -eq 1 ] || fail "at the same time: $(cat one.out two.out)"
rm ./*.instr

for number in 41 42 41; do
    COBALT_JOBID=$number job batch.out
done
check 'two jobs of a batch system' 2
[ -e fixed-42.instr ] || fail "two jobs of a batch system: $(ls ./*.instr)"
rm ./*.instr

for number in 41 42 42; do
    COBALT_JOBID=$number ./serial 2>serial.err
done
[ "$(ls ./*.instr | wc -l)" -eq 2 ] && grep -q '%j in INSTR_OUTPUT' serial.err || fail "serial programs: $(ls ./*.instr; cat serial.err)"
rm ./*.instr

# Ranks that do not see each other's files, as in containers: each keeps its profile, and they are told to merge them.
cat >apart <<'EOF'
#!/bin/sh
INSTR_TMPDIR=$INSTR_TMPDIR/${OMPI_COMM_WORLD_RANK:-${PMI_RANK:-0}}
mkdir "$INSTR_TMPDIR"
export INSTR_TMPDIR
exec "$@"
EOF
chmod +x apart
timeout -k 5 60 $launcher -n 3 ./apart ./linked >apart.out 2>&1 || fail "ranks apart: ended with $?: $(cat apart.out)"
[ "$(ls ./*.instr | wc -l)" -eq 3 ] && [ "$(grep -c "'instr-report merge'" apart.out)" -eq 2 ] ||
    fail "ranks apart: $(ls ./*.instr; cat apart.out)"
instr-report merge -o all ./*.instr >merge.out
[ "$(column_of work calls all)" = 30 ] || fail "ranks apart: $(column_of work calls all) calls, not 30"
rm ./*.instr && rmdir store/*

# Ranks that write their own.
INSTR_JOB=each job each.out
[ "$(ls ./*.instr | wc -l)" -eq 3 ] || fail "each rank its own: $(ls ./*.instr)"
rm ./*.instr

# A killed rank takes the others along: whoever looks at what one left is told of the others.
INSTR_OUTPUT=%x.%r.instr $launcher -n 3 ./linked kills itself now >kill.out 2>&1 || true
for try in $(seq 600); do
    instr-report recover >recover.out 2>&1 || true
    [ "$(ls ./*.instr 2>/dev/null | wc -l)" -lt 3 ] || break
    sleep 0.1
done
instr-report ./linked.1.instr >summary.out
[ "$(grep -c "^2 ranks of the job are missing: .*'instr-report recover'" summary.out)" -eq 1 ] || fail "a killed rank: $(cat summary.out kill.out)"
rm ./*.instr

# A job that ends without MPI_Finalize: one line says how to find what there is.
$launcher -n 3 ./linked aborts >abort.out 2>&1 || true
[ "$(grep -c 'instr-report recover' abort.out)" -eq 1 ] || fail "MPI_Abort: $(cat abort.out)"
