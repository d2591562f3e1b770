# opencl_mpi.sh COMPILER LAUNCHER SOURCES - four ranks: launches and times of all of them add up in the job's profile.
compiler=$1 launcher=$2 sources=$3
export POCL_CACHE_DIR=$PWD/cache HOME=$PWD
instr-cc "$compiler" -O1 -DWITH_MPI -o program "$sources/opencl.c" -lOpenCL || { echo "no OpenCL to link with: skipped"; exit 77; }
# Alone first: it fills the cache of kernels.
INSTR_LEVEL=0 $launcher -n 1 ./program 1 >printed 2>said || { echo "no OpenCL device: skipped ($(cat said))"; exit 77; }
INSTR_PLUGINS=opencl INSTR_OUTPUT=job.instr $launcher -n 4 ./program 5 >printed 2>said || fail "it ended with $?: $(cat said)"
[ "$(wc -l <printed)" = 48 ] || fail "the ranks printed $(cat printed)"
instr-report tree --csv --min=0 job.instr | python3 "$sources/opencl.py" printed || fail "$(instr-report tree job.instr)"
instr-report tree --csv --min=0 job.instr | awk -F, '
    NR == 1 {for (i = 1; i <= NF; i++) at[$i] = i}
    $at["kind"] == "device" {kernels++; if ($at["ranks"] != 4) bad = 1}
    END {exit bad || kernels < 12}' || fail "not all ranks are in the device's rows"
