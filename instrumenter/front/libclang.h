/*
 * libclang.h - libclang, loaded when a unit is about to be parsed.
 *
 * Loading it takes longer than a small compile. Most commands of a build that come to instr-cc - links, probes,
 * questions, languages that are not ours - never parse anything, so it is not linked but found by dlopen.
 * clang_NAME(...) is called as libclang.NAME(...).
 */
#ifndef INSTR_LIBCLANG_H
#define INSTR_LIBCLANG_H

#include "common/error.h"

#include <clang-c/Index.h>
#include <stdbool.h>

#define LIBCLANG_FUNCTIONS(X)                                                                                          \
    X(CXXConstructor_isCopyConstructor)                                                                                \
    X(CXXConstructor_isMoveConstructor)                                                                                \
    X(CXXMethod_isConst)                                                                                               \
    X(CXXMethod_isDefaulted)                                                                                           \
    X(CXXMethod_isVirtual)                                                                                             \
    X(Cursor_Evaluate)                                                                                                 \
    X(Cursor_getArgument)                                                                                              \
    X(Cursor_getMangling)                                                                                              \
    X(Cursor_getNumArguments)                                                                                          \
    X(Cursor_getStorageClass)                                                                                          \
    X(Cursor_isFunctionInlined)                                                                                        \
    X(Cursor_isNull)                                                                                                   \
    X(EvalResult_getAsLongLong)                                                                                        \
    X(EvalResult_dispose)                                                                                              \
    X(EvalResult_getKind)                                                                                              \
    X(Location_isFromMainFile)                                                                                         \
    X(Type_getSizeOf)                                                                                                  \
    X(Type_visitFields)                                                                                                \
    X(createIndex)                                                                                                     \
    X(disposeIndex)                                                                                                    \
    X(disposeString)                                                                                                   \
    X(disposeTranslationUnit)                                                                                          \
    X(equalCursors)                                                                                                    \
    X(getArrayElementType)                                                                                             \
    X(getCString)                                                                                                      \
    X(getCanonicalCursor)                                                                                              \
    X(getCanonicalType)                                                                                                \
    X(getCursorDefinition)                                                                                             \
    X(getCursorDisplayName)                                                                                            \
    X(getCursorExtent)                                                                                                 \
    X(getCursorKind)                                                                                                   \
    X(getCursorLexicalParent)                                                                                          \
    X(getCursorLinkage)                                                                                                \
    X(getCursorLocation)                                                                                               \
    X(getCursorReferenced)                                                                                             \
    X(getCursorResultType)                                                                                             \
    X(getCursorSemanticParent)                                                                                         \
    X(getCursorSpelling)                                                                                               \
    X(getCursorType)                                                                                                   \
    X(getPointeeType)                                                                                                  \
    X(getFileLocation)                                                                                                 \
    X(getNullCursor)                                                                                                   \
    X(getNumOverloadedDecls)                                                                                           \
    X(getOverloadedDecl)                                                                                               \
    X(getRangeEnd)                                                                                                     \
    X(getRangeStart)                                                                                                   \
    X(getSpecializedCursorTemplate)                                                                                    \
    X(getTypeDeclaration)                                                                                              \
    X(getTranslationUnitCursor)                                                                                        \
    X(isAttribute)                                                                                                     \
    X(isVirtualBase)                                                                                                   \
    X(isCursorDefinition)                                                                                              \
    X(parseTranslationUnit2FullArgv)                                                                                   \
    X(visitChildren)

struct libclang {
#define X(name) __typeof__(&clang_##name) name;
    LIBCLANG_FUNCTIONS(X)
#undef X
};

extern struct libclang libclang; /* filled by libclang_load */

/* Loads libclang. Later calls return the first call's result. The error may be NULL. */
bool libclang_load(struct error *error);

#endif
