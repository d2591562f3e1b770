"""english.py SOURCE MAN [table] - the manual can be read: README.md and docs/manual/. Counted are all words of it, and of each
page the median and the longest sentence, sentences that begin with a clause, and home-made words where the field has one.
Code, headings and what programs printed do not count. Cells of tables count for all but the median, as most are no sentences.
So it is with the manual pages in the folder MAN, which the tools' own texts make, but for their number of words.
"""
import pathlib
import re
import statistics
import sys

WORDS, MEDIAN, LONGEST = 15000, 13, 28
# Pages that are worse, and how much: median, longest. Figures only shrink, and a page that needs none leaves the list.
WORSE = {}
CLAUSE = re.compile(r"(what|who|whom|whose|where|which|whether|whatever|whoever|wherever|whichever)\b", re.I)
OURS = {
    r"looks? (at|of) the running|\b(a|by|each|of|\d+) looks?": "sample",
    r"tall(y|ies)": "counter",
    r"(a|of|the) stays?": "duration",
    r"away": "outside MPI",
    r"stands?|stood": "is shown, follows, is in",
    r"(is|are|be|was|were|been) (said|told)": "is reported",
    r"processor time": "CPU time",
    r"(what )?(the )?probes (took|take)": "probe overhead",
    r"in the mean": "on average",
    r"booked": "counted, charged to",
    r"plainly|as ever": "without instr",
    r"but for": "except",
    r"(?<!in )turns": "iterations",
    r"kept from running": "blocked",
}
OURS = {re.compile(rf"\b({pattern})\b", re.I): word for pattern, word in OURS.items()}


def blocks(page):
    """Paragraphs, items of lists and cells of tables: (line, text, whether it is a cell)."""
    found, text, start, fenced = [], [], 0, False
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines() + [""], 1):
        bare = line.strip()
        code = line.startswith("    ") and not text
        if bare.startswith("```"):
            fenced = not fenced
        begins = re.match(r"\s*([-*]|\d+\.) ", line)
        ends = fenced or code or not bare or bare[0] in "#|!<`" and bare[:3] in ("```", "![", "<!-") or bare[0] in "#|"
        if text and (begins or ends):
            found.append((start, " ".join(text), False))
            text = []
        if bare.startswith("|") and not fenced:
            found += [(number, cell.strip(), True) for cell in re.split(r"(?<!\\)\|", bare)[1:-1] if re.search(r"\w", cell)]
        elif not ends:
            start = start if text else number
            text.append(bare[begins.end() - (len(line) - len(line.lstrip())):] if begins else bare)
    return found


def roff_blocks(page):
    """The same of a manual page."""
    text = re.sub(r"^\.nf\n.*?^\.fi\n", ".PP\n", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    parts = re.split(r"^\.[A-Za-z]+.*$", text.replace("\\-", "-"), flags=re.M)
    return [(1, " ".join(part.split()), False) for part in parts if re.search(r"\w", part)]


def sentences(text):
    text = re.sub(r"!?\[([^]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"``.*?``|`[^`]*`", "CODE", text)
    text = re.sub(r"[*_]{1,2}(?=\S)|(?<=\S)[*]{1,2}", "", text)
    return [part for part in re.split(r"(?<=[.?!])\s+(?=[^a-z\s])", text) if re.search(r"\w", part)]


def main():
    source = pathlib.Path(sys.argv[1])
    pages = [source / "README.md", *sorted((source / "docs/manual").glob("*.md"))]
    faults, total, worse = [], 0, dict(WORSE)
    for page in [*pages, *sorted(pathlib.Path(sys.argv[2]).glob("*.[13]"))]:
        manual, prose, longest = page in pages, [], 0
        name = page.relative_to(source).as_posix() if manual else page.name
        total += len(page.read_text(encoding="utf-8").split()) if manual else 0
        median_most, longest_most = worse.pop(name, (MEDIAN, LONGEST))
        for line, text, cell in blocks(page) if manual else roff_blocks(page):
            for sentence in sentences(text):
                length = len([word for word in sentence.split() if re.search(r"\w", word)])
                longest = max(longest, length)
                prose += [] if cell else [length]
                if length > longest_most:
                    faults.append(f"{name}:{line}: {length} words, {longest_most} at most: {sentence[:70]}")
                if name in WORSE:
                    continue
                if CLAUSE.match(sentence) and not sentence.endswith("?"):
                    faults.append(f"{name}:{line}: begins with a clause: {sentence[:70]}")
                for pattern, word in OURS.items():
                    if pattern.search(sentence):
                        faults.append(f"{name}:{line}: '{pattern.search(sentence)[0]}': the field says {word}: {sentence[:70]}")
        median = statistics.median(prose or [0])
        if median > median_most:
            faults.append(f"{name}: the median sentence has {median:g} words, {median_most} at most")
        if name in WORSE and median <= MEDIAN and longest <= LONGEST:
            faults.append(f"{name}: it needs no exception any more: take it off the list")
        if "table" in sys.argv:
            print(f"{name:40} {len(page.read_text().split()):6} words  {len(prose):4} sentences  median {median:g}  longest {longest}")
    faults += [f"{name}: there is no such page: take it off the list" for name in worse]
    if total > WORDS:
        faults.append(f"the manual has {total} words, {WORDS} at most")
    if "table" in sys.argv:
        print(f"{total} words of {WORDS}")
    sys.exit("\n".join(faults) if faults else 0)


main()
