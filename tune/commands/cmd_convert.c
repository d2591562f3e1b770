/*
 * cmd_convert.c - a project file of the thesis's form (range_genes_def and the rest, see its listings 3.12 and 4.6)
 * becomes one of ours, which a person then goes over: the steps are those of its metacompiler.
 */
#include "tune/commands/command.h"

#include "common/character.h"
#include "common/input.h"
#include "common/writer.h"
#include "tune/project/literal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct thesis {
    const char *name;
    struct assignment *all;
    unsigned count;
    FILE *out;
    struct error *error;
};

static const struct assignment *assignment_of(const struct thesis *thesis, const char *name)
{
    for (unsigned i = 0; i < thesis->count; i++)
        if (!strcmp(thesis->all[i].name, name))
            return &thesis->all[i];
    return NULL;
}

static double number_of(const struct thesis *thesis, const char *name, double fallback)
{
    const struct assignment *found = assignment_of(thesis, name);
    return found && found->value.kind != LITERAL_LIST && found->value.kind != LITERAL_TEXT ? found->value.number
                                                                                           : fallback;
}

static const char *text_of(const struct thesis *thesis, const char *name, const char *fallback)
{
    const struct assignment *found = assignment_of(thesis, name);
    return found && found->value.kind == LITERAL_TEXT ? found->value.text : fallback;
}

/* Whether one of the three lists has that gene. */
static bool has_gene(const struct thesis *thesis, const char *name)
{
    static const char *const lists[] = {"range_genes_def", "list_genes_def", "const_genes"};
    for (size_t l = 0; l < sizeof lists / sizeof *lists; l++) {
        const struct assignment *genes = assignment_of(thesis, lists[l]);
        for (unsigned i = 0; genes && i < genes->value.count; i++) {
            const struct literal *gene = &genes->value.items[i];
            if (gene->kind == LITERAL_LIST && gene->count && gene->items[0].kind == LITERAL_TEXT &&
                !strcmp(gene->items[0].text, name))
                return true;
        }
    }
    return false;
}

/* The words of a project file: what becomes of those that have no place here. */
static const struct {
    const char *name, *instead; /* null: it has one */
} words[] = {
    {"range_genes_def", NULL},
    {"list_genes_def", NULL},
    {"const_genes", NULL},
    {"cmp_path", NULL},
    {"num_mpi", NULL},
    {"num_omp_per_mpi", NULL},
    {"num_total_threads", NULL},
    {"strong_scale", NULL},
    {"population_size", NULL},
    {"max_unique_units", NULL},
    {"max_generation_count", NULL},
    {"mutation_chance", NULL},
    {"use_elitism", NULL},
    {"timer_to_use", NULL},
    {"processing_strategy", NULL},
    {"out_path", "what a search writes lies in NAME.results beside the project file"},
    {"lib_path", "what is built lies in NAME.results beside the project file; folder(path) names another place"},
    {"measured_timers_fname", "timers are in the profile that each run writes"},
    {"run_while_generating_or_genetics",
     "instr-tune run --only build builds without running, instr-tune run does both"},
    {"generate_predefined", NULL},
    {"generate_predifined", NULL},
    {"predefined_genes", NULL},
    {"predifined_genes", NULL},
};

/* The thesis spells some words so and otherwise. */
static const struct assignment *either_of(const struct thesis *thesis, const char *name, const char *other)
{
    const struct assignment *found = assignment_of(thesis, name);
    return found ? found : assignment_of(thesis, other);
}

/* Says of each word that is not converted why. */
static void tell_words(const struct thesis *thesis)
{
    for (unsigned i = 0; i < thesis->count; i++) {
        const struct assignment *one = &thesis->all[i];
        size_t k = 0;
        while (k < sizeof words / sizeof *words && strcmp(words[k].name, one->name) != 0)
            k++;
        if (k == sizeof words / sizeof *words)
            character_say(stderr, "%s:%d: '%s' is not known and left out", thesis->name, one->line, one->name);
        else if (words[k].instead)
            character_say(stderr, "%s:%d: '%s' is left out: %s", thesis->name, one->line, one->name, words[k].instead);
    }
}

