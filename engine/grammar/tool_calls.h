#pragma once

#include <string>
#include <string_view>

#include "grammar/rules.h"
#include "grammar/token_texts.h"

namespace hearth::grammar {

/// How a family of models writes calls of tools, piece by piece. Marks that are tokens of their own have
/// markSign in front.
struct CallForm {
    std::string first = {};    ///< before all calls
    std::string open = {};     ///< before the name of each
    bool quotesName = true;    ///< the name is a JSON string
    std::string middle = {};   ///< before the arguments, a JSON object
    std::string close = {};    ///< behind them
    std::string between = {};  ///< from call to call
    std::string last = {};     ///< behind all calls
    bool several = true;       ///< false: the family writes one at a time
    bool operator==(const CallForm&) const = default;
};

/// The grammar of one call or more. `source`: {"tools": [{"name": ..., "parameters": a schema}], "parallel":
/// whether there may be several}. Properties that a schema does not name are left out; where a schema cannot
/// be honoured the arguments are any object, or with "strict" in the tool it throws what readJsonSchema()
/// throws.
Rules toolCallRules(std::string_view source, const CallForm& form);

}  // namespace hearth::grammar
