#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grammar/pattern.h"
#include "grammar/text_set.h"

namespace hearth::grammar {

/// All that is asked of a text: expressions, lengths, and texts that it must not be. Counts cost nothing
/// where they can be kept by counting.
class StringForm {
public:
    /// The demands on a text. Expressions fit some part of it, or none.
    struct Wishes {
        std::vector<std::string> patterns = {}, notPatterns = {};
        std::vector<std::string> excluded = {};
        Lengths lengths = {};
    };
    /// Throws Error(BadInput) for expressions that are damaged, not regular or too large.
    explicit StringForm(const Wishes& wishes);
    /// Texts that the expression fits as a whole.
    static StringForm ofWhole(std::string_view pattern);

    bool empty() const { return !m_counted && m_set.empty(m_lengths); }
    bool contains(std::string_view text) const;
    /// The texts that are in a set, too. Throws where both together are too large.
    StringForm within(const TextSet& set) const;
    Rules::Id spell(Rules& rules, const TextSet::Spelling& spelling) const;

private:
    StringForm() = default;
    void add(const std::string& pattern, TextSet::Fit fit, bool alone);
    void settle();

    TextSet m_set = TextSet::all();
    Lengths m_lengths;
    std::optional<Pattern> m_counted;  ///< instead of the set: counts that are too large for it
    TextSet::Fit m_fit = TextSet::Fit::Part;
};

}  // namespace hearth::grammar
