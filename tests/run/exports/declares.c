/* declares.c - declares by itself what it calls. */
int instr_start(const char *name), instr_stop(const char *name), instr_start_at(const char *name, const char *, int);
int instr_pause(const char *name), instr_resume(const char *name);

int main(void)
{
    for (int i = 0; i < 3; i++)
        if (instr_start_at("by name", __FILE__, __LINE__) || instr_pause("by name") || instr_resume("by name") ||
            instr_stop("by name"))
            return 1;
    return 0;
}
