# The manual pages, in man/ of the build tree: made of what the tools print as help and of the comments of instr.h, and installed.
set(pages)
function(instr_manual_page page from)
  add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/man/${page}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${PROJECT_BINARY_DIR}/man
    COMMAND ${PROJECT_SOURCE_DIR}/docs/man/page.sh ${PROJECT_BINARY_DIR}/man/${page} ${PROJECT_VERSION} ${from} ${ARGN}
    DEPENDS ${PROJECT_SOURCE_DIR}/docs/man/page.sh ${from} ${ARGN} VERBATIM)
  list(APPEND pages ${PROJECT_BINARY_DIR}/man/${page})
  set(pages ${pages} PARENT_SCOPE)
endfunction()

instr_manual_page(instr.h.3 ${PROJECT_SOURCE_DIR}/include/instr.h)
install(FILES ${PROJECT_BINARY_DIR}/man/instr.h.3 DESTINATION ${CMAKE_INSTALL_MANDIR}/man3)
foreach(tool instr-cc instr-report instr-tune)
  if(TARGET ${tool})
    set(template)
    if(tool STREQUAL instr-tune)
      set(template ${PROJECT_SOURCE_DIR}/tune/viewer/template.lua)
    endif()
    instr_manual_page(${tool}.1 $<TARGET_FILE:${tool}> ${template})
    install(FILES ${PROJECT_BINARY_DIR}/man/${tool}.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  endif()
endforeach()
add_custom_target(manual-pages ALL DEPENDS ${pages})
