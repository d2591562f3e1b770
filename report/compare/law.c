/* law.c - see law.h. */
#include "report/compare/law.h"

#include <float.h>
#include <math.h>

#define AS_GOOD 1.5  /* so many times the least error of all laws is as good: the simplest is taken */
#define ALIKE 2      /* and so many times is not clearly worse: it is not ruled out */
#define SURE 1e-9    /* an error that is none: values without chance follow the law */
#define LEAST 0.1    /* of a value at the largest size a term has so much, unless it is sure */
#define SLOWEST 1.01 /* a slower exponential is a bent power */
#define EXACT 1e-12  /* what is below this is the rounding of our own sums */

/* The set of laws: powers as fractions, simpler ones first. */
static const struct {
    double power;
    const char *text;
} powers[] = {{0, ""},
              {1, "n"},
              {2, "n^2"},
              {3, "n^3"},
              {4, "n^4"},
              {1.0 / 2, "n^1/2"},
              {3.0 / 2, "n^3/2"},
              {5.0 / 2, "n^5/2"},
              {1.0 / 3, "n^1/3"},
              {2.0 / 3, "n^2/3"},
              {4.0 / 3, "n^4/3"},
              {5.0 / 3, "n^5/3"},
              {7.0 / 3, "n^7/3"},
              {8.0 / 3, "n^8/3"},
              {1.0 / 4, "n^1/4"},
              {3.0 / 4, "n^3/4"},
              {5.0 / 4, "n^5/4"},
              {7.0 / 4, "n^7/4"},
              {9.0 / 4, "n^9/4"},
              {11.0 / 4, "n^11/4"}};
enum { POWERS = sizeof powers / sizeof *powers, LOGARITHMS = 3 };
_Static_assert(POWERS *LOGARITHMS + 1 <= LAWS, "room for all laws");

static double term(const struct law *law, double size)
{
    return law->base > 0 ? pow(law->base, size) : pow(size, law->power) * pow(log2(size), law->logarithms);
}

static bool is_constant(const struct law *law)
{
    return law->base <= 0 && law->power <= 0 && !law->logarithms;
}

double law_at(const struct law *law, double size)
{
    double lower = law->lower ? law->constant * size : law->constant;
    return is_constant(law) ? lower : lower + law->factor * term(law, size);
}

/* Fits y = c * g + a * f by least squares of relative errors, without the value `left_out`. */
static void fit_terms(struct law *law, const double *sizes, const double *values, uint32_t count, uint32_t left_out)
{
    double gg = 0, fg = 0, ff = 0, gy = 0, fy = 0, last = sizes[count - 1], scale = term(law, last);
    for (uint32_t i = 0; i < count; i++) {
        if (i == left_out)
            continue;
        double y = values[i], weight = 1 / fmax(y * y, 1), g = law->lower ? sizes[i] / last : 1;
        double f = is_constant(law) ? 0 : term(law, sizes[i]) / scale;
        gg += weight * g * g;
        fg += weight * f * g;
        ff += weight * f * f;
        gy += weight * g * y;
        fy += weight * f * y;
    }
    double spread = gg * ff - fg * fg;
    double factor = spread > DBL_EPSILON * gg * ff ? (gg * fy - fg * gy) / spread : 0;
    law->factor = factor / scale;
    law->constant = (gy - factor * fg) / gg / (law->lower ? last : 1);
}

/* Sums over points (x, y), for a line through them by least squares. */
struct line {
    double n, x, y, xx, xy, yy;
};

static void line_add(struct line *line, double x, double y)
{
    line->n++;
    line->x += x;
    line->y += y;
    line->xx += x * x;
    line->xy += x * y;
    line->yy += y * y;
}

/* Return n^2 times the variance of x, and n^2 times the covariance. The slope is the second divided by the first. */
static double line_spread(const struct line *line)
{
    return line->n * line->xx - line->x * line->x;
}

static double line_together(const struct line *line)
{
    return line->n * line->xy - line->x * line->y;
}

/* Fits b^n without a constant: a line through the logarithms. Returns false if a value has no logarithm. */
static bool fit_exponential(struct law *law, const double *sizes, const double *values, uint32_t count,
                            uint32_t left_out)
{
    struct line line = {0};
    for (uint32_t i = 0; i < count; i++) {
        if (values[i] <= 0)
            return false;
        if (i != left_out)
            line_add(&line, sizes[i], log(values[i]));
    }
    double slope = line_together(&line) / line_spread(&line);
    law->base = exp(slope);
    law->constant = 0;
    law->factor = exp((line.y - slope * line.x) / line.n);
    return true;
}

static bool fit(struct law *law, const double *sizes, const double *values, uint32_t count, uint32_t left_out)
{
    if (law->base > 0)
        return fit_exponential(law, sizes, values, count, left_out);
    fit_terms(law, sizes, values, count, left_out);
    return true;
}

