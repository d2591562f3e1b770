# contexts.sh COMPILER LAUNCHER INCLUDE SOURCE - the ranks of contexts and who is in the communicators: in the job's
# profile, with the part linked and loaded, and in one merged offline from the ranks' own profiles.
compiler=$1 launcher=$2 include=$3 source=$4
line() { grep -n "$1" "$source" | head -n 1 | cut -d: -f1; }
file=$source

instr-cc $compiler -O1 -I"$include" -o linked "$source"
instr-cc $compiler -O1 -I"$include" -c -o contexts.o "$source"
$compiler -o loaded contexts.o
$compiler -O1 -I"$include" -DINSTR_DISABLED -o plain "$source"
[ "$($launcher -n 8 ./plain)" = 64 ] || fail "the plain program"

# path calls called-by in-context, for what lies in contexts
cat >tree.expected <<END
main/all 8 8 8
main/all/MPI_Allreduce 8 8 8
main/atm/atm 4 4 4
main/atm/atm/pair 4 4 4
main/atm/atm/pair/physics 4 4 4
main/atm/atm/physics 2 2 4
main/mixed 8 6 6
main/ocn 4 4 8
main/ocn/ocn 4 4 4
main/ocn/ocn/physics 8 4 4
main/pair 7 7 8
END
split=$(line 'MPI_Comm_split(MPI_COMM_WORLD, rank / 4') pairs=$(line 'rank / 2') odds=$(line 'rank % 2 ? 1')
copy=$(line MPI_Comm_dup)
# name@place ranks size region calls messages bytes
sort >communicators.expected <<END
MPI_COMM_WORLD@ 0-7 8 MPI_Allreduce 8 8 32
MPI_COMM_WORLD@ 0-7 8 MPI_Comm_split 24 0 0
MPI_COMM_WORLD@ 0-7 8 all 8 0 0
@MPI_Comm_split $file:$odds 1-7:2 4 MPI_Allreduce 4 4 16
@MPI_Comm_split $file:$odds 1-7:2 4 mixed 4 0 0
@MPI_Comm_split $file:$pairs 0-1 2 pair 4 0 0
@MPI_Comm_split $file:$pairs 2-3 2 pair 3 0 0
@MPI_Comm_split $file:$pairs 4-5 2 pair 2 0 0
@MPI_Comm_split $file:$pairs 6-7 2 pair 2 0 0
@MPI_Comm_dup $file:$copy 0-3 4 MPI_Barrier 40 0 0
@MPI_Comm_dup $file:$copy 4-7 4 MPI_Barrier 40 0 0
atmosphere@MPI_Comm_split $file:$split 0-3 4 MPI_Comm_dup 40 0 0
atmosphere@MPI_Comm_split $file:$split 0-3 4 atm 4 0 0
atmosphere@MPI_Comm_split $file:$split 0-3 4 mixed 4 0 0
ocean@MPI_Comm_split $file:$split 4-7 4 MPI_Comm_dup 40 0 0
ocean@MPI_Comm_split $file:$split 4-7 4 ocn 4 0 0
END

check() {
    instr-report tree --csv --min=0 $2 >tree.csv
    awk -F, '$2 ~ /\/(all|atm|ocn|pair|mixed)(\/|$)/ && $3 != "ocn\"" { print $2, $7, $15, $20 }' tree.csv |
        grep -v '^main/atm ' | sort >tree.found
    diff tree.expected tree.found || fail "$1: the ranks of contexts"
    # Zeros of ranks that never came are in the mean and the minimum.
    awk -F, '$2 == "main/atm/atm/physics" { seen = 1; d = $17 * 4 - $9; if (d < 0) d = -d
        if ($16 != 0 || d > 1e-9 * $9) exit 1 } END { exit !seen }' tree.csv || fail "$1: zeros within a context"
    instr-report flat --by=communicator --csv $2 | awk -F, 'NR > 1 { n = $1 "@" $2
        # ranks may hold commas in quotes; none does here
        print n, $3, $4, $5, $7, $8, $9 }' | sort >communicators.found
    diff communicators.expected communicators.found || fail "$1: communicators"
}

