export caliper merged.instr
