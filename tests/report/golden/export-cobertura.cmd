export cobertura merged.instr
