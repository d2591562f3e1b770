# Tests that launch ranks, for each MPI of this machine.

# Open MPI wants to be told that root and more ranks than cores are all right, and that a container may
# forbid its way of copying between processes.
set(openmpi_options " --oversubscribe --mca btl_vader_single_copy_mechanism none")
set(mpich_options "")
set(as_root OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1)

# instr_mpi_test(NAME SCRIPT ARGUMENTS...): runs the script once for each MPI there is, with its compiler
# and launcher as the first arguments.
function(instr_mpi_test name script)
  foreach(flavour ${INSTR_MPI_FLAVOURS})
    instr_run_test(${name}-${flavour} mpi ${CMAKE_CURRENT_SOURCE_DIR}/${script} ${INSTR_MPI_${flavour}_COMPILER}
      "${INSTR_MPI_${flavour}_LAUNCHER}${${flavour}_options}" ${ARGN})
    set_property(TEST ${name}-${flavour} APPEND PROPERTY ENVIRONMENT ${as_root})
    set_tests_properties(${name}-${flavour} PROPERTIES PROCESSORS 2)
  endforeach()
endfunction()
