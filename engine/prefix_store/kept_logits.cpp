#include "prefix_store/kept_logits.h"

#include <algorithm>

namespace hearth {

std::list<KeptLogits::Entry>::const_iterator KeptLogits::find(PromptView prompt,
                                                              const SequenceOrigin& origin) const {
    return std::find_if(m_entries.begin(), m_entries.end(), [&](const Entry& entry) {
        return entry.origin == origin && PromptView(entry.prompt) == prompt;
    });
}

void KeptLogits::keep(PromptView prompt, std::span<const float> logits, const SequenceOrigin& origin,
                      const std::string& tenant) {
    if (const auto known = find(prompt, origin); known != m_entries.end()) m_entries.erase(known);
    m_entries.push_front({PromptTokens(prompt),
                          std::make_shared<const std::vector<float>>(logits.begin(), logits.end()), origin,
                          tenant});
    if (m_entries.size() > mostPrompts) m_entries.pop_back();
}

KeptLogits::Logits KeptLogits::use(PromptView prompt, const SequenceOrigin& origin) {
    const auto found = find(prompt, origin);
    if (found == m_entries.end()) return nullptr;
    m_entries.splice(m_entries.begin(), m_entries, found);
    return found->logits;
}

bool KeptLogits::contains(PromptView prompt, const SequenceOrigin& origin) const {
    return find(prompt, origin) != m_entries.end();
}

}  // namespace hearth
