# 1 "clauses.c"
void g(int);
void f(void)
{
    int of_each_thread_00, of_each_thread_01, of_each_thread_02, of_each_thread_03, of_each_thread_04,
        of_each_thread_05, of_each_thread_06, of_each_thread_07, of_each_thread_08, of_each_thread_09,
        of_each_thread_10, of_each_thread_11, of_each_thread_12, of_each_thread_13, of_each_thread_14,
        of_each_thread_15, of_each_thread_16, of_each_thread_17, of_each_thread_18, of_each_thread_19,
        of_each_thread_20, of_each_thread_21, of_each_thread_22, of_each_thread_23, of_each_thread_24,
        of_each_thread_25, of_each_thread_26, of_each_thread_27, of_each_thread_28, of_each_thread_29,
        of_each_thread_30, of_each_thread_31, of_each_thread_32, of_each_thread_33, of_each_thread_34,
        of_each_thread_35, of_each_thread_36, of_each_thread_37, of_each_thread_38, of_each_thread_39,
        of_each_thread_40, of_each_thread_41, of_each_thread_42, of_each_thread_43, of_each_thread_44,
        of_each_thread_45, of_each_thread_46, of_each_thread_47, of_each_thread_48, of_each_thread_49,
        of_each_thread_50, of_each_thread_51, of_each_thread_52, of_each_thread_53, of_each_thread_54,
        of_each_thread_55, of_each_thread_56, of_each_thread_57, of_each_thread_58, of_each_thread_59,
        of_each_thread_60, of_each_thread_61, of_each_thread_62, of_each_thread_63;
#pragma omp parallel private(of_each_thread_00, of_each_thread_01, of_each_thread_02, of_each_thread_03, \
        of_each_thread_04, of_each_thread_05, of_each_thread_06, of_each_thread_07, of_each_thread_08, \
        of_each_thread_09, of_each_thread_10, of_each_thread_11, of_each_thread_12, of_each_thread_13, \
        of_each_thread_14, of_each_thread_15, of_each_thread_16, of_each_thread_17, of_each_thread_18, \
        of_each_thread_19, of_each_thread_20, of_each_thread_21, of_each_thread_22, of_each_thread_23, \
        of_each_thread_24, of_each_thread_25, of_each_thread_26, of_each_thread_27, of_each_thread_28, \
        of_each_thread_29, of_each_thread_30, of_each_thread_31, of_each_thread_32, of_each_thread_33, \
        of_each_thread_34, of_each_thread_35, of_each_thread_36, of_each_thread_37, of_each_thread_38, \
        of_each_thread_39, of_each_thread_40, of_each_thread_41, of_each_thread_42, of_each_thread_43, \
        of_each_thread_44, of_each_thread_45, of_each_thread_46, of_each_thread_47, of_each_thread_48, \
        of_each_thread_49, of_each_thread_50, of_each_thread_51, of_each_thread_52, of_each_thread_53, \
        of_each_thread_54, of_each_thread_55, of_each_thread_56, of_each_thread_57, of_each_thread_58, \
        of_each_thread_59, of_each_thread_60, of_each_thread_61, of_each_thread_62, of_each_thread_63)
    g(of_each_thread_00);
}
