# hip.sh SOURCES - the plug-in for HIP against something that answers as roctracer does: each kernel is a row of its device under
# the function that launched it. Without roctracer, and where that refuses, the program runs and is told why.
. "$1/device.sh"
runs "$1" hip roctracer.c libroctracer64.so.4
row other 100 200000000 solve
row '(copy)' 1 5000000 main
row "$kernel" 100 100004950 solve
calls hipLaunchKernel hipMemcpy hipDeviceSynchronize
! grep hipDeviceGetName tree.csv || fail "what the plug-in calls is a region"
refuses NO_ROCTRACER 'hip: roctracer does not run here: no pool (-1)'
runs_without hip 'there is no roctracer: LD_LIBRARY_PATH must lead to libroctracer64.so' 'roctracer does not run here: '
