/* history.c - see history.h. */
#include "report/compare/history.h"

#include "common/name.h"
#include "report/compare/baseline.h"
#include "report/show/quote.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#define ENDING ".baseline"

/* --- the folder --- */

static bool add_version(struct history *history, size_t *room, const char *path, struct arena *arena,
                        struct error *error)
{
    history->list = arena_room(arena, history->list, history->count, room, sizeof *history->list);
    struct version *version = &history->list[history->count++];
    *version = (struct version){.path = path, .before = COUNTS_NONE};
    if (!baseline_read_of(&version->of, path, arena, error))
        return false;
    if (!*version->of.time) /* one that somebody recorded */
        version->of.time = name_base(path);
    return true;
}

static bool read_folder(struct history *history, size_t *room, const char *folder, struct arena *arena,
                        struct error *error)
{
    DIR *stream = opendir(folder);
    bool done = stream || error_set(error, ERROR_USAGE, "%s: can't read the folder: %s", folder, strerror(errno));
    for (struct dirent *entry; done && (entry = readdir(stream));)
        if (name_ends(entry->d_name, ENDING))
            done = add_version(history, room,
                               arena_printf(arena, "%s%s%s", folder, name_ends(folder, "/") ? "" : "/", entry->d_name),
                               arena, error);
    if (stream)
        closedir(stream);
    return done;
}

static int compare_versions(const void *left, const void *right)
{
    const struct version *a = left, *b = right;
    int order = strcmp(a->of.time, b->of.time);
    order = order ? order : strcmp(a->of.commit, b->of.commit);
    return order ? order : strcmp(a->of.tag, b->of.tag);
}

/* --- what git says --- */

enum { PARENTS = 4 }; /* of a commit that joins more, the others are not looked at */

/* A commit of this repository. */
struct revision {
    const char *id;
    uint32_t parents[PARENTS], parent_count;
    uint32_t nearest; /* the version that is stored of it, or of the nearest commit before it; COUNTS_NONE */
};

struct revisions {
    struct revision *list; /* parents stand before what comes of them */
    uint32_t *by_id, count;
};

static int compare_ids(const void *left, const void *right, void *list)
{
    const struct revision *revisions = list;
    return strcmp(revisions[*(const uint32_t *)left].id, revisions[*(const uint32_t *)right].id);
}

