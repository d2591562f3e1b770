void called_by_c(double *x);

void by_c(double *x, int times)
{
    for (int i = 0; i < times; i++)
        called_by_c(x);
}