/* A product of those of the genes that there are; what is missing is said, and counts as 1. */
static void put_product(const struct thesis *thesis, const char *const *genes)
{
    bool any = false;
    for (; *genes; genes++) {
        if (has_gene(thesis, *genes))
            fprintf(thesis->out, "%sp.%s", any ? " * " : "", *genes);
        else
            character_say(stderr, "%s: there is no gene '%s': it is taken for 1", thesis->name, *genes);
        any |= has_gene(thesis, *genes);
    }
    if (!any)
        putc('1', thesis->out);
}

/* As a text of Lua's. */
static void put_text(FILE *out, const char *text)
{
    putc('"', out);
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            putc('\\', out);
        if (*text == '\n')
            fputs("\\n", out);
        else
            putc(*text, out);
    }
    putc('"', out);
}

static void put_value(FILE *out, const struct literal *value)
{
    if (value->kind == LITERAL_TEXT)
        put_text(out, value->text);
    else if (value->kind == LITERAL_TRUTH)
        fputs(value->number != 0 ? "true" : "false", out);
    else
        fputs(value->text, out);
}

static bool is_derived(const struct thesis *thesis, const char *gene)
{
    return number_of(thesis, "strong_scale", 0) > 0 && !strcmp(gene, "maxLevel");
}

/* The genes of one of the three lists, as `form` has them: a name, and then what the kinds say, n, l or any value. */
static bool put_genes(struct thesis *thesis, const char *list, const char *form)
{
    const struct assignment *genes = assignment_of(thesis, list);
    for (unsigned i = 0; genes && i < genes->value.count; i++) {
        const struct literal *gene = &genes->value.items[i];
        bool fits =
            gene->kind == LITERAL_LIST && gene->count == strlen(form) + 1 && gene->items[0].kind == LITERAL_TEXT;
        for (unsigned k = 0; fits && form[k]; k++)
            fits = form[k] == 'n'   ? gene->items[k + 1].kind == LITERAL_NUMBER
                   : form[k] == 'l' ? gene->items[k + 1].kind == LITERAL_LIST
                                    : gene->items[k + 1].kind != LITERAL_LIST;
        if (!fits)
            return error_set(thesis->error, ERROR_USAGE, "%s:%d: entry %u of %s is not of the form [\"name\", %s]",
                             thesis->name, genes->line, i + 1, list,
                             *form == 'n'   ? "first, count"
                             : *form == 'l' ? "[value, ...]"
                                            : "value");
        if (is_derived(thesis, gene->items[0].text)) {
            character_say(stderr, "%s:%d: 'maxLevel' is left out: it follows from strong_scale", thesis->name,
                          genes->line);
            continue;
        }
        fputs(*form == 'n' ? "range(" : *form == 'l' ? "list(" : "constant(", thesis->out);
        put_text(thesis->out, gene->items[0].text);
        if (*form == 'n')
            fprintf(thesis->out, ", %.17g, %.17g", gene->items[1].number,
                    gene->items[1].number + gene->items[2].number - 1);
        for (unsigned k = 0; *form == 'l' && k < gene->items[1].count; k++) {
            fputs(k ? ", " : ", {", thesis->out);
            put_value(thesis->out, &gene->items[1].items[k]);
        }
        if (*form == 'l')
            putc('}', thesis->out);
        if (*form == 'v') {
            fputs(", ", thesis->out);
            put_value(thesis->out, &gene->items[1]);
        }
        fputs(")\n", thesis->out);
    }
    return true;
}

/* Calls `put` for each range and list gene, in their order, which is that of predefined units. */
static void each_gene(const struct thesis *thesis,
                      void (*put)(const struct thesis *, const char *name, unsigned place, const void *context),
                      const void *context)
{
    static const char *const lists[] = {"range_genes_def", "list_genes_def"};
    unsigned place = 0;
    for (size_t l = 0; l < sizeof lists / sizeof *lists; l++) {
        const struct assignment *genes = assignment_of(thesis, lists[l]);
        for (unsigned i = 0; genes && i < genes->value.count; i++)
            put(thesis, genes->value.items[i].items[0].text, place++, context);
    }
}

