/* test_roll.c - what lies where the ranks of a job meet: a pipe, a link, a folder, somebody else's file. No rank waits for
 * it, follows it or writes into it. */
#include "runtime/job/roll.h"
#include "runtime/machine/settings.h"
#include "runtime/measure/flow/thread.h"
#include "runtime/measure/store/callbacks_up.h"
#include "runtime/measure/store/store.h"
#include "runtime/measure/store/store_header.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define UNIT_START start
#define UNIT_END end
#include "tests/common/unit.h"

static char folder[] = "/tmp/instr-roll-XXXXXX";
static char path[1200]; /* where rank 0 of this job signs */

static bool settle(void)
{
    return true;
}

static int start(void **state)
{
    (void)state;
    if (!mkdtemp(folder))
        return 1;
    steps.settle = settle;
    snprintf(settings.directory, sizeof settings.directory, "%s", folder);
    setenv("OMPI_COMM_WORLD_LOCAL_SIZE", "2", 1);
    alarm(60); /* who waits at a pipe does so for ever */
    if (!store_open())
        return 1;
    roll_sign(0, 2);
    if (!store->roll)
        return 1;
    snprintf(path, sizeof path, "%s", store->roll);
    roll_close();
    return access(path, F_OK) == 0;
}

static int end(void **state)
{
    (void)state;
    store_remove(thread_is_alone);
    return rmdir(folder);
}

/* With that at `path` this rank signs in the next place there is, as the others of its job will. */
static void signs_elsewhere(void)
{
    roll_sign(0, 2);
    assert_non_null(store->roll);
    assert_string_not_equal(store->roll, path);
    assert_int_equal(access(store->roll, F_OK), 0);
    roll_close();
    assert_int_not_equal(access(store->roll, F_OK), 0);
}

TEST(pipe_there)
{
    struct stat status;
    assert_int_equal(mkfifo(path, 0600), 0);
    signs_elsewhere();
    assert_int_equal(lstat(path, &status), 0);
    assert_true(S_ISFIFO(status.st_mode));
    unlink(path);
}

TEST(link_there)
{
    char other[1300];
    struct stat status;
    snprintf(other, sizeof other, "%s/other", folder);
    FILE *file = fopen(other, "w");
    assert_non_null(file);
    fclose(file);
    assert_int_equal(symlink(other, path), 0);
    signs_elsewhere();
    assert_int_equal(stat(other, &status), 0);
    assert_int_equal(status.st_size, 0);
    unlink(path);
    unlink(other);
}

TEST(folder_there)
{
    assert_int_equal(mkdir(path, 0700), 0);
    signs_elsewhere();
    rmdir(path);
}

TEST(others_file_there)
{
    struct stat status;
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fclose(file);
    if (chown(path, 12345, 12345) != 0) {
        unlink(path);
        skip();
    }
    signs_elsewhere();
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_size, 0);
    unlink(path);
}

TEST(nothing_there)
{
    struct stat status;
    roll_sign(1, 2);
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_size, 2);
    roll_close();
    assert_int_not_equal(access(path, F_OK), 0);
}
