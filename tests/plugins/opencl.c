/*
 * opencl.c - two queues and ten kernels, launched from two functions: prints, for each function and kernel, the launches and
 * the ns that its own profiling events say. Without OpenCL it ends with 77.
 */
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>

#ifdef WITH_MPI
#include <mpi.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KERNELS = 10, SIZE = 20000, QUEUES = 2 };

static cl_kernel kernels[KERNELS];
static cl_command_queue queues[QUEUES];
static unsigned long long ns[2][KERNELS + 1], launches[2][KERNELS + 1];

static void check(cl_int error, const char *what)
{
    if (error != CL_SUCCESS) {
        fprintf(stderr, "%s: %d\n", what, error);
        exit(77);
    }
}

static void add(cl_event event, int from, int kernel)
{
    cl_ulong start, end;
    check(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL), "start");
    check(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL), "end");
    ns[from][kernel] += end - start;
    launches[from][kernel]++;
    check(clReleaseEvent(event), "release");
}

static cl_event start_kernel(int kernel)
{
    size_t size = SIZE;
    cl_event event;
    check(clEnqueueNDRangeKernel(queues[kernel % QUEUES], kernels[kernel], 1, NULL, &size, NULL, 0, NULL, &event),
          "enqueue");
    return event;
}

static void finish_all(void)
{
    for (int i = 0; i < QUEUES; i++)
        check(clFinish(queues[i]), "finish");
}

static void solve(int turns)
{
    cl_event events[KERNELS];
    for (int turn = 0; turn < turns; turn++) {
        for (int i = 0; i < KERNELS; i++)
            events[i] = start_kernel(i);
        finish_all();
        for (int i = 0; i < KERNELS; i++)
            add(events[i], 0, i);
    }
}

static void filter(cl_mem buffer)
{
    static float values[SIZE];
    cl_event event = start_kernel(3), copied;
    size_t size = SIZE;
    /* Without an event of the program's. */
    check(clEnqueueNDRangeKernel(queues[0], kernels[4], 1, NULL, &size, NULL, 0, NULL, NULL), "enqueue");
    check(clEnqueueReadBuffer(queues[1], buffer, CL_TRUE, 0, sizeof values, values, 1, &event, &copied), "read");
    finish_all();
    add(event, 1, 3);
    add(copied, 1, KERNELS);
}

int main(int argc, char **argv)
{
    cl_platform_id platform;
    cl_device_id device;
    cl_int error;
    char source[4096] = "";
    (void)argc;
#ifdef WITH_MPI
    MPI_Init(&argc, &argv);
#endif
    check(clGetPlatformIDs(1, &platform, NULL), "platform");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "device");
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    check(error, "context");
    for (int i = 0; i < QUEUES; i++) {
        queues[i] = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &error);
        check(error, "queue");
    }
    for (int i = 0; i < KERNELS; i++)
        sprintf(source + strlen(source),
                "kernel void step%d(global float *a) { size_t i = get_global_id(0); float x = a[i]; for (int k = 0; k "
                "< %d; k++) "
                "x = x * 0.5f + 1; a[i] = x; }\n",
                i, 10 * (i + 1));
    const char *text = source;
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
    check(error, "source");
    check(clBuildProgram(program, 1, &device, "", NULL, NULL), "build");
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, SIZE * sizeof(float), NULL, &error);
    check(error, "buffer");
    for (int i = 0; i < KERNELS; i++) {
        char name[16];
        sprintf(name, "step%d", i);
        kernels[i] = clCreateKernel(program, name, &error);
        check(error, "kernel");
        check(clSetKernelArg(kernels[i], 0, sizeof buffer, &buffer), "argument");
    }
    solve(argv[1] ? atoi(argv[1]) : 20);
    filter(buffer);
    for (int from = 0; from < 2; from++)
        for (int i = 0; i <= KERNELS; i++)
            if (launches[from][i])
                printf("%s step%d %llu %llu\n", from ? "filter" : "solve", i, launches[from][i], ns[from][i]);
#ifdef WITH_MPI
    MPI_Finalize();
#endif
    return 0;
}
