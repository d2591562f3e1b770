/*
 * file.c - profiles on disk: written whole or not at all, read whole.
 */
#include "profile/profile.h"

#include "profile/canonical.h"
#include "profile/wire.h"

#include "common/input.h"
#include "common/writer.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

bool profile_write(const struct profile *profile, const char *path, struct error *error)
{
    struct arena arena = {0};
    unsigned char *bytes;
    size_t size;
    const char *why;
    bool ok = profile_pack(profile, &arena, &bytes, &size, error);
    if (!ok)
        error_prefix(error, "%s", path);
    else if (!writer_put(path, profile_private(profile) ? 0600 : 0666, bytes, size, &why))
        ok = error_set(error, ERROR_INTERNAL, "%s: can't write the profile: %s", path, why);
    arena_free(&arena);
    return ok;
}

/* Checks the beginning, because another file may be large and need not be read. */
static bool is_profile(int file)
{
    char magic[WIRE_MAGIC_SIZE];
    return pread(file, magic, sizeof magic, 0) == sizeof magic && memcmp(magic, WIRE_MAGIC, sizeof magic) == 0;
}

bool profile_read(const char *path, struct profile *profile, struct arena *arena, struct error *error)
{
    return profile_read_sharing(path, profile, NULL, arena, error);
}

bool profile_read_sharing(const char *path, struct profile *profile, struct texts *texts, struct arena *arena,
                          struct error *error)
{
    struct arena scratch = {0};
    size_t size = 0;
    const char *why, *bytes = NULL;
    memset(profile, 0, sizeof *profile);
    int file = input_open(path, O_RDONLY, NULL, &why);
    if (file < 0)
        return error_set(error, ERROR_PROFILE, "%s: can't open the profile: %s", path, why);
    bool ok = is_profile(file) || error_set(error, ERROR_PROFILE, "%s: not an instr profile", path);
    if (ok && !(bytes = input_take(file, SIZE_MAX - 1, &size, &scratch, &why)))
        ok = error_set(error, ERROR_PROFILE, "%s: can't read the profile: %s", path, why);
    close(file);
    ok = ok && profile_unpack_sharing((const unsigned char *)bytes, size, path, profile, texts, arena, error);
    arena_free(&scratch);
    return ok;
}
