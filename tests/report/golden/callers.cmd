tree --callers=fib merged.instr
