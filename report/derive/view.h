/*
 * view.h - values derived from a profile: exclusive times, depth, the order of nodes, sums by region, and marks of estimates. Terminal, page and
 * exports all show these. Time outside the 100% was removed before (see profile/exclude_startup.h).
 */
#ifndef INSTR_REPORT_VIEW_H
#define INSTR_REPORT_VIEW_H

#include "profile/profile.h"
#include "profile/total_time.h"
#include "report/show/options.h"

/* A node; times in ps, summed over the ranks: whole numbers, exact below 2.5 hours. */
struct view_node {
    double inclusive, exclusive;
    double probes;              /* of the exclusive time, what was taken off by calibration, for want of looks */
    bool estimated;             /* the inclusive time is */
    bool calls_estimated;       /* some are counted by function, and shared out to paths by samples */
    bool own_estimated;         /* the exclusive time is: it or a child's inclusive time was estimated */
    bool unseen;                /* both are below what was seen: see view_shown() */
    uint32_t depth;             /* the root has 0 */
    uint32_t head;              /* itself or the node above it at depth VIEW_HEAD */
    bool outermost;             /* no frame of its region is open above it in the same thread */
    uint32_t first_child, next; /* in the order shown; PROFILE_NONE at the end */
};

/* A region, summed over all its nodes. */
struct view_region {
    struct stat_calls calls;
    double inclusive;              /* ps, of outermost frames only */
    double exclusive;              /* ps */
    double probes;                 /* ps, of all its nodes */
    bool estimated, own_estimated; /* that of any of its nodes is */
    bool calls_estimated;          /* they are those on some paths, of a function that is counted as a whole */
    double error2, own_error2;     /* ps^2: variances of inclusive and exclusive, as far as these are estimates */
    bool unseen, own_unseen;       /* that time is below what was seen */
    uint32_t ranks;                /* that called it, as far as one node tells: the most of any node */
    uint32_t first;                /* of its nodes the one that was come to first */
};

struct view {
    const struct profile *profile;
    struct view_node *nodes;     /* profile->node_count */
    struct view_region *regions; /* profile->region_count */
    double total;                /* ps: the 100% */
    struct total_time time;      /* what it consists of */
    bool raw;                    /* times hold what the probes took */
    size_t folder;               /* bytes of a path that all files of called functions share, the last slash too */
    const char *folder_file;     /* a path that has it */
    double overhead;             /* ps: what all probes took; 0 where that is not known */
    double counting;             /* ps: what it took to count calls, which is in the functions' times; 0 likewise */
};

/* Derives the view of a profile. `raw`: keep the probe overhead in the times. */
void view_make(struct view *view, const struct profile *profile, enum sort_key sort, bool raw, struct arena *arena);

/* Returns the node shown after `node`, or PROFILE_NONE. With `deeper` false it skips the subtree of `node`. */
uint32_t view_next(const struct view *view, uint32_t node, bool deeper);

/* Returns the file without the folders that all files of the program share. */
const char *view_file(const struct view *view, const char *file);

/* Returns for each region its position in the order of first calls, from 1; 0 if it was not called, or the order is unknown. */
uint32_t *view_first(const struct view *view, struct arena *arena);

/* Returns "FILE:LINE", with FILE as from view_file(), or the kind of a region without a source line. Never NULL. */
const char *view_location(const struct view *view, const struct profile_region *region, struct arena *arena);

/* Compares like strcmp by name, file and kind, which stay the same when the source is edited between runs. */
int view_compare_regions(const struct profile_region *a, const struct profile_region *b);

/* Returns the names from the root's children down to `node`, joined by '/'; "" for the root. From paths of more than VIEW_WHOLE names it keeps
 * the first VIEW_HEAD and the last VIEW_TAIL, with "..." between, so that output for a deep tree stays in proportion to it. */
enum { VIEW_WHOLE = 64, VIEW_HEAD = 16, VIEW_TAIL = 16 };
const char *view_path(const struct view *view, uint32_t node, struct arena *arena);

/* Return the mark before a time: "~" for an estimate; before an exclusive time also "?" where most of it was probe overhead. All screens take
 * their marks from here. */
const char *view_mark(bool estimated);
const char *view_own_mark(bool estimated, double exclusive, double probes);

/* Returns the figure, or NaN if it is unseen. Every screen shows figures through this function; text_seconds() has the words for NaN, and
 * records are empty. The view keeps the number, so sums and orders remain. */
double view_shown(double figure, bool unseen);

/* Returns seconds per call for `total` ps, with recursive time counted once; NaN where there is time without a call. */
double calls_mean(const struct stat_calls *calls, double total);
/* Returns the same as text; "" where there is no call. */
const char *view_per_call(struct arena *arena, const struct stat_calls *calls, double total, const char *mark);
/* Returns the standard deviation of the timed calls, in seconds. */
double calls_deviation(const struct stat_calls *calls);

/* Returns the standard error of an estimate as "0.3%" of it; "" if everything was measured, or nothing was seen. */
const char *view_error(double figure, double error2, struct arena *arena);

/* Returns the squared error in ps^2 of `amount` ps of a node's time. Its relative error is that of the node. */
double view_error2(const struct view *view, uint32_t node, double amount);

#endif
