#pragma once

#include <QString>
#include <string>
#include <string_view>

#include "grammar/states.h"
#include "hearth/error.h"

namespace hearth::grammar {

/// True if the whole text matches.
inline bool fitsText(const Rules& rules, std::string_view text) {
    States states{Automaton(rules)};
    auto state = states.start();
    for (const char byte : text) state = states.next(state, static_cast<uint8_t>(byte));
    return states.accepts(state);
}

/// A grammar of one expression, made by make(Rules&).
template <typename Make>
Rules rulesWith(Make make) {
    Rules rules;
    const Rules::RuleId root = rules.declare("root");
    rules.define(root, make(rules));
    rules.setStart(root);
    return rules;
}

/// Message of the error that a call throws; empty: it throws none.
template <typename Call>
QString refusalOf(Call call) {
    try {
        (void)call();
    } catch (const Error& error) {
        return QString::fromUtf8(error.what());
    }
    return {};
}

}  // namespace hearth::grammar
