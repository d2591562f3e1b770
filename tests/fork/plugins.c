/* plugins.c - one function, of the name that is given. */
void PLUGIN(void)
{
}
