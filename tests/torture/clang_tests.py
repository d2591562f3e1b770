"""Clang's own tests, compiled plainly and through instr-cc: the same messages and the same status.

    python3 clang_tests.py FOLDER [--plain clang] [--instr "instr-cc clang"] [--add "-Weverything"] [--every N] [--only PATTERN]
                           [--jobs N] [--seconds N] [--words FILE]

FOLDER has clang/test of llvm-project, or parts of it (Sema, SemaCXX, Parser ...), as in Debian's source of llvm-toolchain-14. Each
RUN line of a test that compiles becomes a command of the driver with -c in place of -fsyntax-only, without -verify, so that what
clang says is printed. Options that only clang -cc1 has follow -Xclang. Where the plain command ends by a signal nothing is
compared. A line of ours that says that the original was compiled is no difference, and counted (SAYS-SO). Differences are
printed, and those that are not in the file `exceptions` fail. --words says of each command what became of its unit.
"""

import argparse
import concurrent.futures
import difflib
import functools
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import time

LEFT_OUT = re.compile(r"-verify.*|-fsyntax-only|-emit-.*|-S|-c|-E|-o.*|%s|%t.*")
NO_COMPILATION = re.compile(r"-ast-.*|-code-completion-.*|-fixit.*|-analyze.*|-dump-.*|-print-.*|-E|-M+|-\?|-serialize-.*|-triple=?spir.*")
# Options of clang -cc1 with a word of their own behind them.
WITH_WORD = {"-target-feature", "-target-cpu", "-target-abi", "-tune-cpu", "-fmacro-backtrace-limit", "-ferror-limit", "-aux-triple",
             "-fconstexpr-depth", "-fconstexpr-steps", "-ftemplate-depth", "-fmessage-length", "-fdiagnostics-hotness-threshold",
             "-mrelocation-model", "-pic-level", "-ftabstop", "-main-file-name", "-fmodule-feature", "-fnew-alignment",
             "-fspell-checking-limit", "-mllvm", "-stack-protector", "-resource-dir", "-fbracket-depth", "-ftemplate-backtrace-limit",
             "-fconstexpr-backtrace-limit", "-fconstant-string-class", "-fvisibility", "-internal-isystem", "-isystem-prefix"}
SEPARATE = {"-I", "-D", "-U", "-x", "-include", "-isystem", "-iquote", "-idirafter", "-Xclang", "-target"}


def run_lines(path):
    """The RUN lines of a test, each in one piece."""
    text = path.read_text(errors="replace").replace("\r", "")
    lines, open_line = [], ""
    for found in re.finditer(r"RUN:(.*)", text):
        open_line += found[1].rstrip()
        if open_line.endswith("\\"):
            open_line = open_line[:-1]
            continue
        lines.append(open_line)
        open_line = ""
    return lines


@functools.lru_cache(maxsize=None)
def driver_knows(plain, *words):
    said = subprocess.run([*plain, *words, "-###", "-c", "-x", "c", "/dev/null"], capture_output=True, text=True, check=False).stderr
    return "unknown argument" not in said and "unsupported option" not in said and "no such file" not in said


def driver_words(path, line, plain):
    """The words of a RUN line as the driver wants them, or None where it does not compile one file of C or C++."""
    line = re.split(r"[|;]|&&|\d?>|<", line)[0]
    for pattern, value in (("%itanium_abi_triple", "x86_64-unknown-linux-gnu"), ("%ms_abi_triple", "x86_64-unknown-windows-msvc"),
                           ("%S", str(path.parent)), ("%clang_cc1", "CC1"), ("%clangxx", "DRIVER"), ("%clang ", "DRIVER ")):
        line = line.replace(pattern, value)
    try:
        words = [word for word in shlex.split(line) if word not in ("not", "--crash", "env", "-cc1")]
    except ValueError:
        return None
    if not words or words[0] not in ("CC1", "DRIVER") or "%s" not in words:
        return None
    result, rest = [], words[1:]
    while rest:
        word, rest = rest[0], rest[1:]
        follows = [rest[0]] if rest and (word in WITH_WORD or word in SEPARATE) else []
        if word == "-Xclang" and follows and LEFT_OUT.fullmatch(follows[0]):
            rest = rest[1:]
            continue
        if NO_COMPILATION.fullmatch(word) or "%" in word and word != "%s" and not word.startswith("%t"):
            return None
        if word == "-x" and follows and not re.fullmatch(r"c|c\+\+|cpp-output|c\+\+-cpp-output", follows[0]):
            return None
        if word in ("-triple", "-o"):
            result += ["--target=" + rest[0]] if word == "-triple" else []
            rest = rest[1:]
        elif word.startswith("-triple="):
            result.append("--target=" + word.split("=", 1)[1])
        elif LEFT_OUT.fullmatch(word):
            pass
        elif not word.startswith("-"):
            return None
        else:
            rest = rest[len(follows):]
            # A file that a word names is the test itself in some.
            both = [each.replace("%s", str(path)) for each in [word, *follows]]
            if word in SEPARATE or driver_knows(plain, *both):
                result += both
            else:
                result += [each for part in both for each in ("-Xclang", part)]
    return result


