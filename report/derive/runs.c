/*
 * runs.c - see runs.h.
 *
 * Profiles are of one job if they agree in the number of ranks ("job_ranks") and in the batch system's name ("job"), and no rank is there
 * twice. If a rank is there n times, there are n runs. Two runs of which different ranks were kept can't be told from one.
 */
#include "report/derive/runs.h"

#include "common/name.h"
#include "report/show/progress.h"
#include "report/show/text.h"

#include <stdlib.h>
#include <string.h>

static unsigned long number(const struct profile *profile, const char *key)
{
    return strtoul(profile_meta(profile, key, "0"), NULL, 10);
}

bool runs_several(const struct profile *profile)
{
    return number(profile, "processes") > 0;
}

static bool has_run(const struct profile *profile)
{
    return profile->nodes[0].ranks.called > 0;
}

static bool same_meta(const struct profile *a, const struct profile *b, const char *key)
{
    return !strcmp(profile_meta(a, key, ""), profile_meta(b, key, ""));
}

/* Returns whether two profiles may be of one job, as far as anything but the ranks shows. */
static bool may_be_one_job(const struct profile *a, const struct profile *b)
{
    return number(a, "job_ranks") > 1 && same_meta(a, b, "job_ranks") && same_meta(a, b, "job") && !runs_several(a) &&
           !runs_several(b);
}

time_t runs_start(const struct profile *profile)
{
    struct tm tm = {0};
    return strptime(profile_meta(profile, "start", ""), "%Y-%m-%dT%H:%M:%S", &tm) ? timegm(&tm) : -1;
}

/* Returns the end in whole seconds, like the start. */
static time_t end_of(const struct profile *profile)
{
    return runs_start(profile) + (time_t)strtod(profile_meta(profile, "wall_s", "0"), NULL) + 1;
}

bool runs_one_job(const struct profile *a, const struct profile *b)
{
    return number(a, "pid") && number(b, "pid") && may_be_one_job(a, b) && same_meta(a, b, "program") &&
           runs_start(a) <= end_of(b) && runs_start(b) <= end_of(a);
}

/* Counts the ranks of a profile: those of its locations, or the single rank that wrote it. */
static void count_ranks(const struct profile *profile, uint32_t *times, uint32_t most)
{
    uint32_t last = PROFILE_NONE;
    if (!profile->location_count && profile->nodes[0].ranks.min_rank < most)
        times[profile->nodes[0].ranks.min_rank]++;
    for (uint32_t i = 0; i < profile->location_count; i++) {
        uint32_t rank = profile->locations[i].rank;
        if (rank != last && rank < most)
            times[rank]++;
        last = rank;
    }
}

/* Returns how many runs there are among the inputs that may be of the same job as inputs[first]. */
static void count_runs_of(const struct profile *inputs, uint32_t count, uint32_t first, bool *done, uint64_t *runs)
{
    enum { MOST = 1 << 24 };
    struct arena scratch = {0};
    unsigned long ranks = number(&inputs[first], "job_ranks");
    uint32_t most = ranks < MOST ? (uint32_t)ranks : MOST, busiest = 1;
    uint32_t *times = arena_array(&scratch, most, sizeof *times);
    uint64_t called = 0;
    for (uint32_t i = first; i < count; i++) {
        if (done[i] || (i != first && !may_be_one_job(&inputs[first], &inputs[i])))
            continue;
        done[i] = true;
        called += inputs[i].nodes[0].ranks.called;
        count_ranks(&inputs[i], times, most);
    }
    for (uint32_t i = 0; i < most; i++)
        if (times[i] > busiest)
            busiest = times[i];
    /* Of a very large job not all ranks are named. */
    while (most && called > (uint64_t)busiest * ranks)
        busiest++;
    arena_free(&scratch);
    *runs += busiest;
}

/* Counts the runs of the inputs. A process without a job is a run of its own. */
static void count_runs(const struct profile *inputs, uint32_t count, uint64_t *runs, struct arena *arena)
{
    bool *done = arena_array(arena, count, sizeof *done);
    *runs = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (done[i] || !has_run(&inputs[i]))
            continue;
        if (runs_several(&inputs[i]))
            *runs += number(&inputs[i], "runs");
        else if (number(&inputs[i], "job_ranks") < 2)
            *runs += 1;
        else
            count_runs_of(inputs, count, i, done, runs);
    }
}