static void put_predefined_value(const struct thesis *thesis, const char *name, unsigned place, const void *unit)
{
    const struct literal *values = unit;
    if (place >= values->count || is_derived(thesis, name))
        return;
    fprintf(thesis->out, "%s%s = ", place ? ", " : "", name);
    put_value(thesis->out, &values->items[place]);
}

/* Units that are always generated: a value for each range and list gene. */
static void put_predefined(const struct thesis *thesis)
{
    const struct assignment *wanted = either_of(thesis, "generate_predefined", "generate_predifined");
    const struct assignment *units = either_of(thesis, "predefined_genes", "predifined_genes");
    for (unsigned i = 0; wanted && wanted->value.number != 0 && units && i < units->value.count; i++) {
        fprintf(thesis->out, "predefined(\"predefined %u\", {", i + 1);
        each_gene(thesis, put_predefined_value, &units->value.items[i]);
        fputs("})\n", thesis->out);
    }
}

static void put_limit(struct thesis *thesis, const char *list, const char *what)
{
    const struct assignment *limit = assignment_of(thesis, list);
    if (limit && limit->value.kind == LITERAL_LIST && limit->value.count == 2)
        fprintf(thesis->out, "restrict(\"%s\", function(p) return %s >= %s and %s <= %s end)\n", list, what,
                limit->value.items[0].text ? limit->value.items[0].text : "0", what,
                limit->value.items[1].text ? limit->value.items[1].text : "0");
}

static void put_sizes(struct thesis *thesis)
{
    double strong = number_of(thesis, "strong_scale", 0);
    static const char *const mpi[] = {"domain_numBlocks_x", "domain_numBlocks_y", "domain_numBlocks_z", NULL};
    static const char *const omp[] = {"domain_numFragPerBlock_x", "domain_numFragPerBlock_y",
                                      "domain_numFragPerBlock_z", NULL};
    static const char *const along[][4] = {
        {"domain_numBlocks_x", "domain_numFragPerBlock_x", "domain_fragLength_x", NULL},
        {"domain_numBlocks_y", "domain_numFragPerBlock_y", "domain_fragLength_y", NULL},
        {"domain_numBlocks_z", "domain_numFragPerBlock_z", "domain_fragLength_z", NULL}};
    fputs("\nderived(\"mpi\", function(p) return ", thesis->out);
    put_product(thesis, mpi);
    fputs(" end)\nderived(\"omp\", function(p) return ", thesis->out);
    put_product(thesis, omp);
    fputs(" end)\n", thesis->out);
    if (strong > 0) {
        fprintf(thesis->out, "-- The problem stays as large as it is: %g points along x, y and z.\n", strong);
        fputs("restrict(\"the same along x, y and z\", function(p)\n    local x, y, z = ", thesis->out);
        for (size_t i = 0; i < 3; i++) {
            fputs(i ? ", " : "", thesis->out);
            put_product(thesis, along[i]);
        }
        fprintf(thesis->out,
                "\n    return x == y and y == z\nend)\n"
                "derived(\"maxLevel\", function(p)\n"
                "    local points = %g / (",
                strong);
        put_product(thesis, along[0]);
        fputs(")\n    return math.tointeger(math.log(points, 2)) or math.log(points, 2)\nend)\n"
              "restrict(\"a whole level\", function(p) return p.maxLevel >= 0 and p.maxLevel % 1 == 0 end)\n",
              thesis->out);
    }
    if (has_gene(thesis, "l3tmp_numPre") && has_gene(thesis, "l3tmp_numPost"))
        fputs("-- The metacompiler refuses a solver that does not smooth.\n"
              "restrict(\"smoothing\", function(p) return p.l3tmp_numPre + p.l3tmp_numPost > 0 end)\n",
              thesis->out);
    put_limit(thesis, "num_mpi", "p.mpi");
    put_limit(thesis, "num_omp_per_mpi", "p.omp");
    put_limit(thesis, "num_total_threads", "p.mpi * p.omp");
}

static void put_name(const struct thesis *thesis, const char *name, unsigned place, const void *context)
{
    (void)place, (void)context;
    put_text(thesis->out, name);
    fputs(", ", thesis->out);
}

