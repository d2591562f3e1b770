"""damaged.py TRACE - whatever bytes a trace has, each reader of it shows something or says what is wrong, and does not crash."""
import random
import subprocess
import sys

random.seed(16)
with open(sys.argv[1], "rb") as file:
    sound = file.read()
for turn in range(60):
    damaged = bytearray(sound)
    for _ in range(random.choice([1, 2, 5, 30])):
        damaged[random.randrange(len(damaged))] = random.choice([0, 1, 128, 255, random.randrange(256)])
    if turn % 3 == 0:
        del damaged[random.randrange(len(damaged)):]
    with open("damaged.trace", "wb") as file:
        file.write(damaged)
    for words in ["export chrome -o out"], ["export speedscope -o out"], ["export timelog -o out"], ["timeline --no-pager"]:
        command = ["instr-report", *words[0].split(), "damaged.trace"]
        status = subprocess.run(command, capture_output=True, timeout=60).returncode
        assert status in (0, 73), (turn, command, status)
