# command_line.sh - what was typed on the command line stays there, unless it is asked for; then nobody else can read it.
here=$(cd "$(dirname "$0")" && pwd)
has_page() { # not without node, when this was built
    ! { instr-report html -o - no-such-profile 2>&1 || true; } | grep -q 'without its page' && command -v python3 >/dev/null
}
cat >login.c <<'END'
#include <signal.h>
int main(int count, char **words) { (void)words; if (count > 3) raise(SIGKILL); return 0; }
END
instr-cc cc -O1 -o login login.c
umask 022
mkdir store
export INSTR_TMPDIR="$PWD/store"
everything() { # PROFILE: as all else there is
    cat "$1"
    for command in tree flat coverage; do
        instr-report $command "$1"
        instr-report $command --json "$1"
    done
    ! has_page || { instr-report html "$1" >page && python3 "$here/../report/page_data.py" page; }
    for format in $(instr-report help export | sed -n '/: a trace$/d; s/^  \([a-z]*\): .*/\1/p'); do instr-report export $format "$1"; done
}
./login --password=hunter2 -v
check_one_profile
everything login.*.instr >all
! grep -aq hunter2 all || fail 'an argument is in a profile or what is made of it'
instr-report tree --json | grep -q '"command": "login (2 arguments)"' || fail "command: $(instr-report tree --json | head -n 2)"
[ "$(stat -c %a login.*.instr)" = 644 ] || fail "mode $(stat -c %a login.*.instr) by umask 022"
rm login.*.instr
(umask 077 && ./login x)
[ "$(stat -c %a login.*.instr)" = 600 ] || fail "mode $(stat -c %a login.*.instr) by umask 077"
instr-report tree --json | grep -q '"command": "login (1 argument)"' || fail 'one argument'
rm login.*.instr
# What a killed process leaves, too.
(exec ./login --password=hunter2 -v -k) >/dev/null 2>&1 || true
! grep -aq hunter2 store/*.map || fail 'an argument is in the store'
[ "$(stat -c %a store/*.map)" = 400 ] || fail 'others can read the store, or write to it'
instr-report recover store/*.map >/dev/null
rm login.*.instr

# Asked for: it is there, and the mode says so wherever it goes.
INSTR_COMMAND=full ./login --password=hunter2 -v
[ "$(stat -c %a login.*.instr)" = 600 ] || fail "all can read the arguments: $(stat -c %a login.*.instr)"
instr-report tree --json | grep -q '"command": "./login --password=hunter2 -v"' || fail "full: $(instr-report tree --json | head -n 2)"
(exec env INSTR_COMMAND=full ./login --password=hunter2 -v -k) >/dev/null 2>&1 || true
instr-report recover store/*.map >/dev/null
instr-report merge -o merged.instr login.*.instr
./login
instr-report merge -o both.instr login.*.instr
instr-report export callgrind -o out.callgrind merged.instr
instr-report export filter -o out.filter merged.instr
for file in merged.instr both.instr out.callgrind; do
    [ "$(stat -c %a $file)" = 600 ] || fail "$file: mode $(stat -c %a $file)"
done
has_page || exit 0
# Who sends a page to somebody knows what is in it.
touch page.html
instr-report html -o page.html merged.instr 2>err
[ "$(stat -c %a page.html)" = 600 ] || fail "page.html: mode $(stat -c %a page.html)"
grep -q 'page.html.*arguments' err || fail "not told what the page has: $(cat err)"
rm login.*.instr
./login --password=hunter2
instr-report html -o page.html 2>err
grep -q 'page.html.*host.*not the command.s arguments' err || fail "not told what the page has not: $(cat err)"
