#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/notation.h"

namespace hearth::grammar {

// Signs for the parts that change from call to call, within the pieces of a form.
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
    Value text, number, boolean, object, list, null;
    std::string first = {};    ///< between the tool's name and the first key
    std::string between = {};  ///< from a value to the next key
    std::string last = {};     ///< behind the last value
    std::string none = {};     ///< behind the name where there are no arguments
    std::string yes = "true";  ///< how the family spells what is true
    /// The quotation mark of texts that have backslashes before it and before control characters. 0: texts
    /// are written as they are and end where one of valueEndings() comes.
    char quote = 0;
    Notation nested = {};  ///< of objects and lists
    bool operator==(const ArgumentForm&) const = default;
};

/// The form in which a family of models writes calls of tools, piece by piece. Marks that are tokens of
/// their own have markSign in front.
struct CallForm {
    /// With this a reply that may be calls begins to be some; spelled as in a reply. Empty: with nothing.
    std::string trigger = {};
    bool onlyAtStart = false;  ///< the trigger counts where the reply begins, and nowhere else
    /// The mark around all calls, which comes before the first; empty: there is none.
    std::string outer = {};
    /// The outer mark and the trigger as the beginning of the grammar spells them.
    std::string begun = {};
    std::string first = {};                ///< before the name of the first call
    std::vector<std::string> middle = {};  ///< before the arguments, a JSON object: one of these
    std::string between = {};              ///< from the arguments of a call to the name of the next
    std::string last = {};                 ///< behind the arguments of the last call
    bool several = true;                   ///< false: the family writes one at a time
    /// Text may follow calls, and then calls again.
    bool resumes = false;
    std::optional<ArgumentForm> arguments = {};  ///< none: they are a JSON object
    /// Free text that may come before calls, between these; empty: none may.
    std::string freeOpen = {}, freeClose = {};
    bool operator==(const CallForm&) const = default;
};

}  // namespace hearth::grammar
