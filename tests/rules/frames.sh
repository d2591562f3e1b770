#!/bin/sh
# frames.sh OBJECTS - no function of the runtime has a large frame: programs call it from coroutines, signal handlers and children
# of clone, which have few KB of stack. Those that have one are known, with the reason why the stack is large there:
#
#   room   they run below big_stack_run, which maps a stack for them
#   MPI    they run in MPI_Init, MPI_Finalize and calls that make communicators, in which MPI itself takes much more
#   print  a line of INSTR_PRINT is written by the C library's fprintf, which takes more
#   sample   the observer's process has a stack of its own
#   list   as long as the list of words that the program passes, as in the C library
set -eu
objects=$1 most=1280
known='room common/input.c trust_file
room profile/file.c profile_write
room profile/merge.c profile_merge
room runtime/api/api_configure.c change_one
room runtime/machine/limits.c limits_allow_process read_number
room runtime/machine/message.c say
room runtime/machine/process.c process_find
room runtime/measure/store/sites.c rewrite_end sites_remove
room runtime/metrics/metrics.c reject_word
room runtime/plugins/load.c load_plugins refuse
room runtime/write/output.c output_start write_own
room runtime/write/output_folder.c output_folder_lock output_folder_make
room runtime/write/output_name.c name output_name_marked
MPI runtime/job/launch.c add_proxy
MPI runtime/job/mpi_first_use.c fresh mpi_first_use
MPI runtime/job/mpi_load.c load
MPI runtime/job/reduce.c reduce_profiles
MPI runtime/job/reduce_rows.c reduce_rows
MPI runtime/job/roll.c propose roll_all_begin roll_call sign_in_profiles_folder
MPI runtime/job/roll_files.c roll_remove
MPI runtime/measure/beside/communicators.c communicators_find
MPI runtime/measure/beside/numbers.c assign_all
print runtime/trace/print.c print_line
sample runtime/observe/code_map.c code_map_read find_table
sample runtime/observe/sampled.c sampled_book state_of
list runtime/attach/process_end_calls.c end_execl end_execle end_execlp'

cd "$objects/.."
find "$objects" -name '*.su' -exec cat {} + | awk -F '\t' -v known="$known" -v most=$most '
    BEGIN {
        count = split(known, lines, "\n")
        for (i = 1; i <= count; i++) {
            words = split(lines[i], word, " ")
            for (j = 3; j <= words; j++)
                exempt[word[2] ":" word[j]]
        }
    }
    {
        parts = split($1, part, ":")
        file = part[1]
        if ((getline line < file) < 0)
            next # it was built before its source was moved
        close(file)
        functions++
        function_name = part[parts]
        sub(/[.].*$/, "", function_name)
        if ($2 <= most && $3 != "dynamic")
            next
        for (key in exempt)
            if (index("/" file ":" function_name "\n", "/" key "\n"))
                next
        print file ": " function_name ": a frame of " $2 " bytes (" $3 "); the most is " most
        bad = 1
    }
    END {
        if (functions < 500) {
            print "only " functions + 0 " functions were looked at"
            bad = 1
        }
        exit bad
    }'
