# timers.py LIBRARY - labels from Python.
import ctypes
import sys

instr = ctypes.CDLL(sys.argv[1])
for turn in range(3):
    assert instr.instr_start(b"by name") == 0
    assert instr.instr_start(b"inner") == 0
    assert instr.instr_stop(b"inner") == 0
    assert instr.instr_stop(b"by name") == 0
assert instr.instr_stop(b"inner") != 0
