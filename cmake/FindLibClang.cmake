# Finds the C interface of clang, the newest of 14 to 22. Debian keeps each version in /usr/lib/llvm-N; set
# LibClang_ROOT for another place.
#
#   LibClang_FOUND  LibClang_INCLUDE_DIR  LibClang_LIBRARY  LibClang_VERSION (major)
#   LibClang_SONAME  the name by which programs load it

set(_libclang_roots "")
foreach(_version RANGE 22 14 -1)
  list(APPEND _libclang_roots /usr/lib/llvm-${_version} /usr/lib/llvm${_version} /opt/llvm-${_version})
endforeach()

find_path(LibClang_INCLUDE_DIR clang-c/Index.h
  PATHS ${_libclang_roots} PATH_SUFFIXES include NO_DEFAULT_PATH)
find_path(LibClang_INCLUDE_DIR clang-c/Index.h)

# The header decides which library: the two must be of one version.
if(LibClang_INCLUDE_DIR)
  cmake_path(GET LibClang_INCLUDE_DIR PARENT_PATH _libclang_root)
  find_library(LibClang_LIBRARY clang PATHS ${_libclang_root}/lib ${_libclang_root}/lib64 NO_DEFAULT_PATH)
  find_library(LibClang_LIBRARY clang)
endif()

if(LibClang_INCLUDE_DIR AND EXISTS ${LibClang_INCLUDE_DIR}/llvm/Config/llvm-config.h)
  file(STRINGS ${LibClang_INCLUDE_DIR}/llvm/Config/llvm-config.h _libclang_line
       REGEX "define LLVM_VERSION_MAJOR")
  string(REGEX REPLACE "[^0-9]" "" LibClang_VERSION "${_libclang_line}")
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(LibClang
  REQUIRED_VARS LibClang_LIBRARY LibClang_INCLUDE_DIR
  VERSION_VAR LibClang_VERSION
  REASON_FAILURE_MESSAGE "on Debian: apt-get install libclang-19-dev")

if(LibClang_FOUND)
  execute_process(COMMAND ${CMAKE_OBJDUMP} -p ${LibClang_LIBRARY} OUTPUT_VARIABLE _libclang_headers)
  if(_libclang_headers MATCHES "SONAME +([^ \n]+)")
    set(LibClang_SONAME ${CMAKE_MATCH_1})
  else()
    cmake_path(GET LibClang_LIBRARY FILENAME LibClang_SONAME)
  endif()
endif()
mark_as_advanced(LibClang_INCLUDE_DIR LibClang_LIBRARY)
