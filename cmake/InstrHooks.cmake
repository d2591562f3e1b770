# Turns include/instr_hooks.h into assembly text, and that into the bytes of a C array: what instr-cc puts behind the assembly text
# of a unit that is measured by the compiler's hooks. Its local labels get names that no other text has.
#
#   cmake -DCOMPILER=cc -DMACHINE=x86_64 -DFOLDER=include -DOUTPUT=hooks_text.c -P InstrHooks.cmake

# By assembly, as other probes. What it calls the compiler does not see.
if(MACHINE MATCHES "x86_64|amd64|AMD64")
  set(stubs -mno-red-zone -D__INSTR_STUBS -D__INSTR_LIBRARY -D__instr_watched=0)
endif()
execute_process(
  COMMAND ${COMPILER} -S -O2 -fPIC -w -g0 -fno-lto -fno-stack-protector -fcf-protection=branch -fno-ident
          ${stubs}
          -D__INSTR_RUNTIME=\"__INSTR_RUNTIME\" -x c ${FOLDER}/instr_hooks.h -o ${OUTPUT}.s
  COMMAND_ERROR_IS_FATAL ANY)
file(READ ${OUTPUT}.s text)
string(REGEX REPLACE "\t\\.file[^\n]*\n" "" text "${text}")
# What a unit promises of itself, its own text says.
string(REGEX REPLACE "\t\\.section\t\\.note.*" "" text "${text}")
string(REGEX REPLACE "\\.L([A-Z0-9])" ".L__instr_\\1" text "${text}")
file(WRITE ${OUTPUT}.s "${text}")
file(READ ${OUTPUT}.s bytes HEX)
string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
file(WRITE ${OUTPUT} "#include \"instrumenter/hooks/hooks_text.h\"\n\nconst char hooks_text[] = {${bytes}0};\n")
