#pragma once

#include <cstdint>
#include <string>

namespace hearth::grammar {

/// Spelling of objects and lists within the arguments of a call.
struct Notation {
    enum class Kind : uint8_t {
        PlainJson,
        Python,  ///< ['text', True, None], and JSON
        Gemma,   ///< {key:<|"|>text<|"|>,list:[true]}, and JSON
        Tags,    ///< <key>text</key><list><item>1</item></list>, with a sign before each tag
    };
    Kind kind = Kind::PlainJson;
    std::string sign = {};  ///< Gemma: the mark around texts. Tags: the text before each tag.
    bool operator==(const Notation&) const = default;
};

}  // namespace hearth::grammar
