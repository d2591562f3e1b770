# 1 "wrong.c"
int work(int n) { return n; }
int f(int n) {
#pragma instr
#pragma instr regoin("x")
#pragma instr region
#pragma instr region()
#pragma instr region("")
#pragma instr region("x
#pragma instr region('x')
#pragma instr region("x" level(2)
#pragma instr region("x") level(5)
#pragma instr region("x") level(0)
#pragma instr region("x") level(2) level(2)
#pragma instr region("x") group(a)
#pragma instr region("x") junk
#pragma instr region("x") level(2))
#pragma instr context("x")
#pragma instr context("x",)
#pragma instr level
#pragma instr level(9)
#pragma instr skip now
#pragma instr region("declaration")
    int k = 0;
#pragma instr iterate("no loop")
    work(1);
#pragma instr iterate("no body")
    while (k--) ;
#pragma instr begin("open")
#pragma instr end("none")
#pragma instr end("more")
#pragma instr begin("empty")
#pragma instr end("empty")
#pragma instr begin("blocks")
    { work(2);
#pragma instr end("blocks")
    }
    work(
#pragma instr region("inside")
        1);
    if (n)
#pragma instr begin("half")
        work(1);
#pragma instr end("half")
    k = ({ work(1);
#pragma instr region("value")
        work(2); });
    switch (n) { case 1:
#pragma instr region("case inside")
        while (k < 3) { case 4: k++; } }
    goto in;
#pragma instr begin("label inside")
    work(1);
in: work(2);
#pragma instr end("label inside")
#pragma instr off
#pragma omp simd
    for (int i = 0; i < n; i++)
#pragma instr region("in simd")
        { k++; }
#pragma instr begin("never closed")
    return k;
#pragma instr region("at the end")
}
#pragma instr region("outside")
#pragma instr on
#pragma instr off
#pragma instr off
#pragma instr on
#pragma instr skip
