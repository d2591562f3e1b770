/*
 * variables_table.h - every variable of the environment that instr reads: its name, its value, and what `instr-cc --instr-help` and the
 * manual page say. A line that begins with a blank stays a line of its own.
 */
#ifndef INSTR_BASE_VARIABLES_TABLE_H
#define INSTR_BASE_VARIABLES_TABLE_H

/* clang-format off */
#define VARIABLES_OF_BUILDS(X)                                                                                                     \
    X("INSTR_CC", "COMPILER", "The compiler to call if the command names none.")                                                   \
    X("INSTR_CXX", "COMPILER", "The C++ compiler to call if the command names none.")                                                                                \
    X("INSTR_BUILD_LEVEL", "N", "As --instr-level.")                                                                               \
    X("INSTR_BUILD_FILTER", "FILE", "As --instr-filter.")                                                                          \
    X("INSTR_BUILD_HEADERS", "FOLDER[:FOLDER]", "As --instr-headers.")                                                             \
    X("INSTR_BUILD_OUTPUT", "TEMPLATE", "As --instr-output.")                                                                      \
    X("INSTR_BUILD_PATHS", "most|all", "As --instr-paths.")                                                                        \
    X("INSTR_EXACT_MESSAGES", "always|never", "As --instr-exact-messages.")                                                        \
    X("INSTR_PARSE_LIMIT", "SECONDS", "As --instr-parse-limit.")                                                                   \
    X("INSTR_LOG", "FILE", "As --instr-log.")                                                                                      \
    X("INSTR_DISABLE", "1", "Only compile; measure nothing.")                                                                              \
    X("INSTR_LIBDIR", "FOLDER", "The folder of libinstr, if it is not where it was installed. Also read when the program runs.")   \
    X("INSTR_NESTED", "N", "Set by instr-cc for its children: one instr-cc runs another.")

#define VARIABLES_OF_RUNS(X)                                                                                                       \
    X("INSTR_LEVEL", "0..4", "Measure nothing above this level. 0 switches everything off.")                                       \
    X("INSTR_TIMING", "adaptive|exact", "exact: time every call on its path, except calls of trivial functions. adaptive is the "  \
      "default. Functions whose calls are shorter than a hundred clock readings are only counted. Counts are exact " \
      "with either.")                                                                                                              \
    X("INSTR_OUTPUT", "NAME", "Name of the profile; the default is %x.%p.instr. A name that ends with / is a folder.\n"            \
      "  %x program, %d its folder, %p process, %r rank, %j batch job, %h host, %% a %\n"                                          \
      "  $YYYY $MM $DD $hh $mm $ss time of the start\n"                                                                            \
      "  None writes no profile, Log prints the call tree on standard output; a file of that name is ./Log\n"                      \
      "If another job uses the same name, its number is appended and a line says so. The same goes for ranks in containers, which "\
      "cannot agree on one profile. Without a name, after sixteen profiles of a program further ones go into program.instr.d.")    \
    X("INSTR_FILTER", "FILE", "Filter file, as for --instr-filter: excluded functions are not measured in this run. At most "      \
      "16 MiB.")                                                                                                                   \
    X("INSTR_GROUPS", "'NAME NAME'|'!NAME'", "Measure these groups of regions and labels only, or all but those. Regions in no "   \
      "group are always measured.")                                                                                                \
    X("INSTR_PROGRAMS", "'PATTERN !PATTERN'", "Measure only programs whose file name matches, and none that matches a pattern "    \
      "after !.")                                                                                                                  \
    X("INSTR_METRICS", "NAME,NAME", "More metrics on each call path, by name or group. Groups: os, page-faults, context-switches, "\
      "memory, counters, heap, io, coroutines. instr-report flat --by=metric lists them.")                                         \
    X("INSTR_TRACE", "1|OPTION,OPTION", "Write a trace beside the profile: the beginning and end of every call. Options:\n"        \
      "  size=2G       longest file of a process (256M); a call takes 4 to 16 bytes\n"                                             \
      "  keep=30       keep the last N seconds instead of the first\n"                                                       \
      "  min=10us      leave out shorter calls\n"                                                                                  \
      "  every=N       keep one of N calls of a path\n"                                                                            \
      "  window=2s-3s  only this time after the start; one end may be missing\n"                                                   \
      "  below=NAME    only calls of this function or label, and calls inside it\n"                                                \
      "  filter=FILE   leave out functions; they are still measured\n"                                                             \
      "  flush=2s      write to the file at this interval\n"                                                                               \
      "  output=NAME   name of the file, as in INSTR_OUTPUT; the default is %x.%p.trace")                                          \
    X("INSTR_PRINT", "1|cpu", "Print each call and return on standard error, instead of a trace: microseconds (CPU time with "     \
      "cpu), event, name, depth, place, and of a thread its number. Options of INSTR_TRACE: filter, below, every, window.")        \
    X("INSTR_PLUGINS", "NAME,FILE", "Up to eight shared objects that see each call: usdt, nvtx, opencl, cuda, hip, ompt, " \
      "or files with a slash in their name.")                                                                                      \
    X("INSTR_CLOCK", "NAME", "tsc (the default), monotonic, gettimeofday, thread_cpu, process_cpu or mpi_wtime (Open MPI). If "    \
      "it is not available, monotonic is used and a line says so.")                                                                \
    X("INSTR_OBSERVER", "signal|off", "signal: threads sample themselves where the kernel refuses samples. A timer of CPU time "    \
      "sends SIGRTMAX-3. Calls that wait may return EINTR.\noff: no samples. Times and paths of short calls are guesses. "        \
      "Needed where a script counts the children of the program. Under valgrind it is off.")                                       \
    X("INSTR_JOB", "each|both|one", "Profiles of an MPI job. each: one per rank; both: the job's, and one per rank; one: the job's, if all ranks " \
      "are measured. Not set: one for all measured ranks.")                                                                            \
    X("INSTR_JOB_WAIT", "2s", "Longest wait of a rank in MPI_Finalize for other ranks, before it writes its own profile. Default: "     \
      "ten minutes, or the run time if that is longer.")                                                 \
    X("INSTR_RANKS", "N|all", "Number of ranks whose figures the profile keeps; the default is 4096, 0 keeps none.")                      \
    X("INSTR_MPICC", "COMPILER", "The MPI compiler of the library that the program runs with, for an MPI that instr was not "      \
      "installed for.")                                                                                                            \
    X("INSTR_SNAPSHOT", "SIGNAL|SECONDS", "Also write the profile while the program runs: at SIGUSR1, SIGUSR2, SIGHUP or SIGPROF, or every "\
      "so many seconds.")                                                                                                              \
    X("INSTR_TMPDIR", "FOLDER", "Folder of the measured data until the profile is written. Default: the first of /dev/shm, "       \
      "TMPDIR and /tmp with room. instr-report recover reads it as well.")                                                         \
    X("INSTR_TAG", "KEY=VALUE,...", "Tag of the run, for list --only, gate and history. The program adds to it by "       \
      "instr_note.")                                                                                                               \
    X("INSTR_COMMAND", "name|full", "full: keep the arguments of the command in the profile, readable by its owner only.")         \
    X("INSTR_EXPORT", "e3sm", "Also write model_timing_stats and model_timing.RANK, for PACE and CIME.")                           \
    X("INSTR_STRICT", "1|abort", "Report each wrong stop of a label on standard error; abort: also abort there.")                    \
    X("INSTR_MEMORY", "MIB|SIZE", "Memory for call paths of a process, 64 MiB or as in 1G. A path takes some 300 bytes. Rare "     \
      "paths beyond it are merged into (other paths); figures by function stay exact.")                                            \
    X("INSTR_RECURSION", "N", "Largest number of nodes of one function on a call path; deeper recursion is merged. Default: 2, " \
      "but 1 for a function that calls itself on more than 16 paths, and 100 for labels.")

