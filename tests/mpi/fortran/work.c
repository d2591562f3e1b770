/* work.c - the instrumented part below a main program in Fortran. */
void library(void);
void work(void);

void work(void)
{
    library();
}
