#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/string_pool.h"

namespace hearth::text {

/// Symbols of byte pair encoding: the entries of the vocabulary by their ids, and above those the
/// intermediate strings that the merges name and the vocabulary does not have.
using Symbol = uint32_t;
inline constexpr Symbol kNoSymbol = UINT32_MAX;

/// Which pairs of symbols merge, in which order, into what. Immutable after the last add.
class MergeTable {
public:
    struct Merge {
        uint32_t rank = UINT32_MAX;  ///< lower ones go first
        Symbol result = kNoSymbol;
        explicit operator bool() const noexcept { return result != kNoSymbol; }
    };

    void reserve(size_t merges);
    /// Adds a rule unless the pair has one already.
    void add(Symbol left, Symbol right, Merge merge);
    Merge find(Symbol left, Symbol right) const noexcept;

    /// Applies the rules until none fits: always the lowest rank, the leftmost of equals. Symbols that are
    /// kNoSymbol never merge. n log n steps.
    void apply(std::vector<Symbol>& symbols) const;

private:
    struct Slot {
        Symbol left = kNoSymbol;
        Symbol right = kNoSymbol;
        Merge merge;
    };
    size_t slotOf(Symbol left, Symbol right) const noexcept;
    void applyToFew(std::vector<Symbol>& symbols) const;
    void applyToMany(std::vector<Symbol>& symbols) const;

    std::vector<Slot> m_slots;
    size_t m_used = 0;
};

}  // namespace hearth::text
