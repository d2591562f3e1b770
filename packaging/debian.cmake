# Run by cpack over the staged files, before the package is made of them: manual pages compressed, with a link for each name
# that one page is about; the documents that every package has; libraries without what only a debugger reads; and what the
# files depend on.
set(root ${CPACK_TEMPORARY_DIRECTORY}/usr)
set(documents ${root}/share/doc/instr)

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(GLOB pages ${root}/share/man/man*/*.[0-9])
foreach(page ${pages})
  run(gzip -9n ${page})
endforeach()
file(GLOB commands RELATIVE ${root}/bin ${root}/bin/instr-*)
foreach(command ${commands})
  set(page ${root}/share/man/man1/${command}.1.gz)
  if(NOT EXISTS ${page})
    file(CREATE_LINK instr-cc.1.gz ${page} SYMBOLIC)
  endif()
endforeach()

file(MAKE_DIRECTORY ${documents})
configure_file(${CPACK_INSTR_SOURCE}/packaging/copyright ${documents}/copyright COPYONLY)
configure_file(${CPACK_INSTR_SOURCE}/packaging/lintian-overrides ${root}/share/lintian/overrides/instr COPYONLY)
# README.md leads to the pages in docs, which go with it, and to the license, which Debian has elsewhere.
file(READ ${CPACK_INSTR_SOURCE}/README.md readme)
string(REPLACE "[LICENSE](LICENSE)" "[copyright](copyright)" readme "${readme}")
file(WRITE ${documents}/README.md "${readme}")
file(GLOB pages ${CPACK_INSTR_SOURCE}/docs/*.svg ${CPACK_INSTR_SOURCE}/docs/*.png ${CPACK_INSTR_SOURCE}/docs/*.json)
file(COPY ${pages} DESTINATION ${documents}/docs)
foreach(folder manual dev lab)
  file(GLOB notes ${CPACK_INSTR_SOURCE}/docs/${folder}/*.md ${CPACK_INSTR_SOURCE}/docs/${folder}/*.svg)
  file(COPY ${notes} DESTINATION ${documents}/docs/${folder})
endforeach()
configure_file(${CPACK_INSTR_SOURCE}/CHANGELOG.md ${documents}/changelog COPYONLY)
# Debian's own has one entry a package; its date is that of the last change.
execute_process(COMMAND git -C ${CPACK_INSTR_SOURCE} log -1 --format=%aD OUTPUT_VARIABLE date
  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(NOT date)
  execute_process(COMMAND date -R OUTPUT_VARIABLE date OUTPUT_STRIP_TRAILING_WHITESPACE)
endif()
file(WRITE ${documents}/changelog.Debian "instr (${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium

  * Version ${CPACK_PACKAGE_VERSION}; what is new in it is in changelog.gz.

 -- ${CPACK_DEBIAN_PACKAGE_MAINTAINER}  ${date}
")
run(gzip -9n ${documents}/changelog ${documents}/changelog.Debian)
file(GLOB plain ${root}/share/lintian/overrides/instr ${documents}/copyright ${documents}/README.md ${documents}/docs/*.*
  ${documents}/docs/manual/*.* ${documents}/docs/dev/*.* ${documents}/docs/lab/*.*)
file(CHMOD ${plain} ${documents}/changelog.gz ${documents}/changelog.Debian.gz
  PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)

file(GLOB archives ${root}/${CPACK_INSTR_LIBDIR}/*.a ${root}/${CPACK_INSTR_LIBDIR}/instr/*.a)
file(GLOB parts ${root}/${CPACK_INSTR_LIBDIR}/instr/*.so)
foreach(archive ${archives})
  run(strip --strip-debug --enable-deterministic-archives ${archive})
endforeach()
foreach(part ${parts})
  run(strip --strip-unneeded --remove-section=.comment ${part})
  file(CHMOD ${part} PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
endforeach()

# Of the parts for MPI nothing: who has that MPI uses the part, and nobody else needs it.
set(control ${CPACK_TEMPORARY_DIRECTORY}/../shlibdeps)
file(REMOVE_RECURSE ${control})
file(MAKE_DIRECTORY ${control}/debian)
file(WRITE ${control}/debian/control "Source: instr\n\nPackage: instr\nArchitecture: any\n")
file(GLOB binaries ${root}/bin/instr-cc ${root}/bin/instr-report ${root}/bin/instr-tune
  ${root}/${CPACK_INSTR_LIBDIR}/libinstr*.so.1)
execute_process(COMMAND dpkg-shlibdeps -O ${binaries} WORKING_DIRECTORY ${control}
  OUTPUT_VARIABLE depends ERROR_QUIET COMMAND_ERROR_IS_FATAL ANY OUTPUT_STRIP_TRAILING_WHITESPACE)
string(REPLACE "shlibs:Depends=" "" depends "${depends}")
set(CPACK_DEBIAN_PACKAGE_DEPENDS "${depends}, ${CPACK_INSTR_DEPENDS}")
