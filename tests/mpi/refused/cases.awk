# cases.awk - from the lines "CASE NAME(PARAMETERS)" of the table of wrapped functions: a C function for each, which calls MPI_NAME
# with the parameter of number `wrong` being wrong. A second wrong value of a rank is meant by the negative number.

function is_rank(type, name)
{
    return type == "int" && name ~ /^(dest|source|root|rank|target_rank|local_leader|remote_leader)$/
}

function value(type, name, i)
{
    if (type ~ /[*\[]/) {
        base = type
        sub(/^const /, "", base)
        sub(/[ *\[].*/, "", base)
        good = base in array ? array[base] : "buffer"
        return "(void *)(wrong == " i " ? NULL : (void *)" good ")"
    }
    if (type in handle)
        return "(wrong == " i " ? " wrong_handle[type] " : " handle[type] ")"
    if (is_rank(type, name))
        return "(wrong == " i " ? 50000 : wrong == -" i " ? -77 : 1)"
    return "(wrong == " i " ? -7 : 1)"
}

BEGIN {
    array["MPI_Request"] = "requests"; array["MPI_Datatype"] = "types"; array["MPI_Status"] = "statuses"
    array["int"] = array["int_triple"] = "ints"; array["MPI_Count"] = "counts"; array["MPI_Aint"] = "places"
    array["MPI_Comm"] = "&no_comm"; array["MPI_Win"] = "&no_win"; array["MPI_File"] = "&no_file"
    array["MPI_Group"] = "&no_group"; array["MPI_Info"] = "&no_info"; array["MPI_Op"] = "&no_op"
    array["MPI_Errhandler"] = "&no_handler"; array["MPI_Message"] = "&no_message"
    wrong_handle["MPI_Comm"] = "MPI_COMM_NULL"
    handle["MPI_Datatype"] = "MPI_INT"; wrong_handle["MPI_Datatype"] = "MPI_DATATYPE_NULL"
    handle["MPI_Op"] = "MPI_SUM"; wrong_handle["MPI_Op"] = "MPI_OP_NULL"
    handle["MPI_Win"] = "win"; wrong_handle["MPI_Win"] = "MPI_WIN_NULL"
    handle["MPI_File"] = "file"; wrong_handle["MPI_File"] = "MPI_FILE_NULL"
    handle["MPI_Group"] = "group"; wrong_handle["MPI_Group"] = "MPI_GROUP_NULL"
    handle["MPI_Errhandler"] = "MPI_ERRORS_RETURN"; wrong_handle["MPI_Errhandler"] = "MPI_ERRHANDLER_NULL"
    handle["MPI_Info"] = wrong_handle["MPI_Info"] = "MPI_INFO_NULL"
    handle["MPI_Request"] = wrong_handle["MPI_Request"] = "MPI_REQUEST_NULL"
    handle["MPI_Message"] = wrong_handle["MPI_Message"] = "MPI_MESSAGE_NULL"
    handle["MPI_Session"] = wrong_handle["MPI_Session"] = "MPI_SESSION_NULL"
}

# These start processes, or meet others.
$2 ~ /^Comm_(spawn|spawn_multiple|accept|connect|join)$/ { next }

{
    handle["MPI_Comm"] = $2 ~ /[Nn]eighbor|^Cart/ ? "grid" : "MPI_COMM_WORLD"
    list = $0
    sub(/^[^(]*\( */, "", list)
    sub(/ *\) *$/, "", list)
    n = list == "void" ? 0 : split(list, part, / *, */)
    arguments = ""
    ranks = "0"
    for (i = 1; i <= n; i++) {
        type = part[i]
        gsub(/ *\* */, " *", type)
        name = type
        sub(/(\[[0-9]*\])+ *$/, "", name)
        sub(/.*[ *]/, "", name)
        if (type !~ /[*\[]/)
            sub(/ [a-z_0-9]+ *$/, "", type)
        arguments = arguments (i > 1 ? ", " : "") value(type, name, i)
        if (is_rank(type, name))
            ranks = ranks " | 1 << " i
    }
    print "static int call_" $2 "(int wrong) { (void)wrong; return MPI_" $2 "(" arguments "); }"
    cases = cases "    {\"" $2 "\", call_" $2 ", " n ", " ranks "},\n"
}

END { printf "static const struct { const char *name; int (*call)(int); int parameters, ranks; } cases[] = {\n%s};\n", cases }
