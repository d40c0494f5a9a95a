#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "grammar/pattern.h"
#include "grammar/rules.h"

namespace hearth::grammar {

/// A regular set of texts, as a deterministic automaton over characters. All that can be asked of strings in
/// a schema is such a set, and so is all of it together. Immutable.
class TextSet {
public:
    /// Of this and more states none is made: patternSyntax.
    static constexpr size_t mostStates = 20'000;

    static TextSet all();
    /// Of so many characters.
    static TextSet lengths(size_t least, std::optional<size_t> most);
    static TextSet of(const std::vector<std::string>& texts);
    /// Texts that the expression fits as a whole, or where it fits some part of. Throws Error(BadInput).
    enum class Fit : uint8_t { Whole, Part };
    static TextSet of(std::string_view pattern, Fit fit);

    TextSet operator&(const TextSet& other) const;
    TextSet complement() const;
    bool empty() const noexcept { return m_states.empty(); }
    bool contains(std::string_view text) const;

    /// How a grammar spells one of some characters.
    using Spelling = std::function<Rules::Id(Rules& rules, const CodePoints& points)>;
    /// The expression that fits the texts of the set.
    Rules::Id spell(Rules& rules, const Spelling& spelling) const;

private:
    struct Edge {
        CodePoints points;
        uint32_t target = 0;
    };
    struct State {
        std::vector<Edge> edges;  ///< apart from one another
        bool accepts = false;
    };
    class Builder;
    /// Without states from which no text ends.
    static TextSet trimmed(std::vector<State> states);

    std::vector<State> m_states;  ///< begins with the first
};

}  // namespace hearth::grammar
