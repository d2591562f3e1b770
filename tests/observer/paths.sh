# paths.sh FOLDER - who called a function that is only counted: each caller's part is off by its standard error. TEST_RUNS says how
# often. All runs are judged together: the sum of squares of how many standard errors each is off is above the bound by chance once in
# 100,000 times.
unset INSTR_TIMING
export INSTR_OUTPUT=o.instr
instr-cc cc -O2 -o program "$1/paths.c"
for _ in $(seq "${TEST_RUNS:-10}"); do
    ./program 1000000
    instr-report tree --no-pager --min=0 o.instr >tree
    grep -q '^~ estimated' tree || { echo 'nobody may look here'; exit 0; }
    instr-report tree --csv --min=0 o.instr | awk -F, '
        NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
        $at["name"] == "work" { count = split($at["path"], part, "/"); took[part[count - 1]] += $at["exclusive_s"]; all += $at["exclusive_s"] }
        END { print took["once"] / all, took["often"] / all, took["twice"] / all }' >shares
    # The standard error of a path is a percentage of its own time.
    awk 'NF < 9 { next } $(NF - 1) ~ /^(once|twice|often)$/ { caller = $(NF - 1) } $(NF - 1) == "work" && $(NF - 2) ~ /%$/ { error[caller] = $(NF - 2) / 100 }
        END { print error["once"], error["often"] }' tree | paste -d ' ' shares - >>all
done
awk '{ off[1] = ($1 - 0.125) / ($1 * $4); off[2] = ($2 - 0.625) / ($2 * $5); n += 2
       sum += off[1] ^ 2 + off[2] ^ 2; printf "%.3f (%+.1f) %.3f (%+.1f) %.3f\n", $1, off[1], $2, off[2], $3 }
     END { # the quantile of chi-square, by Wilson and Hilferty
           f = 2 / (9 * n); bound = n * (1 - f + 4.26 * sqrt(f)) ^ 3
           printf "sum of squares %.1f, at most %.1f\n", sum, bound
           exit !(n && sum <= bound) }' all >said || fail "$(cat said)"
cat said