/* The knowledge file has all genes, constants first; the metacompiler makes the sources of it, and fails rather than change a gene. */
static void put_steps(struct thesis *thesis)
{
    const struct assignment *constants = assignment_of(thesis, "const_genes");
    fputs("\ngenerate(function(p)\n    local knowledge = {}\n    for _, name in ipairs {", thesis->out);
    for (unsigned i = 0; constants && i < constants->value.count; i++)
        put_name(thesis, constants->value.items[i].items[0].text, i, NULL);
    each_gene(thesis, put_name, NULL);
    fputs("} do\n        knowledge[#knowledge + 1] = name .. \" = \" .. tostring(p[name])\n    end\n"
          "    write(\"example.knowledge\", table.concat(knowledge, \"\\n\") .. \"\\n\")\n"
          "    write(\"example.settings\", \"failOnConstraint = true\\n\")   -- and what else it needs: output path "
          "and the like\n"
          "    return \"here=$PWD; cd \" .. ",
          thesis->out);
    put_text(thesis->out, text_of(thesis, "cmp_path", "."));
    fputs(" .. \" && java -cp compiler.jar Main $here/example.settings $here/example.knowledge\"\nend)\n"
          "build(\"make CXX='instr-cc g++'\")\nrun(\"mpirun -np {mpi} ./exastencils\")\n\n",
          thesis->out);
}

/* Nothing where the file does not say it: then it is what instr-tune takes. */
static void put_setting(struct thesis *thesis, const char *name, const char *word)
{
    if (number_of(thesis, word, 0) > 0)
        fprintf(thesis->out, "%s = %.0f, ", name, number_of(thesis, word, 0));
}

static void put_objective(struct thesis *thesis)
{
    const char *strategy = text_of(thesis, "processing_strategy", "avg");
    fputs("minimise {region = ", thesis->out);
    put_text(thesis->out, text_of(thesis, "timer_to_use", "main"));
    fprintf(thesis->out, ", ranks = \"%s\", repeats = \"min\"}\n", strcmp(strategy, "avg") ? strategy : "mean");
    fputs("search {", thesis->out);
    put_setting(thesis, "generations", "max_generation_count");
    put_setting(thesis, "unique", "max_unique_units");
    put_setting(thesis, "population", "population_size");
    put_setting(thesis, "mutation", "mutation_chance");
    fprintf(thesis->out, "elitism = %s}\n", number_of(thesis, "use_elitism", 0) != 0 ? "true" : "false");
}

static bool run_convert(const struct tune_options *options, struct arena *arena, struct error *error)
{
    struct thesis thesis = {.name = options->file, .out = stdout, .error = error};
    struct writer writer;
    size_t size;
    const char *why;
    char *text = input_read(options->file, INPUT_TEXT, &size, arena, &why);
    if (!text)
        return error_set(error, ERROR_USAGE, "can't read %s: %s", options->file, why);
    if (!literal_read(text, options->file, &thesis.all, &thesis.count, arena, error))
        return false;
    if (!assignment_of(&thesis, "range_genes_def") && !assignment_of(&thesis, "list_genes_def"))
        return error_set(error, ERROR_USAGE, "%s: it has neither range_genes_def nor list_genes_def", options->file);
    if (options->output && !writer_open(&writer, options->output, arena, &why))
        return error_set(error, ERROR_INTERNAL, "can't write %s: %s", options->output, why);
    if (options->output)
        thesis.out = writer.stream;
    fprintf(thesis.out, "-- Made from %s by instr-tune convert; go over the steps.\n", options->file);
    tell_words(&thesis);
    bool done = put_genes(&thesis, "range_genes_def", "nn") && put_genes(&thesis, "list_genes_def", "l") &&
                put_genes(&thesis, "const_genes", "v");
    if (done) {
        put_sizes(&thesis);
        put_predefined(&thesis);
        put_steps(&thesis);
        put_objective(&thesis);
    }
    if (options->output && !writer_close(&writer, done, &why) && done)
        return error_set(error, ERROR_INTERNAL, "can't write %s: %s", options->output, why);
    return done;
}

const struct tune_command tune_convert = {{"convert", "[OPTION...] FILE",
                                           "make a project file of one in the form of Kravchuk's thesis",
                                           TAKES_OUTPUT | TAKES_FILE, "instr-tune convert project.gp -o tune.lua"},
                                          run_convert};
