# hardening.sh CMAKE BUILD - every program and library that is installed is protected against errors in it being used,
# as Debian's hardening-check asks, and the probes do not pay for it.
cmake=$1 build=$2

DESTDIR=$PWD/stage "$cmake" --install "$build" --prefix /opt/instr >install.log
find stage -type f -exec sh -c 'for f; do head -c 4 "$f" | grep -q ELF && echo "$f"; done' sh {} + | sort >files
[ "$(grep -c '/bin/' files)" -ge 3 ] && grep -q 'libinstr\.so' files || fail "what is installed: $(cat files)"

# has FILE WHAT OPTION PATTERN: what readelf says with this option has the pattern.
has() {
    readelf -W "$3" "$1" 2>/dev/null | grep -Eq -- "$4" || fail "$1: $2"
}

while read -r file; do
    has "$file" 'not position independent' -h 'Type: +DYN'
    has "$file" 'no read-only relocations' -l 'GNU_RELRO'
    has "$file" 'symbols are bound late, which leaves their table open to writing' -d 'BIND_NOW|FLAGS_1.* NOW'
    has "$file" 'an executable stack' -l 'GNU_STACK.* RW +0x'
    case $file in
    */libinstr_usdt.so) arrays=--nostackprotector ;; # it keeps none
    *) arrays= && has "$file" 'no protected stack' --dyn-syms '__stack_chk_fail' ;;
    esac
    ! readelf -Wd "$file" | grep -Eq 'TEXTREL|RPATH|RUNPATH' || fail "$file: relocations in its text, or a path"
    case $file in
    */instr/*) ;; # copies nothing whose size the compiler knows
    *) has "$file" 'calls of the C library are not checked' --dyn-syms 'UND __[a-z]+_chk(@|$)' ;;
    esac
    ! command -v hardening-check >check.log || hardening-check --nocfprotection $arrays "$file" >check.log ||
        case $file in
        */instr/*) grep -q 'only unprotected functions found' check.log ;;
        *) false ;;
        esac || fail "hardening-check: $(cat check.log)"
done <files

# Of linked files the C library's own start files decide; of an archive's one object all of ours.
if [ "$(uname -m)" = x86_64 ] && gcc -fcf-protection -E - </dev/null >check.log 2>&1; then
    for archive in $(find stage -name '*.a'); do
        readelf -nW "$archive" | grep -q 'x86 feature: IBT, SHSTK' || fail "$archive: a jump may land anywhere"
    done
fi

# What is called for each call of the program keeps no array, so there is nothing to protect.
library=$(find stage -name 'libinstr.so.1')
probes=$(nm "$library" | awk '$3 ~ /^(enter|leave|probe_begin|probe_end)_timed_[a-z]+$/ { print $3 }')
[ "$(echo "$probes" | wc -l)" -ge 4 ] || fail "the probes have other names now: $probes"
for probe in $probes; do
    objdump -dr --disassemble="$probe" "$library" >text
    grep -q ret text || fail "no text of $probe"
    ! grep -Eq '%fs:0x28|__stack_chk' text || fail "$probe pays for a protected stack"
done
