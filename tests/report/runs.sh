# runs.sh MAKE_ODD - several profiles: the ranks of one job are ranks, all else is a sum over processes.
make_odd=$1
here=$(cd "$(dirname "$0")" && pwd)
unset PAGER COLUMNS
# job NAME RANKS FIRST_PID: NAME.RANK.instr
job() {
    rank=0
    while [ "$rank" -lt "$2" ]; do
        "$make_odd" run "/bin/$1" $(($3 + rank)) $rank "$2" "$1.$rank.instr"
        rank=$((rank + 1))
    done
}
heading() { instr-report tree "$@" 2>err | head -n 1; }
expect() { # TEXT FILES...: stands in the heading, behind the title
    text=$1
    shift
    heading "$@" >got
    grep -q "^[^:]*: $text, " got || fail "$*: $(cat got), not '$text'"
    [ ! -s err ] || fail "$*: $(cat err)"
}
job small 4 100
job large 8 200
job again 4 300
expect '4 ranks' small.*.instr
expect '3 of 4 ranks' small.0.instr small.1.instr small.3.instr
expect '12 processes of 2 programs in 2 runs' small.*.instr large.*.instr
for i in 0 1 2 3; do "$make_odd" run /bin/small $((300 + i)) $i 4 again.$i.instr; done
expect '8 processes in 2 runs' small.*.instr again.*.instr
# What MPI takes to start is no part of the program's 100%.
instr-report tree small.[0-3].instr >got
grep -qE '^ *100.0%.* main ' got || fail "main has a share of: $(grep main got)"
! grep '[^ ] MPI_Init$' got || fail 'MPI_Init has a row'
grep -q '^excluded from 100%: MPI_Init and MPI_Finalize 40.00 us, outside main 40.00 us (sum over ranks)' got ||
    fail "not said: $(grep 'not in' got)"
instr-report small.[0-3].instr >got
! grep '[^ ] MPI_Init$' got || fail 'MPI_Init is hot'
# A folder is all profiles in it.
mkdir jobs
cp small.?.instr jobs
expect '4 ranks' jobs
mkdir none
! instr-report none 2>err || fail 'an empty folder'
grep -q 'no profile (\*.instr) in this folder' err || fail "an empty folder: $(cat err)"
# What is in a folder, which of it is shown, and what of it is old.
mkdir listed
cp "$(command -v instr-report)" listed/tool
(
    cd listed
    "$make_odd" run "$PWD/tool" 7 0 0 tool.7.instr
    cp ../small.0.instr ../small.1.instr .
    touch -d '2001-01-01' small.0.instr
    touch -d '2002-02-02' tool.7.instr
    touch -d '2003-03-03' small.1.instr
    : >broken.instr
    touch -d '1999-09-09' broken.instr
    instr-report list
    instr-report list --csv >list.csv
    instr-report | sed -n 1p
) >got
[ "$(grep -n 'small.1\|tool.7\|small.0\|broken' got | sed -n '1,4s/.*  \([a-z]*[.0-9]*instr\).*/\1/p' | tr '\n' ' ')" = \
    'small.1.instr tool.7.instr small.0.instr broken.instr ' ] || fail "the order of list: $(cat got)"
grep -q 'broken.instr  not an instr profile' got || fail 'list: a damaged profile'
grep -q 'small.1.instr, the newest of 4 here' got || fail "which is shown is not said: $(cat got)"
sed -n 2p listed/list.csv | grep -q '^small.1.instr,/bin/small,.*,1,,here,,,$' || fail "list --csv: $(cat listed/list.csv)"
# One that is cut off, as by a full disk, is said to be, and the next one shown.
head -c 40 listed/small.1.instr >listed/cut.instr
(cd listed && instr-report >../got 2>../err && instr-report list --csv >list.csv) || fail "the newest can't be read: $(cat err)"
grep -q 'small.1.instr, the newest that can be read of 5 here' got || fail "shown is: $(head -n 1 got)"
grep -q 'cut.instr.*the next newest is shown' err || fail "said is: $(cat err)"
grep -q '^cut.instr,.*,0,,,,,$' listed/list.csv && grep -q '^small.1.instr,.*,1,,here,,,$' listed/list.csv || fail "$(cat listed/list.csv)"
rm listed/cut.instr
# A program in place of a profile.
(cd listed && ! instr-report ./tool) 2>err || fail 'a program was taken for a profile'
grep -q "instr-report tool.7.instr'.*'instr-report coverage ./tool'" err || fail "a program: $(cat err)"
(cd listed && ! instr-report tool) 2>err || fail 'a program without a slash was taken for a profile'
grep -q "instr-report tool.7.instr'" err || fail "a program: $(cat err)"
# Processes of a test suite.
for i in 1 2 3 4 5 6; do "$make_odd" run /bin/p$((i % 3)) $i 0 0 test.$i.instr; done
expect '6 processes of 3 programs' test.*.instr
heading test.*.instr | grep -q '^p0, p1, p2: ' || fail 'the programs are not named'
expect '2 processes' test.1.instr test.4.instr
# A job's profile is what its ranks' are, and what was merged is still known for what it is.
instr-report merge -o small.instr small.[0-3].instr
instr-report merge -o large.instr large.*.instr
instr-report merge -o tests.instr test.*.instr 2>err
expect '4 ranks' small.instr
expect '12 processes of 2 programs in 2 runs' small.instr large.instr
expect '6 processes of 3 programs' tests.instr
expect '18 processes of 5 programs in 8 runs' small.instr large.instr tests.instr
# What nobody should compare is not compared.
instr-report waiting --by=work test.*.instr | grep -q 'not of one job' || fail imbalance
! instr-report diff --scale small.instr tests.instr 2>err || fail 'scale took a sum of several runs'
grep -q 'sum of several runs' err || fail 'scale: no reason'
instr-report tree test.*.instr >got
! grep -E '  rank  ' got || fail 'the number of a rank means nothing'
grep -q 'summed over the processes' got || fail 'tree: not named processes'
instr-report flat test.*.instr | grep -q ' processes  process min  process mean  process max  of pid  region' || fail 'flat: not named processes'
if instr-report html -o page.html test.*.instr 2>err; then
    python3 "$here/page_data.py" page.html | grep -q '"runs": "6 processes of 3 programs"' || fail html
else
    grep -q 'without its page' err || fail "html: $(cat err)"
fi
[ "$(instr-report tree --by=rank test.*.instr | sed -n 's/.*|\([^|]*\)|  (process).*/\1/p')" = ██████ ] || fail 'ranks: not a bar for each'
# The same process twice: in a copy, or in the job's own profile and one that a rank wrote afterwards.
cp test.1.instr copy.instr
heading test.1.instr test.2.instr copy.instr >got
grep -q 'copy.instr.* test.1.instr.*counted twice' err || fail "a copy: $(cat err)"
heading small.instr small.2.instr >got
grep -q 'small.2.instr.* small.instr.*counted twice' err || fail "a rank that is in its job: $(cat err)"
heading small.instr test.?.instr >got
[ ! -s err ] || fail "nothing is twice: $(cat err)"
