# seeds.sh SOURCES CTEST BUILD - the tests that docs/dev/seeds.md names are there.
"$2" --test-dir "$3" -N | sed -n 's/^ *Test *#[0-9]*: //p' | sed -E 's/-(openmpi|mpich)$//' | sort -u >tests
awk -F'|' '/^\|/ && NF == 5 { print $4 }' "$1/docs/dev/seeds.md" | grep -o '`[^`]*`' | tr -d '`' | sort -u >named
[ "$(wc -l <named)" -gt 20 ] || { echo 'FAILED: docs/dev/seeds.md names no tests' >&2; exit 1; }
missing=$(comm -13 tests named)
[ -z "$missing" ] || { printf 'FAILED: no test is called\n%s\n' "$missing" >&2; exit 1; }
