# What find_package(Instr) and pkg-config need beside the files the folders install themselves.
install(FILES include/instr_abi.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
