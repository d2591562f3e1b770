# secure.sh LIBDIR - a program that runs with more rights than its caller loads nothing from where it was built: somebody
# else may have made that folder anew. For root alone can make such a program.
if [ "$(id -u)" != 0 ] || ! command -v setpriv >/dev/null; then
    echo "not root: nothing to try"
    exit 0
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
cd "$work"
mkdir prefix
cp "$1"/libinstr.so.1 prefix
printf 'int main(void) { return 3; }\n' >program.c
printf '#include <stdio.h>\n#include <unistd.h>\nint main(void) { printf("%%d\\n", (int)geteuid()); return 0; }\n' >who.c
printf '#include <unistd.h>\n__attribute__((constructor)) static void evil(void) { write(1, "PWNED\\n", 6); }\n' >evil.c
INSTR_LIBDIR=$PWD/prefix instr-cc gcc -o program program.c
gcc -o who who.c
chmod u+s who program
[ "$(setpriv --reuid 65534 --clear-groups ./who)" = 0 ] || { echo "no setuid programs here"; exit 0; }
gcc -w -shared -fPIC -o prefix/libinstr.so.1 evil.c
[ "$(./program || true)" = PWNED ] || fail "this does not show what it should"
for environment in A=1 "LD_LIBRARY_PATH=$PWD/prefix" "INSTR_OUTPUT=$PWD/taken" "INSTR_LIBDIR=$PWD/prefix" \
    "INSTR_PLUGINS=$PWD/prefix/libinstr.so.1"; do
    out=$(env "$environment" setpriv --reuid 65534 --clear-groups ./program) && status=0 || status=$?
    [ "$status" = 3 ] && [ -z "$out" ] || fail "$environment: ends with $status: $out"
done
