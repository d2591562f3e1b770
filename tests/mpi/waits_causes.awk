# waits_causes.awk - of `instr-report waiting --csv` of waits.c: whoever was late had slept, as far as it had a processor and did not
# wait itself.
NR == 1 {
    for (i = 1; i <= NF; i++)
        at[$i] = i
    next
}
{
    count = split($at["path"], part, "/")
    cause[part[2]] += $at["cause_s"]
}
part[count] == "oversleep" { slept[part[2]] += $at["cause_s"] }
END {
    for (of in cause)
        if (of ~ /^(rotating|imbalance|late_root|early_root|late_sender|late_receiver|late_for_one|scan|later|fences|pipeline|late_master|large|probed)$/ && cause[of] > 0.005 && ++cases && slept[of] < 0.5 * cause[of]) {
            print of ": " slept[of] " of " cause[of]
            wrong = 1
        }
    exit wrong || cases < 4
}
