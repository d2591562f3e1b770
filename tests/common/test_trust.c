/* test_trust.c - whose files are run: those that nobody but root and this user can have written. */
#include "common/input.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define UNIT_START start
#define UNIT_END end
#include "tests/common/unit.h"

static char folder[] = "/tmp/instr-trust-XXXXXX";
static char file[64], link_to[64];

static int start(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return 1;
    snprintf(file, sizeof file, "%s/part.so", folder);
    snprintf(link_to, sizeof link_to, "%s/link.so", folder);
    FILE *made = fopen(file, "w");
    return !made || fclose(made) != 0 || symlink(file, link_to) != 0;
}

static int end(void **state)
{
    (void)state;
    unlink(file);
    unlink(link_to);
    return rmdir(folder);
}

TEST(modes)
{
    static const struct {
        mode_t folder, file;
        bool trusted;
    } cases[] = {
        {0700, 0600, true},  {0755, 0755, true},  {0775, 0644, true},  {0755, 0664, false},
        {0755, 0646, false}, {0757, 0644, false}, {0777, 0600, false}, {01777, 0644, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(chmod(folder, cases[i].folder), 0);
        assert_int_equal(chmod(file, cases[i].file), 0);
        if (trust_file(file) != cases[i].trusted || trust_file(link_to) != cases[i].trusted)
            fail_msg("folder %o, file %o: should%s be trusted", (unsigned)cases[i].folder, (unsigned)cases[i].file,
                     cases[i].trusted ? "" : " not");
    }
    chmod(folder, 0700);
    chmod(file, 0600);
}

TEST(no_files)
{
    char pipe[64];
    snprintf(pipe, sizeof pipe, "%s/pipe", folder);
    assert_int_equal(mkfifo(pipe, 0600), 0);
    assert_false(trust_file(pipe));
    unlink(pipe);
    assert_false(trust_file(folder));
    assert_false(trust_file("/tmp/instr-trust-nowhere/part.so"));
}

TEST(owners)
{
    if (geteuid() != 0)
        skip();
    assert_int_equal(chown(file, 12345, 12345), 0);
    assert_false(trust_file(file));
    assert_false(trust_file(link_to));
    assert_int_equal(chown(file, 0, 0), 0);
    assert_int_equal(chown(folder, 12345, 12345), 0);
    assert_false(trust_file(file));
    assert_int_equal(chown(folder, 0, 0), 0);
    assert_true(trust_file(file));
    assert_int_equal(setegid(12345) | seteuid(12345), 0); /* root's are for all */
    chmod(folder, 0755);
    bool trusted = trust_file("/bin/true");
    assert_int_equal(seteuid(0) | setegid(0), 0);
    assert_true(trusted);
}
