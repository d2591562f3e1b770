# The language, warnings and sanitizers of every target here, as interface targets; and the two ways a
# target is made.

# For what enters a user's program, which knows no sanitizers of ours.
add_library(instr_language INTERFACE)
target_compile_features(instr_language INTERFACE c_std_11)
target_include_directories(instr_language INTERFACE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/include)
target_compile_definitions(instr_language INTERFACE _GNU_SOURCE)
target_compile_options(instr_language INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Wundef
  -Wformat=2 -fno-common
  $<$<C_COMPILER_ID:Clang>:-Wno-unknown-attributes> # instr_abi.h has one of GCC's, since it can't ask for the compiler
  $<$<BOOL:${INSTR_CHECKS}>:-DINSTR_CHECKS=1>
  $<$<BOOL:${INSTR_WERROR}>:-Werror>)

add_library(instr_options INTERFACE)
target_link_libraries(instr_options INTERFACE instr_language instr_hardening)
set(INSTR_SANITIZE "" CACHE STRING "sanitizers for the tools and their tests, as in -fsanitize=")
if(INSTR_SANITIZE)
  target_compile_options(instr_options INTERFACE
    -fsanitize=${INSTR_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(instr_options INTERFACE -fsanitize=${INSTR_SANITIZE})
endif()

# instr_objects(NAME SOURCES...): position-independent objects that tools, runtime and tests share.
function(instr_objects name)
  add_library(${name} STATIC ${ARGN})
  target_link_libraries(${name} PUBLIC instr_options)
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden)
endfunction()

# instr_tool(NAME SOURCES...): a program for bin/.
function(instr_tool name)
  add_executable(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE instr_options)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
  install(TARGETS ${name} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endfunction()
