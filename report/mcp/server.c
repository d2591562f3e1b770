/* server.c - see server.h. */
#include "report/mcp/server.h"

#include "base/needed.h"
#include "report/mcp/tools.h"
#include "report/show/quote.h"

#include <stdlib.h>
#include <string.h>

/* Of JSON-RPC 2.0. */
enum { NOT_JSON = -32700, NO_REQUEST = -32600, NO_METHOD = -32601, WRONG_PARAMETERS = -32602 };

enum { LONGEST = 1 << 20 }; /* bytes of a message: an assistant's words for a tool are a few hundred */

static const char *const protocols[] = {"2025-06-18", "2025-03-26", "2024-11-05", NULL};

struct server {
    FILE *out;
    const char *version;
    const cJSON *id; /* of the request that is answered; null: it has none */
    struct arena *arena;
};

static void begin_answer(const struct server *server, const char *what)
{
    char *id = server->id ? cJSON_PrintUnformatted(server->id) : NULL;
    fprintf(server->out, "{\"jsonrpc\":\"2.0\",\"id\":%s,\"%s\":", id ? id : "null", what);
    cJSON_free(id);
}

static void end_answer(const struct server *server)
{
    fputs("}\n", server->out);
    fflush(server->out);
}

static void answer(const struct server *server, const char *result)
{
    begin_answer(server, "result");
    fputs(result, server->out);
    end_answer(server);
}

static void refuse(const struct server *server, int code, const char *why)
{
    begin_answer(server, "error");
    fprintf(server->out, "{\"code\":%d,\"message\":", code);
    quote_json(server->out, why);
    putc('}', server->out);
    end_answer(server);
}

/* The version that the client asks for, if it is known; else the newest. */
static void greet(const struct server *server, const cJSON *parameters)
{
    const char *asked = tools_string(parameters, "protocolVersion");
    size_t i = 0;
    while (protocols[i] && (!asked || strcmp(protocols[i], asked) != 0))
        i++;
    begin_answer(server, "result");
    fprintf(server->out,
            "{\"protocolVersion\":\"%s\",\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"instr-report\","
            "\"version\":\"%s\"},\"instructions\":\"Profiles of C programs: calls are exact counts, times in seconds. "
            "Begin "
            "with `list` and `explain`.\"}",
            protocols[i] ? protocols[i] : protocols[0], server->version);
    end_answer(server);
}

static void list_tools(const struct server *server)
{
    begin_answer(server, "result");
    fputs("{\"tools\":", server->out);
    tools_write(server->out);
    putc('}', server->out);
    end_answer(server);
}

static void call_tool(const struct server *server, const cJSON *parameters)
{
    const char *name = tools_string(parameters, "name");
    const cJSON *arguments = cJSON_GetObjectItemCaseSensitive(parameters, "arguments");
    struct error error = {0};
    if (!name || !tools_has(name) || (arguments && !cJSON_IsObject(arguments))) {
        refuse(server, WRONG_PARAMETERS,
               name ? "there is no such tool, or its arguments are no object" : "no tool is named");
        return;
    }
    const char *text = tools_call(name, arguments, server->arena, &error);
    begin_answer(server, "result");
    fputs("{\"content\":[{\"type\":\"text\",\"text\":", server->out);
    quote_json(server->out, text ? text : error_said(&error));
    fprintf(server->out, "}],\"isError\":%s}", text ? "false" : "true");
    end_answer(server);
}

/* What has no id wants no answer. */
static void take_message(struct server *server, const cJSON *message)
{
    const char *method = tools_string(message, "method");
    const cJSON *parameters = cJSON_GetObjectItemCaseSensitive(message, "params");
    server->id = cJSON_GetObjectItemCaseSensitive(message, "id");
    if (!cJSON_IsString(server->id) && !cJSON_IsNumber(server->id))
        server->id = NULL;
    if (!message)
        refuse(server, NOT_JSON, "no JSON");
    else if (!method)
        refuse(server, NO_REQUEST, "no request");
    else if (!server->id)
        return;
    else if (!strcmp(method, "initialize"))
        greet(server, parameters);
    else if (!strcmp(method, "ping"))
        answer(server, "{}");
    else if (!strcmp(method, "tools/list"))
        list_tools(server);
    else if (!strcmp(method, "tools/call"))
        call_tool(server, parameters);
    else
        refuse(server, NO_METHOD, "this server has tools alone");
}

/* A line; what is behind the most that one may have is passed over. Returns its length, or -1 at the end. */
static ssize_t read_line(FILE *in, char *line)
{
    size_t length = 0;
    int byte;
    while ((byte = getc_unlocked(in)) != EOF && byte != '\n')
        if (length <= LONGEST)
            line[length++] = (char)byte;
    line[length <= LONGEST ? length : LONGEST] = '\0';
    return byte == EOF && !length ? -1 : (ssize_t)length;
}

bool server_run(FILE *in, FILE *out, const char *version, struct error *error)
{
    struct arena arena = {0};
    struct server server = {.out = out, .version = version, .arena = &arena};
    char *line = needed_room(NULL, LONGEST + 1);
    for (ssize_t length; !ferror(out) && (length = read_line(in, line)) >= 0;) {
        if (length > LONGEST) {
            server.id = NULL;
            refuse(&server, NO_REQUEST, "a message is one line of at most 1 MiB");
            continue;
        }
        cJSON *message = cJSON_ParseWithOpts(line, NULL, true);
        take_message(&server, message);
        cJSON_Delete(message);
        arena_clear(&arena);
    }
    free(line);
    arena_free(&arena);
    return !ferror(out) || error_set(error, ERROR_INTERNAL, "can't write to standard output");
}
