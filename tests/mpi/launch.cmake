# Tests that launch ranks.

# Open MPI wants to be told that root and more ranks than cores are all right, and that a container may
# forbid its way of copying between processes.
set(openmpi_options " --oversubscribe --mca btl_vader_single_copy_mechanism none")
set(mpich_options "")
set(as_root OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1)

# instr_each_mpi_test(NAME SCRIPT ARGUMENTS...): its subject is MPI itself, so it is run with each MPI there is, whose compiler and
# launcher are the first arguments. It asks for as many processors as the most ranks that the script names.
function(instr_each_mpi_test name script)
  file(STRINGS ${script} launches REGEX "launcher -n [0-9]")
  string(REGEX MATCHALL "-n [0-9]+" ranks "-n 2 ${launches}")
  string(REPLACE "-n " "" ranks "${ranks}")
  list(SORT ranks COMPARE NATURAL ORDER DESCENDING)
  list(GET ranks 0 ranks)
  foreach(flavour ${INSTR_MPI_FLAVOURS})
    instr_run_test(${name}-${flavour} mpi ${CMAKE_CURRENT_SOURCE_DIR}/${script} ${INSTR_MPI_${flavour}_COMPILER}
      "${INSTR_MPI_${flavour}_LAUNCHER}${${flavour}_options}" ${ARGN})
    set_property(TEST ${name}-${flavour} APPEND PROPERTY ENVIRONMENT ${as_root})
    set_tests_properties(${name}-${flavour} PROPERTIES PROCESSORS ${ranks})
  endforeach()
endfunction()

# instr_mpi_test(NAME SCRIPT ARGUMENTS...): the same where MPI is not the subject; the second MPI is left to --all.
function(instr_mpi_test name)
  instr_each_mpi_test(${name} ${ARGN})
  list(SUBLIST INSTR_MPI_FLAVOURS 1 -1 others)
  list(TRANSFORM others PREPEND ${name}-)
  instr_tier(more ${others})
endfunction()

# instr_mpi_tests(NAMES...): each is a script of this folder, and gets the C program of its name, if there is one.
function(instr_mpi_tests)
  foreach(name ${ARGN})
    string(REPLACE - _ stem ${name})
    set(program)
    if(EXISTS ${CMAKE_CURRENT_SOURCE_DIR}/${stem}.c)
      set(program ${CMAKE_CURRENT_SOURCE_DIR}/${stem}.c)
    endif()
    instr_mpi_test(${name} ${stem}.sh ${program})
  endforeach()
endfunction()