for program in linked loaded; do
    rm -f ./*.instr
    [ "$($launcher -n 8 ./$program)" = 64 ] || fail "$program prints something else"
    check_one_profile
    check $program ""
done

INSTR_JOB=both INSTR_OUTPUT=ranks.%r.instr $launcher -n 8 ./linked >/dev/null
set -- ranks.?.instr
[ $# -eq 8 ] || fail "the ranks' own profiles: $*"
instr-report merge -o merged.instr "$@"
cmp ranks.all.instr merged.instr || fail "the job's profile is not what merging those of its ranks gives"
check merged merged.instr

# All ranks write their rows together, and the file is the same again.
rm -f ./*.instr
INSTR_RANKS=all INSTR_JOB=both INSTR_OUTPUT=ranks.%r.instr $launcher -n 8 ./linked >/dev/null
instr-report merge -o merged.instr ranks.[0-7].instr
cmp ranks.all.instr merged.instr || fail "the ranks wrote together what merging does not give"
grep -q 'rank' ranks.all.instr && ! grep -q 'locn' ranks.all.instr || fail "the ranks did not write their rows together"
check together ranks.all.instr
[ "$(instr-report tree --by=rank --csv ranks.all.instr | awk -F, '$1 == "main/ocn/ocn/physics" { n += $7 } END { print n }')" = 8 ] ||
    fail "the rows that the ranks wrote"
set -- ./*.tmp
[ ! -e "$1" ] || fail "left behind: $*"

# The page for the browser has the same figures as the terminal: percentiles of each path, and what was done on communicators.
instr-report html -o page.html ranks.all.instr
instr-report tree --csv --min=0 ranks.all.instr >tree.csv
if command -v python3 >/dev/null; then
    python3 "$(dirname "$0")/../report/page_data.py" page.html >page.json
    python3 - <<'END' || fail "the page's figures"
import csv, json
page = json.load(open("page.json"))
shown = sorted(x * 1e-12 for p in (5, 50, 95) for x in page["columns"]["ranks.rank_p%d_s" % p])
rows = csv.DictReader(open("tree.csv"))
expected = sorted(float(row["rank_p%s_s" % p]) for row in rows for p in (5, 50, 95))
assert len(shown) == len(expected) and all(abs(a - b) < 1e-9 + 1e-6 * b for a, b in zip(shown, expected)), (shown, expected)
world = [c[0] for c in page["communicators"]].index("MPI_COMM_WORLD")
assert page["columns"]["communicator.bytes"][world] == 32
END
fi
if command -v chromium >/dev/null; then
    for view in 'functions&list=2' tree; do
        timeout 100 chromium --headless=new --no-sandbox --disable-gpu --virtual-time-budget=20000 --dump-dom \
            "file://$PWD/page.html#$view" >"dom.${view%&*}" 2>/dev/null || true
    done
    grep -q 'ranks 0-3.*context atm' dom.functions && grep -q 'context of 8 ranks' dom.tree ||
        fail 'nothing in the browser'
fi

# Collective calls were once begun by a barrier where this was set.
rm -f ./*.instr
INSTR_MPI_BARRIER=1 $launcher -n 8 ./linked >/dev/null 2>said
[ "$(instr-report tree --csv --min=0 | awk -F, '$2 == "main/all/MPI_Allreduce" { print $7 }')" = 8 ] || fail "no reductions"
if instr-report tree --csv --min=0 | grep 'wait for'; then fail "waiting in collective calls"; fi
[ "$(grep -c 'INSTR_MPI_BARRIER is gone: ' said)" = 1 ] || fail "INSTR_MPI_BARRIER: $(cat said)"
