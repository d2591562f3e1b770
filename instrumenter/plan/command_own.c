/* command_own.c - our own options, and the variables that stand for them. See command.h. */
#include "instrumenter/plan/command.h"

#include "common/name.h"

#include <stdlib.h>

#define WANTS_LEVEL "a number from 0 to 4"
#define WANTS_CHOICE "0 or 1"
#define WANTS_PATHS "all or most"
#define WANTS_SECONDS "a number of seconds"

static void complain(struct plan *plan, const char *mistake, const char *wants)
{
    plan->action = PLAN_MISTAKE;
    plan->mistake = mistake;
    plan->wants = wants;
}

static bool read_level(const char *word, int *level)
{
    bool good = word[0] >= '0' && word[0] <= '4' && !word[1];
    if (good)
        *level = word[0] - '0';
    return good;
}

static bool read_exact(const char *word, enum plan_exact *exact)
{
    bool always = !strcmp(word, "1") || !strcmp(word, "always"), never = !strcmp(word, "0") || !strcmp(word, "never");
    if (always || never)
        *exact = always ? PLAN_EXACT_ALWAYS : PLAN_EXACT_NEVER;
    return always || never;
}

static bool read_paths(const char *word, bool *all)
{
    bool good = !strcmp(word, "all") || !strcmp(word, "most");
    if (good)
        *all = !strcmp(word, "all");
    return good;
}

static bool read_seconds(const char *word, double *seconds)
{
    char *end;
    double number = strtod(word, &end);
    bool good = end > word && !*end && number >= 0 && number < 1e9;
    if (good)
        *seconds = number;
    return good;
}

/* Returns the value of the option `name=` in `word`, or NULL for another option. */
static const char *value_of(const char *word, const char *name)
{
    return name_starts(word, name) ? word + strlen(name) : NULL;
}

/* Options that are one word. */
static bool take_flag(struct command *command, const char *word)
{
    struct plan *plan = command->plan;
    if (!strcmp(word, "print"))
        plan->print = true;
    else if (!strcmp(word, "keep"))
        plan->keep = true;
    else if (!strcmp(word, "strict"))
        plan->strict = true;
    else if (!strcmp(word, "exact-messages"))
        plan->exact_messages = PLAN_EXACT_ALWAYS;
    else if (!strcmp(word, "off"))
        command_pass(command, PASSED_DISABLED);
    else if (!strcmp(word, "help"))
        plan->action = PLAN_HELP;
    else if (!strcmp(word, "version"))
        plan->action = PLAN_VERSION;
    else
        return false;
    return true;
}

/* Takes an option with a value. Returns false if it is another option, or if *wants says what the value should be. */
static bool take_value(struct command *command, const char *word, const char **wants)
{
    struct plan *plan = command->plan;
    const char *value;
    if ((value = value_of(word, "level=")))
        return *wants = WANTS_LEVEL, read_level(value, &command->level);
    if ((value = value_of(word, "exact-messages=")))
        return *wants = WANTS_CHOICE, read_exact(value, &plan->exact_messages);
    if ((value = value_of(word, "paths=")))
        return *wants = WANTS_PATHS, read_paths(value, &plan->all_paths);
    if ((value = value_of(word, "parse-limit=")))
        return *wants = WANTS_SECONDS, read_seconds(value, &plan->parse_limit);
    if ((value = value_of(word, "filter=")))
        plan->filter = value;
    else if ((value = value_of(word, "headers=")))
        plan->headers = value;
    else if ((value = value_of(word, "output=")))
        plan->profile = value;
    else if ((value = value_of(word, "log=")))
        plan->log = value;
    else if ((value = value_of(word, "unparsed="))) /* from ourselves: see compile/instrument.c */
        plan->unparsed = arena_printf(command->arena, "%s,%s,", plan->unparsed ? plan->unparsed : "", value);
    return value != NULL;
}

bool command_own(struct command *command, const char *word)
{
    const char *own = value_of(word, COMMAND_OWN), *wants = NULL;
    if (own && !take_flag(command, own) && !take_value(command, own, &wants))
        complain(command->plan, word, wants);
    return own != NULL;
}

/* Returns whether a variable is set; an empty one is not. */
static bool is_given(const char *variable)
{
    return variable && *variable;
}

void command_environment(struct command *command)
{
    struct plan *plan = command->plan;
    const char *exact = plan->context->exact_messages, *limit = plan->context->parse_limit;
    const char *paths = plan->context->paths;
    if (is_given(exact) && !read_exact(exact, &plan->exact_messages))
        complain(plan, arena_printf(command->arena, "INSTR_EXACT_MESSAGES=%s", exact), WANTS_CHOICE);
    if (is_given(paths) && !read_paths(paths, &plan->all_paths))
        complain(plan, arena_printf(command->arena, "INSTR_BUILD_PATHS=%s", paths), WANTS_PATHS);
    if (is_given(limit) && !read_seconds(limit, &plan->parse_limit))
        complain(plan, arena_printf(command->arena, "INSTR_PARSE_LIMIT=%s", limit), WANTS_SECONDS);
}

/* Takes the level. TIMER_LEVEL may mean something else to this program, so an invalid value is no error. */
void command_level(struct command *command)
{
    struct plan *plan = command->plan;
    const char *environment = plan->context->level;
    plan->level = 1;
    if (is_given(environment) && !read_level(environment, &plan->level) && command->level < 0)
        complain(plan, arena_printf(command->arena, "INSTR_BUILD_LEVEL=%s", environment), WANTS_LEVEL);
    if (command->macro && !read_level(command->macro, &plan->level) && command->level < 0)
        plan->no_level = command->macro;
    if (command->level >= 0)
        plan->level = command->level;
}
