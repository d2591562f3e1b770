# The MPIs of this machine, by flavour: INSTR_MPI_FLAVOURS is a list of "openmpi" and "mpich", and for
# each INSTR_MPI_<flavour>_COMPILER and _LAUNCHER are programs, _FLAGS what the compiler driver adds to
# compile, _LIBRARIES what it adds to link. On Debian both may be installed and the alternatives decide
# which of them plain `mpicc` is, so the names with a suffix come first.

set(INSTR_MPI_FLAVOURS)
if(CMAKE_CROSSCOMPILING) # an mpicc found here compiles for here
  return()
endif()
foreach(instr_mpi_name mpicc.openmpi mpicc.mpich mpicc)
  find_program(INSTR_${instr_mpi_name} ${instr_mpi_name})
  mark_as_advanced(INSTR_${instr_mpi_name})
  if(NOT INSTR_${instr_mpi_name})
    continue()
  endif()
  set(instr_mpi_compiler ${INSTR_${instr_mpi_name}})

  # mpi.h knows whose it is.
  execute_process(COMMAND ${instr_mpi_compiler} -E -dM -include mpi.h -x c /dev/null
    OUTPUT_VARIABLE instr_mpi_macros ERROR_QUIET)
  if(instr_mpi_macros MATCHES "#define OPEN_MPI ")
    set(instr_mpi_flavour openmpi)
  elseif(instr_mpi_macros MATCHES "#define MPICH_NAME ")
    set(instr_mpi_flavour mpich)
  else()
    continue()
  endif()
  if(instr_mpi_flavour IN_LIST INSTR_MPI_FLAVOURS)
    continue()
  endif()

  execute_process(COMMAND ${instr_mpi_compiler} -show OUTPUT_VARIABLE instr_mpi_show
    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  separate_arguments(instr_mpi_words UNIX_COMMAND "${instr_mpi_show}")
  set(INSTR_MPI_${instr_mpi_flavour}_FLAGS ${instr_mpi_words})
  list(FILTER INSTR_MPI_${instr_mpi_flavour}_FLAGS INCLUDE REGEX "^-(I|D|pthread)")
  set(INSTR_MPI_${instr_mpi_flavour}_LIBRARIES ${instr_mpi_words})
  list(FILTER INSTR_MPI_${instr_mpi_flavour}_LIBRARIES INCLUDE REGEX "^-(L|l|pthread)")

  string(REGEX REPLACE "mpicc" "mpiexec" instr_mpi_launcher ${instr_mpi_compiler})
  find_program(INSTR_MPI_${instr_mpi_flavour}_LAUNCHER ${instr_mpi_launcher})
  mark_as_advanced(INSTR_MPI_${instr_mpi_flavour}_LAUNCHER)
  set(INSTR_MPI_${instr_mpi_flavour}_COMPILER ${instr_mpi_compiler})
  list(APPEND INSTR_MPI_FLAVOURS ${instr_mpi_flavour})
endforeach()
message(STATUS "MPI flavours: ${INSTR_MPI_FLAVOURS}")
