# A Debian package of all that is installed:
#
#   cmake --preset package && cmake --build --preset package && cpack --preset package
#
# One package and not two: the tools and the runtime belong to one version, and a program that was moved to a machine without
# instr runs there all the same. What is Debian's alone is done to the staged files by packaging/debian.cmake. The maintainer
# is who makes the package: as for Debian's own tools, by DEBFULLNAME and DEBEMAIL in the environment.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME instr)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_VENDOR "the instr authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "instrumenting compiler wrapper and profiler for C and MPI programs")
set(CPACK_PACKAGE_DESCRIPTION
"instr-cc stands in for the C compiler and puts a timer into every function;
the program runs as before and leaves one profile behind, whatever its
number of ranks; instr-report shows the call tree.

Every call is counted, each function that is not instrumented is listed with
the reason, and what a killed process measured is recovered. Open MPI and
MPICH are supported; programs without MPI need none.")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_CHECKSUM SHA256)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
# Nobody has this address (RFC 2606).
set(maintainer "the instr authors <maintainers@instr.example>")
if(DEFINED ENV{DEBFULLNAME} AND DEFINED ENV{DEBEMAIL})
  set(maintainer "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>")
endif()
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "${maintainer}" CACHE STRING "as in NAME <ADDRESS>")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
file(WRITE ${PROJECT_BINARY_DIR}/packaging/shlibs "libinstr 1 instr (>= ${PROJECT_VERSION})
libinstr_gptl 1 instr (>= ${PROJECT_VERSION})
libinstr_macsio 1 instr (>= ${PROJECT_VERSION})\nlibinstr_yaml 1 instr (>= ${PROJECT_VERSION})\n")
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/packaging/triggers ${PROJECT_BINARY_DIR}/packaging/shlibs)
find_package(LibClang REQUIRED)
string(REGEX MATCH "[0-9]+" libclang ${LibClang_SONAME})
# The tools load libclang, without which most units are compiled as they are (docs/dev/edit.md), run the compiler, and make parts for an MPI they meet with ld, objcopy and ar.
set(CPACK_INSTR_DEPENDS "libclang1-${libclang}, gcc | clang, libc6-dev | libc-dev, binutils")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "libopenmpi-dev | libmpich-dev")
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/packaging/debian.cmake)
set(CPACK_INSTR_SOURCE ${PROJECT_SOURCE_DIR})
set(CPACK_INSTR_LIBDIR ${CMAKE_INSTALL_LIBDIR})
include(CPack)
