# What find_package(Instr) and pkg-config need beside the files the folders install themselves.
install(FILES include/instr_abi.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES docs/man/instr-cc.1 docs/man/instr-report.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
