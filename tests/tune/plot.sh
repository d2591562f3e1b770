# plot.sh - the page: it needs nothing but itself, and its program shows what there is.
. "$(dirname "$0")/common.sh"
printf 'int main(void) { return 0; }\n' >x.c
cat >p.lua <<END
project "</script><b>page"
range("a", 1, 4)
range("b", 1, 3)
list("c", {"<x>", "y"})
build("instr-cc cc -o x $PWD/x.c")
run("./x; : '{c}'; [ {a} -ne 2 ] && echo value: \$(( ({a} - 3) * ({a} - 3) + {b} ))", {warmup = 0, repeats = 1})
minimise {output = "value: (%S+)"}
measure("memory", {metric = "memory"})
END
instr-tune run p.lua >/dev/null 2>&1
instr-tune plot -o page.html p.lua
! grep -qiE 'src *=|@import|url\(|fetch\(' page.html || fail 'the page loads something'
[ "$(grep -c '</script>' page.html)" -eq 3 ] || fail 'a name ends the script'
command -v node >/dev/null || exit 0
node "$(dirname "$0")/page.js" page.html
