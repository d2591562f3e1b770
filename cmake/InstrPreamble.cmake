# Turns headers of include/ into the bytes of C arrays: what instr-cc puts at the top of each edited unit, without
# comments and macros, and the same where --coverage counts lines and with probes that are called. The place of the
# runtime's path stays the word __INSTR_RUNTIME.
#
#   cmake -DCOMPILER=cc -DFOLDER=include -DOUTPUT=preamble_text.c -P InstrPreamble.cmake

file(WRITE ${OUTPUT} "#include \"instrumenter/edit/preamble.h\"\n\n")
foreach(array "preamble_text;abi" "preamble_stubs;abi;-D__INSTR_STUBS"
              "preamble_library;abi;-D__INSTR_STUBS;-D__INSTR_LIBRARY" "preamble_coverage;abi;-D__INSTR_COVERAGE"
              "preamble_clang;abi;-D__INSTR_STUBS;-D__INSTR_LIBRARY;-D__INSTR_CLANG"
              "preamble_loads;abi;-D__INSTR_STUBS;-D__INSTR_LIBRARY;-D__INSTR_CLANG;-D__INSTR_LOADS"
              "preamble_called;abi;-D__INSTR_COVERAGE;-D__INSTR_CALLED_PROBES"
              "preamble_pieces;pieces" "preamble_constant;constant" "preamble_constant_stubs;constant;-D__INSTR_STUBS")
  list(POP_FRONT array name header)
  execute_process(
    COMMAND ${COMPILER} -E -P -undef -x c -D__INSTR_RUNTIME=__INSTR_RUNTIME ${array} ${FOLDER}/instr_${header}.h
    OUTPUT_FILE ${OUTPUT}.i COMMAND_ERROR_IS_FATAL ANY)
  file(READ ${OUTPUT}.i bytes HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
  file(APPEND ${OUTPUT} "const char ${name}[] = {${bytes}0};\n")
endforeach()
