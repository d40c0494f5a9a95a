#pragma once

#include <string_view>

#include "jinja/runtime.h"

namespace hearth::jinja {

/// A pass over a text that is charged piece by piece, so that a stop request is noticed within it.
class Pass {
public:
    /// `bytes` that there are at most, each of which costs some units.
    Pass(Runtime& runtime, size_t bytes, size_t unitsPerByte)
        : m_runtime(runtime), m_bytes(bytes), m_units(unitsPerByte) {}
    /// To be called before byte number `done` of the pass is looked at, in ascending order.
    void reach(size_t done) {
        if (done >= m_paid && m_paid < m_bytes) pay(done);
    }

private:
    void pay(size_t done);

    Runtime& m_runtime;
    size_t m_bytes;
    size_t m_units;
    size_t m_paid = 0;
    size_t m_piece = 64;
};

/// Units for each byte of a pass that decodes characters, and of one that looks each of them up in Unicode's
/// tables.
constexpr size_t kDecodingUnits = 4;
constexpr size_t kLookUpUnits = 16;

/// std::string_view's find and rfind, and the comparison of two texts of the same size, charged by the bytes
/// that they read.
size_t findText(Runtime& runtime, std::string_view bytes, std::string_view part, size_t from = 0);
size_t findTextLast(Runtime& runtime, std::string_view bytes, std::string_view part);
bool sameBytes(Runtime& runtime, std::string_view a, std::string_view b);

/// Number of characters of a text.
size_t countCharacters(Runtime& runtime, std::string_view bytes);
/// Byte offset of character number `index`, or the size of the text if it has fewer characters.
size_t offsetOfCharacter(Runtime& runtime, std::string_view bytes, size_t index);

}  // namespace hearth::jinja
