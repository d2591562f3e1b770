# What looks for errors while the tests run, a preset each:
#
#   asan      cmake --preset asan && cmake --build --preset asan && ctest --preset asan
#   tsan      cmake --preset tsan && cmake --build --preset tsan && ctest --preset tsan
#   valgrind  cmake --preset valgrind && cmake --build --preset valgrind --target check-valgrind
#
# tests/checkers has what each needs besides. Under a sanitizer the tools, the unit tests and libinstr.so are compiled
# with it. libinstr.so enters programs: with the address sanitizer these stay as they are, and its library is preloaded
# into every process; with the thread sanitizer every program of a test is compiled with it, as it has to see their
# locks too. libinstr.a enters static programs, where there can be no sanitizer: valgrind sees it.
#
#   INSTR_CHECKER          address, thread, valgrind, or empty
#   INSTR_TENFOLD          a digit more for the timeouts of tests, which then take longer
#   instr_not_under(CHECKER REASON TESTS...)   the tests are not run under it, and cmake says so

set(INSTR_CHECKER "")
set(INSTR_TENFOLD "")
option(INSTR_VALGRIND "run the tests under valgrind, by the target check-valgrind" OFF)
if(INSTR_VALGRIND)
  set(INSTR_CHECKER valgrind)
elseif(INSTR_SANITIZE MATCHES "thread")
  set(INSTR_CHECKER thread)
elseif(INSTR_SANITIZE MATCHES "address" AND CMAKE_C_COMPILER_ID STREQUAL "GNU")
  set(INSTR_CHECKER address)
endif()
if(INSTR_CHECKER OR CMAKE_CROSSCOMPILING) # an emulator is slow, too
  set(INSTR_TENFOLD 0)
endif()

function(instr_not_under checker reason)
  if(INSTR_CHECKER AND (checker STREQUAL "any" OR INSTR_CHECKER IN_LIST checker))
    foreach(test ${ARGN})
      foreach(same ${test} ${test}-clang ${test}-forms) # by the same script, see instr_run_test
        if(TEST ${same})
          set_tests_properties(${same} PROPERTIES DISABLED ON)
        endif()
      endforeach()
      message(STATUS "not run under ${INSTR_CHECKER}: ${test}: ${reason}")
    endforeach()
  endif()
endfunction()