/* Fits a law to all values, and finds its error by leaving out each value in turn. */
static bool judge(struct law *law, const double *sizes, const double *values, uint32_t count)
{
    double sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (!fit(law, sizes, values, count, i))
            return false;
        double said = law_at(law, sizes[i]), both = fabs(said) + fabs(values[i]);
        sum += both > 0 ? 2 * fabs(said - values[i]) / both : 0;
    }
    fit(law, sizes, values, count, count);
    law->error = sum / count;
    if (is_constant(law))
        return true;
    if (law->base > 0 && law->base < SLOWEST)
        return false;
    double grown = law->factor * (term(law, sizes[count - 1]) - term(law, sizes[0]));
    double least = law->error < SURE ? 1e-6 : LEAST; /* else it is a slower law in disguise */
    return isfinite(grown) && grown > least * values[count - 1];
}

/* Judges all possible laws, the simpler ones first. */
static unsigned judge_all(struct law laws[LAWS], const double *sizes, const double *values, uint32_t count)
{
    unsigned found = 0;
    for (int logarithms = 0; logarithms < LOGARITHMS; logarithms++)
        for (unsigned i = 0; i < POWERS; i++)
            for (int lower = 0; lower < 2; lower++) {
                struct law law = {.power = powers[i].power, .logarithms = logarithms, .lower = lower};
                if ((lower && !law_is_steep(&law)) || !judge(&law, sizes, values, count))
                    continue;
                laws[found++] = law;
            }
    laws[found] = (struct law){.base = 2};
    return found + judge(&laws[found], sizes, values, count);
}

/* Returns the penalty of a law: lowest for whole powers, then halves, then thirds and quarters; lower without logarithms. */
static int complexity(const struct law *law)
{
    double twice = 2 * law->power, whole = fabs(law->power - round(law->power)), half = fabs(twice - round(twice));
    return (whole < 1e-9 ? 0 : half < 1e-9 ? 2 : 3) + law->logarithms + (law->base > 0);
}

void law_find(struct law_fit *fitted, const double *sizes, const double *values, uint32_t count)
{
    struct law laws[LAWS];
    unsigned found = judge_all(laws, sizes, values, count);
    double least = laws[0].error;
    for (unsigned i = 1; i < found; i++)
        least = fmin(least, laws[i].error);
    *fitted = (struct law_fit){.other_count = 0};
    const struct law *best = NULL;
    for (unsigned i = 0; i < found; i++) {
        if (laws[i].error > ALIKE * least + EXACT)
            continue;
        fitted->others[fitted->other_count++] = laws[i];
        int more = best ? complexity(&laws[i]) - complexity(best) : -1;
        if (laws[i].error <= AS_GOOD * least + EXACT && (more < 0 || (more == 0 && laws[i].error < best->error)))
            best = &laws[i];
    }
    fitted->best = *best;
}

void law_range(const struct law_fit *fitted, double size, double *least, double *most)
{
    *least = *most = law_at(&fitted->best, size);
    for (unsigned i = 0; i < fitted->other_count; i++) {
        double value = law_at(&fitted->others[i], size);
        *least = fmin(*least, value);
        *most = fmax(*most, value);
    }
}

const char *law_text(const struct law *law, struct arena *arena)
{
    static const char *const logarithms[LOGARITHMS] = {"", "log n", "log^2 n"};
    const char *power = "";
    if (law->base > 0)
        return arena_printf(arena, "%.3g^n", law->base);
    for (unsigned i = 0; i < POWERS; i++)
        if (fabs(powers[i].power - law->power) < 1e-9)
            power = powers[i].text;
    if (is_constant(law))
        return "constant";
    return arena_printf(arena, "%s%s%s", power, *power && law->logarithms ? " " : "", logarithms[law->logarithms]);
}

bool law_is_steep(const struct law *law)
{
    static const struct law input = {.power = 1};
    return law_compare(law, &input) > 0;
}

bool law_surely_steep(const struct law_fit *fitted)
{
    for (unsigned i = 0; i < fitted->other_count; i++)
        if (!law_is_steep(&fitted->others[i]))
            return false;
    return law_is_steep(&fitted->best);
}

int law_compare(const struct law *a, const struct law *b)
{
    double x = a->base > 0 ? HUGE_VAL : a->power, y = b->base > 0 ? HUGE_VAL : b->power;
    if (x > y || x < y)
        return x > y ? 1 : -1;
    if (a->base > b->base || a->base < b->base)
        return a->base > b->base ? 1 : -1;
    return a->logarithms - b->logarithms;
}

double law_power(const double *sizes, const double *values, uint32_t count, double *error)
{
    struct line line = {0};
    for (uint32_t i = 0; i < count; i++)
        if (values[i] > 0)
            line_add(&line, log(sizes[i]), log(values[i]));
    double spread = line_spread(&line), together = line_together(&line);
    if (!(spread > 1e-9))
        return NAN;
    double power = together / spread, rest = fmax(line.n * line.yy - line.y * line.y - power * together, 0);
    *error = line.n > 2 ? sqrt(rest / (line.n - 2) / spread) : NAN;
    return power;
}
