# device.sh SOURCES PLUGIN - the plug-in for CUDA against something that answers as CUPTI does, or that for HIP with roctracer: each kernel
# is a row of its device under the function that launched it. Without the maker's library, and where that refuses, the program runs
# and is told what to do.
plugin=$2
case $plugin in
cuda) stand_in=cupti.c library=libcupti.so.12 && unset INSTR_TIMING ;;
hip) stand_in=roctracer.c library=libroctracer64.so.4 ;; # all calls are timed
esac

# The address sanitizer brings the C++ library, by which the kernel's name becomes a readable one.
kernel=_Z4stepPf
[ "${CHECKER:-}" != address ] || kernel='step(float*)'

row() # NAME CALLS NS PARENT
{
    awk -F, -v name="$1" -v calls="$2" -v ns="$3" -v parent="$4" '
        NR == 1 {for (i = 1; i <= NF; i++) at[$i] = i}
        {gsub(/"/, "", $at["name"]); names[$at["depth"]] = $at["name"]}
        $at["name"] == name && $at["kind"] == "device" {
            found = $at["calls"] == calls && names[$at["depth"] - 1] == "device Model #1" && names[$at["depth"] - 2] == parent &&
                $at["inclusive_s"] * 1e9 / ns > 0.999 && $at["inclusive_s"] * 1e9 / ns < 1.001}
        END {exit !found}' tree.csv || fail "no row $*: $(cat tree.csv)"
}

calls() # NAME...
{
    for call; do
        grep -q "$call.*,call," tree.csv || fail "$call is no region: $(cat tree.csv)"
    done
}

refuses() # VARIABLE MESSAGE: where the library does so
{
    env "$1=1" ./program 2>said || fail "it ended with $?"
    grep -q -F "$2" said || fail "where the library refuses it says: $(cat said)"
}

# LIBRARY REFUSED: without the stand-in. A machine may have the maker's library and no device, or both.
runs_without()
{
    printf 'int main(void) {return 0;}\n' >plain.c
    instr-cc gcc -o plain plain.c
    unset LD_LIBRARY_PATH
    ./plain 2>said || fail "without the library it ended with $?"
    ! grep . said | grep -v -F -e "$plugin: there is no ${2%% *}: LD_LIBRARY_PATH must lead to $1" -e "$plugin: $2" -e "INSTR_PLUGINS: $plugin refused to run" ||
        fail "without the library it says: $(cat said)"
}

cc -std=c11 -O1 -shared -fPIC -Wl,-soname,"$library" -o "$library" "$1/$stand_in"
instr-cc gcc -O1 -DDEVICE="$plugin" -o program "$1/device.c" "./$library"
export LD_LIBRARY_PATH="$PWD" INSTR_PLUGINS="$plugin" INSTR_OUTPUT=run.instr
./program 2>said || fail "it ended with $?"
[ ! -s said ] || fail "it said: $(cat said)"
instr-report tree --csv --min=0 run.instr >tree.csv
row other 100 200000000 solve
row '(copy)' 1 5000000 main
row "$kernel" 100 100004950 solve
row seldom 300 600000 main
calls ${plugin}LaunchKernel ${plugin}Memcpy ${plugin}DeviceSynchronize
! grep hipDeviceGetName tree.csv || fail "what the plug-in calls is a region"
case $plugin in
cuda)
    refuses NO_CUPTI 'cuda: CUPTI failed to start: CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED (39). Either another tool uses it in this process'
    runs_without libcupti.so 'CUPTI failed to start: '
    ;;
hip)
    refuses NO_ROCTRACER 'hip: roctracer failed to start: no pool (-1)'
    runs_without libroctracer64.so 'roctracer failed to start: '
    ;;
esac
