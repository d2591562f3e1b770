export hatchet merged.instr
