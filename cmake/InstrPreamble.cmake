# Turns include/instr_abi.h into the bytes of a C array: what instr-cc puts at the top of each edited
# unit, without comments and macros. The place of the runtime's path stays the word __INSTR_RUNTIME.
#
#   cmake -DCOMPILER=cc -DINPUT=instr_abi.h -DOUTPUT=preamble_text.c -P InstrPreamble.cmake

execute_process(
  COMMAND ${COMPILER} -E -P -undef -x c -D__INSTR_RUNTIME=__INSTR_RUNTIME ${INPUT}
  OUTPUT_FILE ${OUTPUT}.i COMMAND_ERROR_IS_FATAL ANY)
file(READ ${OUTPUT}.i bytes HEX)
string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
file(WRITE ${OUTPUT} "#include \"instrumenter/preamble.h\"\n\nconst char preamble_text[] = {${bytes}0};\n")
