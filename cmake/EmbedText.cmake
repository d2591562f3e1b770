# cmake -DINPUTS="NAME=FILE;..." -DHEADER=FILE.h -DOUTPUT=FILE.c -P EmbedText.cmake
# writes `const unsigned char NAME[]` and `const size_t NAME_size` for each file, as HEADER declares them. Behind the bytes,
# and not counted, is one that is 0.
set(text "#include \"${HEADER}\"\n")
foreach(pair ${INPUTS})
  string(REPLACE "=" ";" pair "${pair}")
  list(GET pair 0 name)
  list(GET pair 1 file)
  file(READ ${file} bytes HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  string(APPEND text "const unsigned char ${name}[] = {${bytes}0};\nconst size_t ${name}_size = sizeof ${name} - 1;\n")
endforeach()
file(WRITE ${OUTPUT} "${text}")
