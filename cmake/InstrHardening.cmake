# What an installed file does against errors in it being used, as Debian's hardening-check asks: full RELRO, position
# independent programs, protected stacks, checked calls of the C library, and branches that land only where they may.
#
#   INSTR_HARDENING       OFF: none of it, for a platform where it is unknown or unwanted
#   instr_hardening       interface target: its options for one of ours
#   INSTR_FORTIFY         options for what is optimised in every configuration
#   INSTR_HARDENING_PART  those that a compiler of MPI programs is given for the MPI part that is installed; the ones that
#                         every such compiler knows are in instrumenter/mpi/mpi_make.c
include(CheckCCompilerFlag)
include(CheckPIESupported)

option(INSTR_HARDENING "protect what is installed as Debian does" ON)
set(INSTR_HARDENING_PART)
add_library(instr_hardening INTERFACE)
if(NOT INSTR_HARDENING)
  return()
endif()

check_pie_supported(LANGUAGES C)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
foreach(flag -fstack-protector-strong -fstack-clash-protection -fcf-protection
             -mbranch-protection=standard -Werror=format-security)
  string(MAKE_C_IDENTIFIER "INSTR_HAS${flag}" known)
  check_c_compiler_flag("-Wformat ${flag} -Werror" ${known})
  if(${known})
    target_compile_options(instr_hardening INTERFACE ${flag})
    list(APPEND INSTR_HARDENING_PART ${flag})
  endif()
endforeach()

# Only where the compiler optimises, and not past a sanitizer, which looks at the same calls and sees more.
set(INSTR_FORTIFY -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
if(INSTR_SANITIZE)
  set(INSTR_FORTIFY)
endif()
target_compile_options(instr_hardening INTERFACE "$<$<CONFIG:Release,RelWithDebInfo,MinSizeRel>:${INSTR_FORTIFY}>")
target_link_options(instr_hardening INTERFACE -Wl,-z,relro -Wl,-z,now)
