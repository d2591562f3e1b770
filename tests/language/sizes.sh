# sizes.sh - what is too large for a file of tests: a function with 1,000 parameters, a body of 50,000 lines,
# 200 nested brackets, a chain of 6,000 else-ifs, each nested in the one before; and a text with CRLF and without a
# newline at its end. And 20,000 functions, which take as long as many short files of as many.

{
    awk 'BEGIN { printf "int wide("; for (i = 0; i < 1000; i++) printf "%sint p%d", i ? "," : "", i
        printf ")\n{\n    return p0 + p999;\n}\n" }'
    awk 'BEGIN { printf "int tall(int x)\n{\n"; for (i = 0; i < 50000; i++) printf "    x = x * 5 + %d;\n", i
        printf "    return x;\n}\n" }'
    awk 'BEGIN { printf "int deep(int x)\n{\n    return "; for (i = 0; i < 200; i++) printf "("; printf "x"
        for (i = 0; i < 200; i++) printf ")"; printf ";\n}\n" }'
    awk 'BEGIN { printf "int chain(int x)\n{\n    if (x < 0)\n        return 0;\n"
        for (i = 0; i < 6000; i++) printf "    else if (x == %d)\n        return %d;\n", i, i
        printf "    return 1;\n}\n" }'
    awk 'BEGIN { printf "int main(void)\n{\n    return (wide("
        for (i = 0; i < 1000; i++) printf "%s%d", i ? "," : "", i; printf ") + tall(1) + deep(1) + chain(7)) & 127;\n}" }'
} | sed 's/$/\r/' | head -c -1 >sizes.c

cc -o plain sizes.c
instr-cc cc -o program sizes.c 2>messages
[ ! -s messages ] || fail "messages: $(head -n 3 messages)"
./plain && plain=0 || plain=$?
./program && status=0 || status=$?
[ "$plain" = "$status" ] || fail "exits with $status, plainly with $plain"
profile_names >names
printf 'chain 1\ndeep 1\nmain 1\ntall 1\nwide 1\n' | diff - names

# Ten times of what they take. It was a minute while lines were counted from the top of the file.
awk 'BEGIN { for (i = 0; i < 20000; i++) print "int f" i "(int n)\n{\n    int s = 0;\n    while (n > s)\n        n -= ++s;\n    return n;\n}" }' >many.c
INSTR_LOG=log INSTR_PARSE_LIMIT=5 instr-cc --instr-print gcc -c many.c >edited
! grep -q 'parse-limit' log || fail "many functions: $(tail -n 1 log | cut -c1-400)"
[ "$(grep -c '^    while' edited)" = 20000 ] || fail "many functions: $(grep -c '^    while' edited) bodies"
