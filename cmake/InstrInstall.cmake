# What find_package(Instr) and pkg-config need beside the files the folders install themselves. All paths
# are relative, so that the installed tree can be moved.
include(CMakePackageConfigHelpers)

set(INSTR_CMAKEDIR ${CMAKE_INSTALL_LIBDIR}/cmake/Instr)
install(EXPORT InstrTargets NAMESPACE Instr:: DESTINATION ${INSTR_CMAKEDIR})
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/InstrConfig.cmake.in InstrConfig.cmake
  INSTALL_DESTINATION ${INSTR_CMAKEDIR} PATH_VARS CMAKE_INSTALL_BINDIR)
write_basic_package_version_file(InstrConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/InstrConfig.cmake ${PROJECT_BINARY_DIR}/InstrConfigVersion.cmake
  DESTINATION ${INSTR_CMAKEDIR})

file(RELATIVE_PATH INSTR_PC_PREFIX
  ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
string(REGEX REPLACE "/$" "" INSTR_PC_PREFIX ${INSTR_PC_PREFIX})
configure_file(${CMAKE_CURRENT_LIST_DIR}/instr.pc.in instr.pc @ONLY)
configure_file(${CMAKE_CURRENT_LIST_DIR}/instr-timers.pc.in instr-timers.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/instr.pc ${PROJECT_BINARY_DIR}/instr-timers.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

install(FILES include/instr.h include/instr.hpp include/instr_abi.h include/instr_kinds.h
  include/instr_plugin.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
# Apart from the others: a machine may have the originals too.
install(FILES include/gptl.h include/gptlmpi.h runtime/timers/gptl/gptl.f90 include/macsio_timing.h include/pacer.h include/Pacer.h
  include/Stopwatch.h include/TimeLogger.hpp include/Timer.h include/instr_yaml.h
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/instr)
include(InstrManual)
set(completion ${PROJECT_SOURCE_DIR}/packaging/completion)
set(bash_completions ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
foreach(name instr-cc instr-gcc instr-clang instr-mpicc)
  install(FILES ${completion}/instr-cc.bash DESTINATION ${bash_completions} RENAME ${name})
endforeach()
foreach(name instr-report instr-tune)
  install(FILES ${completion}/instr-report.bash DESTINATION ${bash_completions} RENAME ${name})
  install(FILES ${completion}/instr-report.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d RENAME ${name}.fish)
endforeach()
install(FILES ${completion}/instr-report.zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions RENAME _instr-report)
