/* gptl_e3sm.c - a program that was written for the GPTL that E3SM carries. */
#include <gptl.h>

#include <string.h>

int main(void)
{
    void *handle = 0;
    int size, resident, shared, text, data, failures = 0;
    GPTLsetoption(GPTLdopr_quotes, 1);
    failures += GPTLstart("too early is silent") != 0;
    GPTLsetoption(GPTLoverhead, 0);
    GPTLsetoption(GPTLdopr_preamble, 0);
    GPTLsetoption(GPTLprofile_ovhd, 1);
    failures += GPTLsetoption(GPTLmaxthreads, 4) != 0 || GPTLinitialize() != 0;

    GPTLstart("run");
    GPTLprefix_set("ocn:");
    for (int i = 0; i < 2; i++) {
        GPTLstart_handle("step", &handle);
        GPTLstartf("io   ", 5);
        GPTLstopf("io", 2);
        GPTLstop_handle("step", &handle);
    }
    GPTLstartstop_vals("device", 3.0, 6);
    GPTLprefix_unset();
    GPTLstart("still on");
    failures += GPTLget_memusage(&size, &resident, &shared, &text, &data) != 0 || resident <= 0 || data <= 0;
    failures += GPTLprint_mode_query() != GPTLprint_write;
    GPTLpr_file("model.0");
    return failures != 0;
}
