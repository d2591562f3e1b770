# opencl.sh SOURCES - two queues and ten kernels: each is a row of the device, under the function that launched it, with the
# launches and the time that its own profiling events say. Without OpenCL nothing is tried.
sources=$1
export POCL_CACHE_DIR=$PWD/cache HOME=$PWD
instr-cc gcc -O1 -o program "$sources/opencl.c" -lOpenCL || { echo "no OpenCL to link with: skipped"; exit 77; }
plain=0
INSTR_LEVEL=0 ./program 1 >/dev/null 2>said || plain=$?
[ $plain != 77 ] || { echo "no OpenCL device: skipped ($(cat said))"; exit 77; }
[ $plain = 0 ] || fail "the program ends with $plain: $(cat said)"

check() # WHAT
{
    [ ! -s said ] || fail "$1: it said $(cat said)"
    check_sums run.instr
    # FUNCTION KERNEL LAUNCHES NS of the program's own events; of the one without an event only the launch is known.
    instr-report tree --csv --min=0 run.instr | python3 "$sources/opencl.py" printed || fail "$1: $(cat printed; instr-report tree run.instr)"
}
for timing in exact adaptive; do
    INSTR_TIMING=$timing INSTR_PLUGINS=opencl INSTR_OUTPUT=run.instr ./program >printed 2>said || fail "it ended with $?"
    check $timing
done

# What devices do is nobody's host time: main takes as long as without it, and the root as long as the run.
instr-report tree --csv run.instr | awk -F, '
    NR == 1 {for (i = 1; i <= NF; i++) at[$i] = i}
    $at["name"] ~ /^device / {lanes++; if ($at["kind"] != "thread" || $at["exclusive_s"] > 1e-9) bad = 1}
    $at["kind"] == "device" {kernels++}
    END {exit bad || lanes != 3 || kernels < 12}' || fail "the rows are not lanes: $(instr-report tree --csv run.instr)"
instr-report tree run.instr | grep -q '^.* device .*  device$' || fail "a row is not called a device"

# Nothing but the profile is missing without one; and what other tools are given can be made.
INSTR_PLUGINS=opencl INSTR_OUTPUT=None ./program 1 >printed || fail "without a profile it ended with $?"
for format in callgrind pprof firefox html; do
    case $format in
    html) instr-report html -o page.html run.instr >/dev/null || fail "no page" ;;
    *) instr-report export $format -o out run.instr >/dev/null 2>said || fail "export $format: $(cat said)" ;;
    esac
done
