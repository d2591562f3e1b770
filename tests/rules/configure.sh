# configure.sh CMAKE SOURCE - cmake without a preset: where cmocka is missing it leaves the unit tests out and says so,
# where Lua is missing instr-tune, where npm can fetch nothing the page, and BUILD_TESTING is obeyed.
cmake=$1 source=$2
real=$(command -v pkg-config)
cat >no-cmocka <<END
#!/bin/sh
case "\$*" in *cmocka* | *lua*) exit 1 ;; esac
exec $real "\$@"
END
chmod +x no-cmocka

PKG_CONFIG=$PWD/no-cmocka "$cmake" -S "$source" -B build -DINSTR_NPM=/bin/false >log 2>&1 || fail "cmake fails without cmocka: $(tail -5 log)"
grep -q 'instr-tune is left out' log || fail 'nothing is said of the missing Lua'
grep -q 'instr-report html is left out' log || fail 'nothing is said of packages that can not be fetched'
grep -q 'cmocka' log || fail 'nothing is said of the missing cmocka'
tests=$(ctest --test-dir build -N)
case $tests in *layers*) ;; *) fail "no tests are left: $tests" ;; esac
case $tests in *tune-*) fail "a test of instr-tune is left: $tests" ;; esac
case $tests in *profile-tree*) fail "a unit test is left: $tests" ;; esac

"$cmake" -S "$source" -B plain -DBUILD_TESTING=OFF -DINSTR_PAGE=OFF >log 2>&1 || fail "cmake fails: $(tail -5 log)"
[ "$(ctest --test-dir plain -N 2>&1 | grep -c 'Test *#')" -eq 0 ] || fail 'there are tests with BUILD_TESTING=OFF'
