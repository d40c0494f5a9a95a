#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/rules.h"
#include "grammar/token_texts.h"

namespace hearth::grammar {

// What changes from call to call, within the pieces of a form.
inline constexpr char idSign = '\x01';     ///< nine letters and digits that name a call
inline constexpr char countSign = '\x02';  ///< a number
inline constexpr char keySign = '\x03';    ///< the name of the argument before

/// Arguments that are written one by one. The kinds of values may stand in marks of their own.
struct ArgumentForm {
    struct Value {
        std::string before = {};  ///< between the key and the value
        std::string behind = {};
        bool known = false;  ///< the family spells such values, and as JSON unless they are texts
        bool operator==(const Value&) const = default;
    };
    Value text, number, boolean, object, list;
    std::string first = {};    ///< between the tool's name and the first key
    std::string between = {};  ///< from a value to the next key
    std::string last = {};     ///< behind the last value
    std::string none = {};     ///< behind the name where there are no arguments
    std::string yes = "true";  ///< how the family spells what is true
    /// A text ends here, so it cannot hold this; a quotation mark may stand behind a backslash.
    std::string textEnd = {};
    bool operator==(const ArgumentForm&) const = default;
};

/// How a family of models writes calls of tools, piece by piece. Marks that are tokens of their own have
/// markSign in front.
struct CallForm {
    /// With this a reply that may be calls begins to be some; spelled as in a reply. Empty: with nothing.
    std::string trigger = {};
    bool onlyAtStart = false;  ///< the trigger counts where the reply begins, and nowhere else
    /// The same as the beginning of the grammar spells it.
    std::string begun = {};
    std::string first = {};                      ///< before the name of the first call
    std::vector<std::string> middle = {};        ///< before the arguments, a JSON object: one of these
    std::string between = {};                    ///< from the arguments of a call to the name of the next
    std::string last = {};                       ///< behind the arguments of the last call
    bool several = true;                         ///< false: the family writes one at a time
    std::optional<ArgumentForm> arguments = {};  ///< none: they are a JSON object
    /// Free text that may come before calls, between these; empty: none may.
    std::string freeOpen = {}, freeClose = {};
    bool operator==(const CallForm&) const = default;
};

/// The grammar of one call or more. `source`: {"tools": [{"name": ..., "parameters": a schema}], "parallel":
/// whether there may be several}. Properties that a schema does not name are left out; where a schema cannot
/// be honoured the arguments are any object, or with "strict" in the tool it throws what readJsonSchema()
/// throws. Throws Error(BadInput) where the family has no spelling for values that a tool needs.
Rules toolCallRules(std::string_view source, const CallForm& form);

}  // namespace hearth::grammar