def compiled(command, words, path, folder):
    folder.mkdir()
    environment = {**os.environ, "INSTR_LOG": "log", "LC_ALL": "C"}
    try:
        done = subprocess.run([*command, *words, "-c", path, "-o", "object.o"], cwd=folder, capture_output=True, env=environment,
                              timeout=400, check=False)
    except subprocess.TimeoutExpired:
        return None, []
    said = re.sub(r"/tmp/[\w-]*-[0-9a-f]{6,}\.", "/tmp/NAME.", done.stderr.decode(errors="replace"))
    return done.returncode, said.splitlines()


def verdict(options, number, path, words):
    """One command both ways: outcome, what to print, and what became of the unit."""
    with tempfile.TemporaryDirectory(prefix="clang-tests-") as name:
        folder = pathlib.Path(name)
        status, said = compiled(options.plain, words, path, folder / "plain")
        if status is None or status < 0 or "PLEASE submit a bug report" in "\n".join(said):
            return "SKIP", "", "does not end plainly"
        ours, told = compiled(options.instr, words, path, folder / "instr")
        log = folder / "instr" / "log"
        entries = [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else [{}]
        became = entries[-1].get("reason", "")
        for unit in entries[-1].get("units", []):
            became = unit.get("result", "?") + " " + str(unit.get("why", ""))
        made = [(folder / which / "object.o").exists() for which in ("plain", "instr")]
    if made[0] != made[1]:
        return "FAIL", f"an object: {made[1]}, plainly {made[0]}", became
    if ours != status:
        return "FAIL", f"status {ours}, plainly {status}\n" + "\n".join(told[:6]), became
    # One line of ours says that the original was compiled: counted, and no difference.
    ours_said = [line for line in told if line.startswith("instr-cc: ")]
    told = [line for line in told if line not in ours_said]
    if said != told:
        return "FAIL", "\n".join(list(difflib.unified_diff(said, told, "plain", "instr", lineterm="", n=0))[:12]), became
    return "SAYS-SO" if ours_said else "OK", str(len(said)), ("error: " if status else "") + became


def exceptions():
    """Patterns of names, and the reason of each."""
    lines = (pathlib.Path(__file__).parent / "exceptions").read_text().splitlines()
    return [line.split(" ", 2) for line in lines if line.startswith("clang/")]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--plain", type=str.split, default=["clang"])
    parser.add_argument("--instr", type=str.split, default=["instr-cc", "clang"])
    parser.add_argument("--add", type=str.split, default=[])
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--only", default=".")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seconds", type=int, default=86400)
    parser.add_argument("--words")
    options = parser.parse_args()
    end = time.time() + options.seconds
    root = pathlib.Path(options.folder).resolve()
    commands = []
    for path in sorted(path for path in root.rglob("*") if path.suffix in (".c", ".cpp", ".cc") and re.search(options.only, str(path))):
        seen = []
        for line in run_lines(path):
            words = driver_words(path, line, tuple(options.plain))
            if words is not None and words not in seen:
                seen.append(words)
                commands.append((len(seen), path, words + options.add))
    commands = commands[::options.every]
    counts, lines = {}, 0
    kept = open(options.words, "w") if options.words else None

    def judged(command):
        return command, verdict(options, *command) if time.time() < end else ("NOT-RUN", "", "")

    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for (number, path, words), (outcome, detail, became) in pool.map(judged, commands):
            name = f"clang/{path.relative_to(root)}"
            if outcome == "FAIL" and any(re.fullmatch(pattern, name) for pattern, _, _ in exceptions()):
                outcome = "EXCEPTION"
            if outcome in ("FAIL", "EXCEPTION"):
                print(f"{outcome} {name} {number}: {shlex.join(words)}\n{detail}", flush=True)
            if outcome in ("OK", "SAYS-SO"):
                lines += int(detail)
            if kept:
                print(outcome, name, number, became, shlex.join(words), sep="\t", file=kept, flush=True)
            counts[outcome] = counts.get(outcome, 0) + 1
    print(lines, "lines of messages are the same;", *(f"{count} {outcome}" for outcome, count in sorted(counts.items())))
    return "FAIL" in counts


if __name__ == "__main__":
    sys.exit(main())