static int compare_texts(const void *left, const void *right)
{
    return strcmp(*(char *const *)left, *(char *const *)right);
}

/* Lists the names of the programs, each once, separated by '/', which no file name contains. */
static const char *list_programs(const struct profile *inputs, uint32_t count, struct arena *arena)
{
    size_t total = 0, room = 1, length = 0;
    const char *last = "";
    for (uint32_t i = 0; i < count; i++)
        for (const char *at = profile_meta(&inputs[i], "programs", ""); (at = strchr(at, '/')); at++)
            room++;
    room += count;
    char **names = arena_array(arena, room, sizeof *names);
    for (uint32_t i = 0; i < count; i++) {
        const char *list = profile_meta(&inputs[i], "programs", NULL);
        if (!has_run(&inputs[i]))
            continue;
        if (!list)
            list = name_base(profile_meta(&inputs[i], "program", "?"));
        for (size_t size; *list; list += size + (list[size] == '/')) {
            size = strcspn(list, "/");
            names[total] = arena_copy(arena, list, size);
            length += size + 1;
            total++;
        }
    }
    char *all = arena_alloc(arena, length + 1), *end = all;
    qsort(names, total, sizeof *names, compare_texts);
    for (size_t i = 0; i < total; last = names[i], i++)
        if (strcmp(names[i], last) != 0) {
            if (end > all)
                *end++ = '/';
            end = stpcpy(end, names[i]);
        }
    return all;
}

static void set_meta(struct profile *profile, const char *key, const char *value, struct arena *arena)
{
    struct profile_meta *meta = arena_array(arena, (size_t)profile->meta_count + 1, sizeof *meta);
    uint32_t count = 0;
    for (uint32_t i = 0; i < profile->meta_count && strcmp(profile->meta[i].key, key) < 0; i++)
        meta[count++] = profile->meta[i];
    uint32_t rest = count + (count < profile->meta_count && !strcmp(profile->meta[count].key, key));
    meta[count++] = (struct profile_meta){key, value};
    for (; rest < profile->meta_count; rest++)
        meta[count++] = profile->meta[rest];
    profile->meta = meta;
    profile->meta_count = count;
}

/* --- what is counted twice --- */

static bool is_location_of(const struct profile *job, const struct profile *one)
{
    uint64_t pid = number(one, "pid");
    for (uint32_t i = 0; pid && i < job->location_count; i++)
        if (job->locations[i].pid == pid && job->locations[i].rank == one->nodes[0].ranks.min_rank &&
            !strcmp(job->locations[i].host, profile_meta(one, "host", "")))
            return true;
    return false;
}

/* Returns whether both profiles are of one process. A process may write several, each of everything up to then; a job's profile includes its
 * ranks. */
static bool same_process(const struct profile *a, const struct profile *b)
{
    static const char *const keys[] = {"pid", "host", "start", "program", "command", "image"};
    bool single_a = number(a, "pid") > 0, single_b = number(b, "pid") > 0;
    if (single_a != single_b)
        return may_be_one_job(a, b) && (single_a ? is_location_of(b, a) : is_location_of(a, b));
    bool same = single_a;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        same = same && same_meta(a, b, keys[i]);
    return same;
}

static void warn_of(const char *one, const char *other, FILE *messages)
{
    progress_hide();
    fputs("instr-report: ", messages);
    character_put(messages, one);
    fputs(": this process is also in ", messages);
    character_put(messages, other);
    fputs(", so it is counted twice: leave one of them out\n", messages);
}

struct numbered {
    unsigned long pid; /* 0 = of several processes */
    uint32_t input;
};

static int compare_numbers(const void *left, const void *right)
{
    const struct numbered *a = left, *b = right;
    return a->pid != b->pid ? (a->pid > b->pid) - (a->pid < b->pid) : (a->input > b->input) - (a->input < b->input);
}

