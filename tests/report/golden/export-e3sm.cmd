export e3sm merged.instr -o out && cat out_stats out.0
