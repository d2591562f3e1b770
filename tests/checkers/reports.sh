# reports.sh FOLDER - the checker's reports in FOLDER tell of no error; those that do are printed. Programs that end by
# an invalid access on purpose are none to valgrind, which says so.
set -eu
valgrind='^==[0-9]+== *(Invalid |Conditional jump|Use of uninit|Syscall param|Mismatched |Source and dest|.* definitely lost)'
errors=$(grep -lE "ERROR: |WARNING: ThreadSanitizer|runtime error:|$valgrind" -r "$1" |
    xargs -r grep -L 'Process terminating with default action of signal 11') || true
[ -n "$errors" ] || exit 0
for file in $errors; do
    echo "== $file"
    head -n 60 "$file"
done
echo "FAILED: $(echo "$errors" | wc -l) processes reported errors" >&2
exit 1