/* Warns once for each input that has a process in common with an earlier one. Profiles of jobs come first; they are few. */
static void warn_of_doubles(const struct profile *inputs, char *const *names, uint32_t count, FILE *messages,
                            struct arena *arena)
{
    struct numbered *order = arena_array(arena, count, sizeof *order);
    uint32_t jobs = 0;
    for (uint32_t i = 0; i < count; i++) {
        order[i] = (struct numbered){number(&inputs[i], "pid"), i};
        jobs += !order[i].pid;
    }
    qsort(order, count, sizeof *order, compare_numbers);
    for (uint32_t i = jobs, same = jobs; i < count; i++) {
        if (order[i].pid != order[same].pid)
            same = i;
        uint32_t k = jobs ? 0 : same;
        while (k < i && !same_process(&inputs[order[i].input], &inputs[order[k].input]))
            k = k + 1 == jobs ? same : k + 1;
        if (k < i)
            warn_of(names[order[i].input], names[order[k].input], messages);
    }
}

/* --- the sum --- */

/* Merges in the order of a job's binomial tree, so files named in the order of their ranks give the same bits as the job itself. The result is
 * inputs[0]. */
static bool merge_pairs(struct profile *inputs, uint32_t count, struct arena *arena, struct error *error)
{
    uint32_t done = 0;
    for (uint32_t step = 1; step < count; step *= 2)
        for (uint32_t i = 0; i + step < count; i += 2 * step) {
            struct profile merged;
            progress_show("merging profiles", done++, count - 1);
            if (!profile_merge(&inputs[i], &inputs[i + step], &merged, arena, error))
                return false;
            inputs[i] = merged;
        }
    return true;
}

bool runs_merge(struct profile *inputs, char *const *names, uint32_t count, struct profile *out, FILE *messages,
                struct arena *arena, struct error *error)
{
    uint64_t runs, processes = 0, sums = 0;
    for (uint32_t i = 0; i < count; i++) {
        processes += inputs[i].nodes[0].ranks.called;
        sums += runs_several(&inputs[i]);
    }
    const char *programs = list_programs(inputs, count, arena);
    count_runs(inputs, count, &runs, arena);
    warn_of_doubles(inputs, names, count, messages, arena);
    if (!merge_pairs(inputs, count, arena, error))
        return false;
    *out = inputs[0];
    if (runs < 2 && !sums)
        return true;
    set_meta(out, "processes", arena_printf(arena, "%llu", (unsigned long long)processes), arena);
    set_meta(out, "runs", arena_printf(arena, "%llu", (unsigned long long)runs), arena);
    set_meta(out, "programs", programs, arena);
    return true;
}

/* --- words --- */

const char *runs_member(const struct profile *profile)
{
    return runs_several(profile) ? "process" : "rank";
}

const char *runs_members(const struct profile *profile)
{
    return runs_several(profile) ? "processes" : "ranks";
}

const char *runs_title(const struct profile *profile, struct arena *arena)
{
    const char *names = profile_meta(profile, "programs", NULL), *title = "";
    if (!names)
        return name_base(profile_meta(profile, "program", "?"));
    for (int shown = 0; *names; shown++) {
        int length = (int)strcspn(names, "/");
        title = shown < 3 ? arena_printf(arena, "%s%s%.*s", title, shown ? ", " : "", length, names)
                          : arena_printf(arena, "%s ...", title);
        names += shown < 3 ? (size_t)length + (names[length] == '/') : strlen(names);
    }
    return title;
}

const char *runs_text(const struct profile *profile, struct arena *arena)
{
    uint32_t called = profile->nodes[0].ranks.called;
    unsigned long job_ranks = number(profile, "job_ranks"), runs = number(profile, "runs"), programs = 1;
    const char *names = profile_meta(profile, "programs", "");
    if (!runs_several(profile))
        return job_ranks > called ? arena_printf(arena, "%u of %lu ranks", called, job_ranks)
               : called > 1       ? arena_printf(arena, "%s ranks", text_count(arena, called))
                                  : "";
    for (const char *at = names; (at = strchr(at, '/')); at++)
        programs++;
    const char *of = programs > 1 ? arena_printf(arena, " of %lu programs", programs) : "";
    const char *in = runs < called ? arena_printf(arena, " in %lu runs", runs) : "";
    return arena_printf(arena, "%s processes%s%s", text_count(arena, called), of, in);
}
