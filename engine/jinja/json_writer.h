#pragma once

#include <optional>
#include <string>

#include "jinja/value.h"

namespace hearth::jinja {

/// The arguments of tojson in Hugging Face transformers (json.dumps).
struct JsonFormat {
    bool ensureAscii = false;
    bool sortKeys = false;
    std::optional<Text> indent;  ///< one level's indentation; without it all is on one line
    Text itemSeparator = Text::trusted(", ");
    Text keySeparator = Text::trusted(": ");
};

/// json.dumps(value). Error(BadInput) for values that JSON does not know.
Text writeJson(Runtime& runtime, const Value& value, const JsonFormat& format);

}  // namespace hearth::jinja
