#pragma once

#include <vector>

#include "grammar/rules.h"

namespace hearth::grammar {

/// Expressions that can be read without a byte. Refers to the rules.
class EmptyTexts {
public:
    explicit EmptyTexts(const Rules& rules);
    bool fit(Rules::Id expression) const;

private:
    bool learn(size_t rule);

    const Rules& m_rules;
    std::vector<bool> m_empty;  ///< by rule
};

/// Throws Error(BadInput), which names a rule, when a rule can begin with itself before it has read anything.
void refuseLeftRecursion(const Rules& rules, const EmptyTexts& empty);

}  // namespace hearth::grammar
