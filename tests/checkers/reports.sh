# reports.sh FOLDER - the checker's reports in FOLDER tell of no error; those that do are printed.
set -eu
errors=$(grep -lE 'ERROR: |WARNING: ThreadSanitizer|runtime error:|ERROR SUMMARY: [1-9]|LEAK SUMMARY' -r "$1" || true)
[ -n "$errors" ] || exit 0
for file in $errors; do
    echo "== $file"
    head -n 60 "$file"
done
echo "FAILED: $(echo "$errors" | wc -l) processes reported errors" >&2
exit 1