/* Returns the commit, or COUNTS_NONE if git does not know it here. */
static uint32_t find_revision(const struct revisions *revisions, const char *id)
{
    uint32_t low = 0, high = revisions->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (strcmp(revisions->list[revisions->by_id[middle]].id, id) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < revisions->count && !strcmp(revisions->list[revisions->by_id[low]].id, id);
    return found ? revisions->by_id[low] : COUNTS_NONE;
}

/* Reads the commits since the oldest stored one; none without a repository. */
static void read_revisions(struct revisions *revisions, const char *since, struct arena *arena)
{
    char *text = git_output(
        arena_printf(arena, "rev-list --topo-order --reverse --parents --since=%s --all HEAD", since), arena);
    *revisions = (struct revisions){0};
    for (const char *at = text; at && *at; at++)
        revisions->count += *at == '\n';
    revisions->list = arena_array(arena, revisions->count, sizeof *revisions->list);
    revisions->by_id = arena_array(arena, revisions->count, sizeof *revisions->by_id);
    const char **parents = arena_array(arena, revisions->count, sizeof *parents);
    char *line = text;
    for (uint32_t i = 0; i < revisions->count; i++) {
        char *end = strchr(line, '\n'), *blank = memchr(line, ' ', (size_t)(end - line));
        *end = '\0';
        if (blank)
            *blank = '\0';
        revisions->list[i].id = line;
        revisions->by_id[i] = i;
        parents[i] = blank ? blank + 1 : end;
        line = end + 1;
    }
    if (revisions->count)
        qsort_r(revisions->by_id, revisions->count, sizeof *revisions->by_id, compare_ids, revisions->list);
    for (uint32_t i = 0; i < revisions->count; i++) {
        struct revision *revision = &revisions->list[i];
        char *rest, *all = arena_copy(arena, parents[i], strlen(parents[i]));
        for (char *id = strtok_r(all, " ", &rest); id && revision->parent_count < PARENTS;
             id = strtok_r(NULL, " ", &rest)) {
            uint32_t parent = find_revision(revisions, id);
            if (parent != COUNTS_NONE)
                revision->parents[revision->parent_count++] = parent;
        }
    }
}

/* Sorts the versions that git knows into its order, among the places that they occupy. */
static void sort_versions(struct history *history, const struct revisions *revisions, struct arena *scratch)
{
    uint32_t *places = arena_array(scratch, history->count, sizeof *places), known = 0;
    struct version *sorted = arena_array(scratch, history->count, sizeof *sorted);
    uint32_t *first = arena_array(scratch, revisions->count + 1, sizeof *first);
    for (uint32_t i = 0; i < history->count; i++) {
        uint32_t at = find_revision(revisions, history->list[i].of.commit);
        if (at == COUNTS_NONE)
            continue;
        places[known++] = i;
        first[at + 1]++;
    }
    for (uint32_t i = 0; i < revisions->count; i++)
        first[i + 1] += first[i];
    for (uint32_t k = 0; k < known; k++)
        sorted[first[find_revision(revisions, history->list[places[k]].of.commit)]++] = history->list[places[k]];
    for (uint32_t k = 0; k < known; k++)
        history->list[places[k]] = sorted[k];
}

/* Of the runs of one tag. */
static void find_before(struct history *history, struct revisions *revisions, const char *tag)
{
    uint32_t last = COUNTS_NONE, next = 0;
    for (uint32_t i = 0; i < revisions->count; i++)
        revisions->list[i].nearest = COUNTS_NONE;
    for (uint32_t v = 0; v < history->count; v++) {
        struct version *version = &history->list[v];
        if (strcmp(version->of.tag, tag) != 0)
            continue;
        uint32_t at = find_revision(revisions, version->of.commit);
        for (; at != COUNTS_NONE && next <= at; next++) { /* up to it, which is where git's order has come */
            struct revision *revision = &revisions->list[next];
            for (uint32_t p = 0; p < revision->parent_count && revision->nearest == COUNTS_NONE; p++)
                revision->nearest = revisions->list[revision->parents[p]].nearest;
        }
        version->before = at == COUNTS_NONE ? last : revisions->list[at].nearest;
        if (at != COUNTS_NONE && version->path)
            revisions->list[at].nearest = v;
        if (version->path)
            last = v;
    }
}

static void order_all(struct history *history)
{
    struct revisions revisions;
    struct arena scratch = {0};
    if (!history->count)
        return;
    qsort(history->list, history->count, sizeof *history->list, compare_versions);
    read_revisions(&revisions, history->list[0].of.time, &scratch);
    sort_versions(history, &revisions, &scratch);
    bool *seen = arena_array(&scratch, history->count, sizeof *seen);
    for (uint32_t i = 0; i < history->count; i++) {
        if (seen[i])
            continue;
        find_before(history, &revisions, history->list[i].of.tag);
        for (uint32_t k = i; k < history->count; k++)
            seen[k] |= !strcmp(history->list[k].of.tag, history->list[i].of.tag);
    }
    arena_free(&scratch);
}

bool history_read(struct history *history, char *const *folders, int count, struct arena *arena, struct error *error)
{
    size_t room = 0;
    *history = (struct history){0};
    for (int i = 0; i < count; i++)
        if (!read_folder(history, &room, folders[i], arena, error))
            return false;
    order_all(history);
    return true;
}

bool *history_chain(const struct history *history, struct arena *arena)
{
    bool *chain = arena_array(arena, history->count, sizeof *chain);
    for (uint32_t i = history->count; i-- > 0;) {
        bool newest = true;
        for (uint32_t k = i + 1; k < history->count && newest; k++)
            newest = strcmp(history->list[k].of.tag, history->list[i].of.tag) != 0;
        for (uint32_t at = newest ? i : COUNTS_NONE; at != COUNTS_NONE; at = history->list[at].before)
            chain[at] = true;
    }
    return chain;
}

const char *history_before(const struct history *history, const struct counts_of *of, bool changed, struct arena *arena)
{
    struct version *list = arena_array(arena, history->count + 1, sizeof *list);
    const char *path = NULL;
    for (uint32_t i = 0; i < history->count; i++) {
        list[i] = history->list[i];
        if (changed && !strcmp(list[i].of.commit, of->commit) && !strcmp(list[i].of.tag, of->tag))
            path = list[i].path;
    }
    if (path)
        return path;
    list[history->count] = (struct version){.of = *of, .before = COUNTS_NONE};
    struct history with = {list, history->count + 1};
    order_all(&with);
    for (uint32_t i = 0; !path && i < with.count; i++)
        if (!list[i].path && list[i].before != COUNTS_NONE)
            path = list[list[i].before].path;
    return path;
}

bool history_folder(const char *folder, struct error *error)
{
    return !mkdir(folder, 0777) || errno == EEXIST ||
           error_set(error, ERROR_USAGE, "%s: can't make the folder: %s", folder, strerror(errno));
}

const char *history_time(struct arena *arena)
{
    char text[sizeof "2026-11-27T17:50:04Z"];
    time_t now = time(NULL);
    struct tm utc;
    strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
    return arena_copy(arena, text, strlen(text));
}

const char *history_name(const struct counts_of *of, struct arena *arena)
{
    enum { SHORT = 9 };
    return *of->commit ? arena_printf(arena, "%.*s", SHORT, of->commit) : of->time;
}

/* --- storing --- */

/* Returns the path of a source below the root, which git gives without symbolic links, or NULL. */
static const char *below(const char *root, const char *path, char real[PATH_MAX])
{
    size_t length = strlen(root);
    if ((strncmp(path, root, length) != 0 || path[length] != '/') && realpath(path, real))
        path = real;
    return strncmp(path, root, length) == 0 && path[length] == '/' ? path + length + 1 : NULL;
}

const char *history_doubt(const struct profile *profile, const struct commit *commit, struct arena *arena)
{
    const char *program = profile_meta(profile, "program", "");
    struct stat source, built;
    bool here = false, inside = false, old = !stat(program, &built);
    char real[PATH_MAX];
    if (commit->changed)
        return "the working tree has changes";
    for (uint32_t i = 0; i < profile->region_count; i++) {
        const char *path = profile->regions[i].path;
        if (!*commit->id || !path || stat(path, &source))
            continue;
        here = true;
        const char *inner = below(commit->root, path, real);
        if (!inner)
            continue;
        inside = true;
        if (old && (source.st_mtim.tv_sec != built.st_mtim.tv_sec ? source.st_mtim.tv_sec > built.st_mtim.tv_sec
                                                                  : source.st_mtim.tv_nsec > built.st_mtim.tv_nsec))
            return arena_printf(arena, "%s is older than %s", name_base(program), inner);
    }
    return here && !inside ? arena_printf(arena, "its sources are not those of %s", commit->root) : NULL;
}

/* Widens a range by the range before: counts that varied will vary again. */
static void widen(struct counts_range *now, struct counts_range before)
{
    if (before.least == before.most || fabs(counts_difference(before, *now)) > counts_slack(before))
        return;
    now->least = before.least < now->least ? before.least : now->least;
    now->most = before.most > now->most ? before.most : now->most;
}

bool history_store(struct counts *now, const struct counts *before, const struct match *match, const char *folder,
                   const char **path, struct arena *arena, struct error *error)
{
    const char *slash = name_ends(folder, "/") ? "" : "/", *dot = *now->of.tag ? "." : "";
    *path = arena_printf(arena, "%s%s%s%s%s" ENDING, folder, slash, *now->of.commit ? now->of.commit : now->of.time,
                         dot, quote_replaced(now->of.tag, "/", '_', arena));
    for (uint32_t i = 0; before && i < now->function_count; i++) {
        uint32_t other = match->before_of[i];
        for (uint32_t m = 0; other != COUNTS_NONE && m < now->metric_count; m++)
            widen(&now->functions[i].metrics[m], before->functions[other].metrics[m]);
        if (other != COUNTS_NONE)
            widen(&now->functions[i].calls, before->functions[other].calls);
    }
    now->head = baseline_head(now, before ? baseline_rules(before, arena) : BASELINE_RULES, arena);
    return baseline_save(now, *path, arena, error);
}
