/* test_cxx_symbol.c - in which namespace a mangled name begins, as the name itself tells it. */
#include "common/cxx_symbol.h"

#include <string.h>

#include "tests/common/unit.h"

TEST(test_first)
{
    static const char *const cases[][2] = {
        {"_Z1fi", "f"},
        {"_ZN2ns5twiceIiEET_S1_", "ns"},
        {"_ZNK2ns3Box3getEv", "ns"},
        {"_ZNH1S2byES_i", "S"}, /* an explicit object parameter */
        {"_ZSt7forwardIZ4mainEUlvE_EOT_RNSt16remove_referenceIS1_E4typeE", "std"},
        {"_ZNSt6vectorIiSaIiEE9push_backERKi", "std"},
        {"_ZNKSs4sizeEv", "std"},
        {"_ZGTtNKSt13runtime_error4whatEv", "std"}, /* of transactional memory */
        {"_ZZ4mainENKUlvE_clEv", "main"},
        {"_ZZNSt3setIiE4findEiENKUlvE_clEv", "std"},
        {"_ZN12_GLOBAL__N_16hiddenEi", "hidden"},
        {"_ZL6statici", "static"},
        {"_ZW3lib3runi", "run"}, /* of module lib */
        {"_ZNW3libWP4part2ns3runEi", "ns"},
        {"_ZlsRSoRK1A", ""},
        {"_ZN", ""},
        {"_Z99short", ""},
        {"main", ""},
        {"", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t length = 0;
        const char *first = cxx_symbol_first(cases[i][0], &length);
        assert_int_equal(length, strlen(cases[i][1]));
        assert_memory_equal(first ? first : "", cases[i][1], length);
    }
    assert_true(cxx_symbol_standard("_ZSt4moveIRiEONSt16remove_referenceIT_E4typeEOS2_"));
    assert_true(cxx_symbol_standard("_Znwm"));
    assert_false(cxx_symbol_standard("_ZN7stdlike1fEv"));
    assert_false(cxx_symbol_standard("_Z3newm"));
}
