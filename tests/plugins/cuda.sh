# cuda.sh SOURCES - the plug-in for CUDA against something that answers as CUPTI does: each kernel is a row of its device under
# the function that launched it. Without CUPTI, and where that refuses, the program runs and is told what to do.
. "$1/device.sh"
unset INSTR_TIMING
runs "$1" cuda cupti.c libcupti.so.12
row other 100 200000000 solve
row '(copy)' 1 5000000 main
row "$kernel" 100 100004950 solve
row seldom 300 600000 main
calls cudaLaunchKernel cudaMemcpy cudaDeviceSynchronize
refuses NO_CUPTI \
    'cuda: CUPTI does not run here: CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED (39); it lets one tool into a process'
runs_without cuda 'there is no CUPTI: LD_LIBRARY_PATH must lead to libcupti.so' 'CUPTI does not run here: '
