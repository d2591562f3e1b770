/*
 * instr.hpp - instr.h for C++: a label as long as a scope.
 *
 *     void step()
 *     {
 *         INSTR_SCOPE("ocean step");       // looked up once
 *         instr::scope inner(name);        // a name that varies
 *     }
 */
#ifndef INSTR_HPP
#define INSTR_HPP

#include "instr.h"

namespace instr
{
/* Starts a label, and stops it at the end of the scope, whichever way that is left. */
class scope
{
  public:
    explicit scope(instr_label *label) : label_(label)
    {
        (void)instr_start_label(label_);
    }
    explicit scope(const char *name) : label_(instr_label_get(name))
    {
        (void)instr_start_label(label_);
    }
    ~scope()
    {
        (void)instr_stop_label(label_);
    }

  private:
    scope(const scope &);
    scope &operator=(const scope &);
    instr_label *label_;
};
} // namespace instr

#define INSTR_SCOPE_JOIN(a, b) a##b
#define INSTR_SCOPE_NAME(a, b) INSTR_SCOPE_JOIN(a, b)
#define INSTR_SCOPE(name)                                                                                              \
    static instr_label *const INSTR_SCOPE_NAME(instr_label_, __LINE__) = instr_label_get(name);                        \
    const ::instr::scope INSTR_SCOPE_NAME(instr_scope_, __LINE__)(INSTR_SCOPE_NAME(instr_label_, __LINE__))

#endif
