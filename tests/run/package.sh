# package.sh CPACK BUILD - the Debian package made of a build tree: lintian has nothing to say, it depends on what it uses, and
# unpacked anywhere it compiles, runs and reports. 77 where Debian's tools are not installed.
cpack=$1 build=$2

for tool in dpkg-deb dpkg-shlibdeps lintian; do
    command -v $tool >/dev/null || { echo "not run: no $tool, which ./bootstrap test --all installs"; exit 77; }
done

"$cpack" -G DEB --config "$build/CPackConfig.cmake" -B "$PWD/made" >cpack.log 2>&1 || fail "cpack: $(tail -20 cpack.log)"
set -- made/*.deb
[ -f "$1" ] && [ $# = 1 ] || fail "one package is made, not: $*"

# The prefix of this tree may not be Debian's, and then libraries are where no multiarch package has them.
lintian --allow-root --suppress-tags pkg-config-unavailable-for-cross-compilation --fail-on error,warning "$1" >lintian.log 2>&1 || fail "lintian: $(cat lintian.log)"

# With the prefix that README.md's command gives, libraries are one folder deeper: what lintian is told of them holds there, too.
dpkg-deb -R "$1" deeper
deeper=deeper/usr/lib/$(gcc -print-multiarch)
if [ ! -d "$deeper/instr" ]; then
    mkdir -p "$deeper" && mv deeper/usr/lib/instr "$deeper"
    dpkg-deb -b deeper deeper.deb >/dev/null
    tags=shared-library-lacks-prerequisites,mismatched-override
    [ ! -e "$deeper/instr/libinstr_usdt.so" ] || tags=$tags,unused-override # one is of it
    lintian --allow-root --tags $tags --fail-on error,warning,info deeper.deb >lintian.log 2>&1 ||
        fail "lintian, with the prefix /usr: $(cat lintian.log)"
fi

dpkg-deb -f "$1" Depends >depends
lua=
! command -v instr-tune >/dev/null || lua=liblua5.4-0
for needed in libc6 libelf1 libdw1 $lua libclang1- gcc binutils; do
    grep -q "$needed" depends || fail "it does not depend on $needed: $(cat depends)"
done
! grep -q mpi depends || fail "it depends on an MPI: $(cat depends)"
[ "$(dpkg-deb -f "$1" Version)" = "$(instr-report --version | sed 's/.* //')-1" ] ||
    fail "version $(dpkg-deb -f "$1" Version) of $(instr-report --version)"

dpkg-deb -x "$1" root
for page in root/usr/share/man/man1/instr-cc.1.gz root/usr/share/man/man1/instr-gcc.1.gz root/usr/share/man/man3/instr.h.3.gz \
    root/usr/share/doc/instr/changelog.gz root/usr/share/doc/instr/changelog.Debian.gz; do
    gzip -dc "$page" | grep -q . || fail "$page is empty"
done
gzip -dc root/usr/share/doc/instr/changelog.gz | grep -q "$(dpkg-deb -f "$1" Version | sed 's/-.*//')" ||
    fail 'the changelog does not name this version'

# What README.md and the pages of docs lead to is in the package.
for page in root/usr/share/doc/instr/README.md $(find root/usr/share/doc/instr/docs -name '*.md'); do
    for link in $(grep -o '](\(docs/\|manual/\|lab/\|dev/\|\.\./\)*[A-Za-z0-9.-]*[)#]' "$page" | sed 's/^](//; s/.$//'); do
        [ -e "$(dirname "$page")/$link" ] || fail "$page leads to $link, which the package has not"
    done
done
[ -e root/usr/share/doc/instr/docs/dev/wrapper.md ] && [ -e root/usr/share/doc/instr/docs/manual/02-build.md ] || fail 'the package has no pages'

cat >hello.c <<'END'
#include <instr.h>
#include <stdio.h>
static int twice(int n) { return 2 * n; }
int main(void) { instr_start("all"); int n = twice(21); instr_stop("all"); return printf("%d\n", n) != 3; }
END
PATH=$PWD/root/usr/bin:/usr/bin:/bin
env -i PATH="$PATH" instr-cc gcc -O1 -o hello hello.c
[ "$(env -i ./hello)" = 42 ] || fail 'the program is wrong'
check_one_profile
grep -q "$PWD/root/usr/lib.*libinstr.so.1" hello || fail 'the program does not know the runtime of the package'
[ "$(profile_names)" = 'main 1
twice 1' ] || fail "wrong profile: $(profile_names)"