#define VARIABLES_OF_REPORTS(X)                                                                                                    \
    X("INSTR_FORMULAS", "FILE:FOLDER", "Formulas for --metric, in addition to those installed in share/instr/formulas. A line: "           \
      "KEY = FORMULA [UNIT] description.")

/* Variables of other programs, and what each is read for. */
#define VARIABLES_OF_OTHERS(X)                                                                                                     \
    X("PATH, TMPDIR, TMP, TEMP, HOME, XDG_CACHE_HOME", "", "Folders of the compiler, of intermediate files, and of the cache of "      \
      "MPI parts (~/.cache/instr).")                                                                                               \
    X("OMPI_CC, MPICH_CC", "", "The compiler behind an MPI compiler wrapper.")                                                     \
    X("C_INCLUDE_PATH, CPLUS_INCLUDE_PATH", "", "The folder of instr.h is added to it for commands that instr-cc passes on unchanged.")                 \
    X("UNCACHED_ERR_FD", "", "Set by ccache. Without debug information an object does not record its folder then.")                \
    X("INTERCEPT_REPORT_DESTINATION, INTERCEPT_BUILD_TARGET_DIR", "", "Set by bear, which lists commands: the original is "        \
      "compiled first.")                                                                                                           \
    X("LD_PRELOAD", "", "Shows that the program runs under valgrind.")                                                             \
    X("NVTX_INJECTION64_PATH, CUDA_HOME, ROCM_PATH", "", "Places of the tool for nvtx, of CUPTI and of roctracer.")                                    \
    X("OPENCL_LAYERS, OMP_TOOL_LIBRARIES", "", "Set by the plug-ins opencl and ompt.")                                             \
    X("PACER_LEVEL, PACER_AUTO_FENCE, PACER_TIMING_BARRIERS, PACER_PRINT_ALL_RANKS, PACER_TIMER_FILE", "", "Override Level, "      \
      "AutoFence and so on of Pacer's configuration file.")                                                                        \
    X("SLURM_JOB_ID, PBS_JOBID, LSB_JOBID, JOB_ID, COBALT_JOBID, PJM_JOBID, FLUX_JOB_ID", "", "The job, for %j.")                  \
    X("PMIX_NAMESPACE, OMPI_MCA_orte_precondition_transports, SLURM_STEP_ID, PALS_APID, ALPS_APP_ID", "", "The launch.")           \
    X("OMPI_COMM_WORLD_RANK, PMIX_RANK, PMI_RANK, SLURM_PROCID, OMPI_COMM_WORLD_SIZE, PMI_SIZE, SLURM_NTASKS", "", "The rank, "    \
      "and the number of ranks.")                                                                                                   \
    X("OMPI_COMM_WORLD_LOCAL_SIZE, MPI_LOCALNRANKS, SLURM_STEP_NUM_NODES, SLURM_NNODES", "", "Show whether all ranks run on "          \
      "one machine.")                                                                                                                  \
    X("PAGER, LESS", "", "The pager of reports longer than the screen; empty or cat: none. LESS is FRX if it is not set.")         \
    X("NO_COLOR, TERM, COLUMNS", "", "No colour; dumb: no colour; the width of tables.")
/* clang-format on */

#endif
