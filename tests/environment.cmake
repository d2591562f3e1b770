# Read by ctest before it runs the first test: whatever the user has set for their own work, the tests set
# what they need themselves.
execute_process(COMMAND env OUTPUT_VARIABLE environment)
string(REGEX MATCHALL "INSTR_[A-Z_]+=" names "\n${environment}")
foreach(name ${names})
  string(REPLACE "=" "" name ${name})
  unset(ENV{${name}})
endforeach()
