/* yaml.c - see include/instr_yaml.h. libyaml reads the file; everything outside the block is ignored. */
#include "include/instr_yaml.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <yaml.h>

struct search {
    yaml_document_t document;
    const char *block;
    void (*take)(const char *key, const char *value, void *context);
    void *context;
};

static const char *text_of(const yaml_node_t *node)
{
    return node && node->type == YAML_SCALAR_NODE ? (const char *)node->data.scalar.value : NULL;
}

static void take_block(struct search *search, const yaml_node_t *block)
{
    for (const yaml_node_pair_t *pair = block->data.mapping.pairs.start; pair < block->data.mapping.pairs.top; pair++) {
        const char *key = text_of(yaml_document_get_node(&search->document, pair->key));
        const char *value = text_of(yaml_document_get_node(&search->document, pair->value));
        if (key && value)
            search->take(key, value, search->context);
    }
}

/* `levels`: how deep in mappings the block may be. */
static void look(struct search *search, const yaml_node_t *node, int levels)
{
    if (!node || node->type != YAML_MAPPING_NODE)
        return;
    for (const yaml_node_pair_t *pair = node->data.mapping.pairs.start; pair < node->data.mapping.pairs.top; pair++) {
        const char *key = text_of(yaml_document_get_node(&search->document, pair->key));
        const yaml_node_t *value = yaml_document_get_node(&search->document, pair->value);
        if (key && strcmp(key, search->block) == 0 && value && value->type == YAML_MAPPING_NODE)
            take_block(search, value);
        else if (levels > 1)
            look(search, value, levels - 1);
    }
}

static int search_stream(FILE *stream, const char *file, struct search *search)
{
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser))
        return -1;
    yaml_parser_set_input_file(&parser, stream);
    bool good = yaml_parser_load(&parser, &search->document);
    if (good) {
        look(search, yaml_document_get_root_node(&search->document), 2);
        yaml_document_delete(&search->document);
    } else {
        fprintf(stderr, "%s:%zu: no YAML: %s\n", file, parser.problem_mark.line + 1,
                parser.problem ? parser.problem : "out of memory");
    }
    yaml_parser_delete(&parser);
    return good ? 0 : -1;
}

int instr_yaml_block(const char *file, const char *block,
                     void (*take)(const char *key, const char *value, void *context), void *context)
{
    struct search search = {.block = block, .take = take, .context = context};
    FILE *stream = fopen(file, "re");
    if (!stream) {
        fprintf(stderr, "%s: can't be read: %s\n", file, strerror(errno));
        return -1;
    }
    int result = search_stream(stream, file, &search);
    fclose(stream);
    return result;
}
