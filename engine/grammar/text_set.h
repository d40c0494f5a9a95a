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

/// Numbers of characters.
struct Lengths {
    size_t least = 0;
    std::optional<size_t> most = {};
    bool any() const noexcept { return least == 0 && !most; }
    bool contains(size_t count) const noexcept { return count >= least && (!most || count <= *most); }
};

/// A regular set of texts, as a deterministic automaton over characters. All that can be asked of strings in
/// a schema is such a set, and so is all of it together. Immutable.
class TextSet {
public:
    /// Of this and more states none is made: patternSyntax.
    static constexpr size_t mostStates = 20'000;
    /// The same of a set of texts, which needs no search: grammarTooLarge.
    static constexpr size_t mostOfTexts = size_t{1} << 17U;

    static TextSet all();
    /// The texts of `least` to `most` characters; nullopt: any number.
    static TextSet lengths(size_t least, std::optional<size_t> most);
    static TextSet of(const std::vector<std::string>& texts);
    /// Texts that the expression fits as a whole, or where it fits some part of. Throws Error(BadInput).
    enum class Fit : uint8_t { Whole, Part };
    static TextSet of(std::string_view pattern, Fit fit) { return of(pattern, readPattern(pattern), fit); }
    /// The same of an expression that has been read; `text` is for what is wrong with it.
    static TextSet of(std::string_view text, const Pattern& pattern, Fit fit);
    /// Any number of these characters.
    static TextSet repeated(const CodePoints& points);
    /// An automaton by its transitions, from state 0: `next` gives the state after a character of `alphabet`,
    /// nullopt for none.
    static TextSet of(size_t states, std::string_view alphabet,
                      const std::function<std::optional<uint32_t>(uint32_t state, char character)>& next,
                      const std::function<bool(uint32_t state)>& accepts);
    /// Characters, as lengths() counts them.
    static size_t lengthOf(std::string_view text);

    TextSet operator&(const TextSet& other) const;
    TextSet complement() const;
    bool empty() const noexcept { return m_states.empty(); }
    bool contains(std::string_view text) const;
    /// Has no text of `lengths` in it. Exact where limitsExactly() holds.
    bool empty(const Lengths& lengths) const;
    /// Says that spell() can hold texts to `lengths` by counting, without a state for each count.
    bool limitsExactly(const Lengths& lengths) const;

    /// Spelling of any of some characters in a grammar.
    using Spelling = std::function<Rules::Id(Rules& rules, const CodePoints& points)>;
    /// The expression that matches the texts of the set with one of `lengths`, for which limitsExactly() is
    /// true.
    Rules::Id spell(Rules& rules, const Spelling& spelling, const Lengths& lengths = {}) const;

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
    /// The fewest and the most characters from each state to an end of a text; nullopt: any number.
    struct Distances;
    Distances distances() const;
    /// Without states from which no text ends.
    static TextSet trimmed(std::vector<State> states);

    std::vector<State> m_states;  ///< begins with the first
};

}  // namespace hearth::grammar
