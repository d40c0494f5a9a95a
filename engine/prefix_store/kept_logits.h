#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "cache/prefix_key.h"
#include "hearth/prompt_tokens.h"

namespace hearth {

/// The logits behind the last prompts that were answered: their keys and values are cached, and with what is
/// kept here the same prompt is answered again without a row.
/// One thread at a time.
class KeptLogits {
public:
    using Logits = std::shared_ptr<const std::vector<float>>;

    /// Keeps a copy, for as long as no `mostPrompts` others came or were asked for since.
    void keep(PromptView prompt, std::span<const float> logits, const SequenceOrigin& origin = {},
              const std::string& tenant = {});
    /// The logits behind exactly these tokens of this origin, marked as used now; nullptr: not kept.
    Logits use(PromptView prompt, const SequenceOrigin& origin = {});
    /// As use(), but changes nothing.
    bool contains(PromptView prompt, const SequenceOrigin& origin = {}) const;
    void clear() noexcept { m_entries.clear(); }

    struct Entry {
        PromptTokens prompt;
        Logits logits;
        SequenceOrigin origin = {};
        std::string tenant = {};  ///< see BlockTenants
    };
    /// The most recently used first.
    const std::list<Entry>& entries() const noexcept { return m_entries; }

    /// Some megabytes with the largest vocabularies.
    static constexpr size_t mostPrompts = 8;

private:
    std::list<Entry>::const_iterator find(PromptView prompt, const SequenceOrigin& origin) const;

    std::list<Entry> m_entries;
};

}  // namespace hearth
