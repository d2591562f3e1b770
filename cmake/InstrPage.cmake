# The page of `instr-report html` is bundled from report/page by esbuild, which its package-lock.json pins. What the tests of the
# page use is pinned in tests/report/page. Both are fetched once, when a build is configured. instr_page(OUT) makes the C file OUT
# from them; without node, npm or a network all else is built, and `html` says why it can't. INSTR_PAGE=OFF does not try.
option(INSTR_PAGE "make the page of instr-report html, which needs node, npm and once a network" ON)

# Sets OUT to the folder of the packages that SOURCES pins, put into FOLDER, or to nothing.
function(instr_page_packages out sources folder what)
  set(${out} "" PARENT_SCOPE)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${sources}/package-lock.json)
  file(SHA256 ${sources}/package-lock.json lock)
  set(installed "")
  if(EXISTS ${folder}/installed)
    file(READ ${folder}/installed installed)
  endif()
  if(NOT installed STREQUAL lock)
    message(STATUS "fetching the packages of ${what}")
    file(COPY ${sources}/package.json ${sources}/package-lock.json ${sources}/.npmrc DESTINATION ${folder})
    execute_process(
      COMMAND ${INSTR_NPM} ci --prefer-offline --no-progress --fetch-retries=1 --fetch-timeout=30000
      WORKING_DIRECTORY ${folder} RESULT_VARIABLE failed OUTPUT_VARIABLE said ERROR_VARIABLE said TIMEOUT 300)
    if(failed)
      file(REMOVE_RECURSE ${folder}/node_modules)
      file(WRITE ${folder}/npm.log "${said}")
      message(STATUS "npm could not fetch them: ${what} is left out (${folder}/npm.log says why)")
      return()
    endif()
    file(WRITE ${folder}/installed "${lock}")
  endif()
  set(${out} ${folder}/node_modules PARENT_SCOPE)
endfunction()

# Sets INSTR_PAGE_MODULES to the packages of the tests, or to nothing.
function(instr_page out)
  set(embed ${PROJECT_SOURCE_DIR}/cmake/EmbedText.cmake)
  set(sources ${PROJECT_SOURCE_DIR}/report/page)
  set(folder ${PROJECT_BINARY_DIR}/page)
  set(modules "")
  set(tools "")
  find_program(INSTR_NODE NAMES node nodejs)
  find_program(INSTR_NPM npm)
  if(NOT INSTR_PAGE)
    message(STATUS "instr-report html is left out, as INSTR_PAGE asks for")
  elseif(NOT INSTR_NODE OR NOT INSTR_NPM)
    message(STATUS "no node or no npm found: instr-report html is left out (Debian: nodejs, npm)")
  else()
    instr_page_packages(modules ${sources} ${folder} "instr-report html")
    if(modules AND INSTR_TESTS)
      instr_page_packages(tools ${PROJECT_SOURCE_DIR}/tests/report/page ${folder}/tests "the page's tests")
    endif()
  endif()
  set(INSTR_PAGE_MODULES "${tools}" PARENT_SCOPE)
  if(modules)
    file(GLOB_RECURSE files CONFIGURE_DEPENDS ${sources}/src/*.js ${sources}/src/*.css)
    set(made ${folder}/page.css ${folder}/page.js ${folder}/page.csp)
    add_custom_command(OUTPUT ${made}
      COMMAND ${INSTR_NODE} ${sources}/bundle.mjs ${modules} ${sources}/src ${folder}
      DEPENDS ${sources}/bundle.mjs ${files} ${folder}/installed VERBATIM)
  else()
    set(folder ${PROJECT_BINARY_DIR}/no-page)
    set(made ${folder}/page.css ${folder}/page.js ${folder}/page.csp)
    foreach(file ${made})
      file(WRITE ${file} "")
    endforeach()
  endif()
  add_custom_command(OUTPUT ${out}
    COMMAND ${CMAKE_COMMAND}
      "-DINPUTS=page_css=${folder}/page.css;page_js=${folder}/page.js;page_csp=${folder}/page.csp"
      -DHEADER=report/html/bundle.h -DOUTPUT=${out} -P ${embed}
    DEPENDS ${made} ${embed} VERBATIM)
endfunction()
