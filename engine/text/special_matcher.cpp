#include "text/special_matcher.h"

#include <algorithm>

#include "text/vocabulary.h"

namespace hearth::text {
namespace {

constexpr size_t kLongestEntryBytes = 256;

}  // namespace

struct SpecialMatcher::Entry {
    std::string_view spelling;
    TokenId token;
};

SpecialMatcher::SpecialMatcher(const Vocabulary& vocabulary) : m_vocabulary(vocabulary), m_nodes(1) {
    std::vector<Entry> entries;
    for (TokenId token = 0; token < vocabulary.size(); ++token) {
        const TokenKind kind = vocabulary.kinds[static_cast<size_t>(token)];
        if (kind != TokenKind::Control && kind != TokenKind::UserDefined && kind != TokenKind::Unknown)
            continue;
        const std::string_view spelling = vocabulary.entries[static_cast<size_t>(token)];
        if (spelling.empty() || spelling.size() > kLongestEntryBytes) continue;
        entries.push_back({spelling, token});
        m_starts[static_cast<unsigned char>(spelling[0])] = true;
    }
    std::stable_sort(entries.begin(), entries.end(),
                     [](const Entry& a, const Entry& b) { return a.spelling < b.spelling; });
    build(entries, 0, 0);
}

void SpecialMatcher::build(std::span<const Entry> entries, size_t depth, size_t node) {
    // Equal spellings are neighbours; the first one counts.
    while (!entries.empty() && entries[0].spelling.size() == depth) {
        if (m_nodes[node].token < 0) m_nodes[node].token = entries[0].token;
        entries = entries.subspan(1);
    }
    const auto byteOf = [depth](const Entry& entry) {
        return static_cast<unsigned char>(entry.spelling[depth]);
    };
    std::vector<std::span<const Entry>> groups;
    while (!entries.empty()) {
        const auto last = std::find_if(entries.begin(), entries.end(), [&](const Entry& entry) {
            return byteOf(entry) != byteOf(entries[0]);
        });
        const auto count = static_cast<size_t>(last - entries.begin());
        groups.push_back(entries.first(count));
        entries = entries.subspan(count);
    }
    const size_t first = m_nodes.size();
    m_nodes[node].firstChild = static_cast<uint32_t>(first);
    m_nodes[node].children = static_cast<uint16_t>(groups.size());
    m_nodes.resize(first + groups.size());
    for (size_t i = 0; i < groups.size(); ++i) {
        m_nodes[first + i].byte = byteOf(groups[i][0]);
        build(groups[i], depth + 1, first + i);
    }
}

std::vector<SpecialMatcher::Match> SpecialMatcher::find(std::string_view text, std::span<const Range> trusted,
                                                        UntrustedMarkup markup) const {
    std::vector<Match> matches;
    size_t range = 0;
    for (size_t begin = 0; begin < text.size();) {
        if (!m_starts[static_cast<unsigned char>(text[begin])]) {
            ++begin;
            continue;
        }
        while (range < trusted.size() && trusted[range].second <= begin) ++range;
        const size_t trustedEnd =
            range < trusted.size() && trusted[range].first <= begin ? trusted[range].second : begin;
        Match best{begin, begin, -1};
        const Node* node = m_nodes.data();
        for (size_t i = begin; i < text.size(); ++i) {
            const std::span children(m_nodes.data() + node->firstChild, node->children);
            const auto byte = static_cast<unsigned char>(text[i]);
            const auto next =
                std::lower_bound(children.begin(), children.end(), byte,
                                 [](const Node& child, unsigned char b) { return child.byte < b; });
            if (next == children.end() || next->byte != byte) break;
            node = &*next;
            if (node->token < 0) continue;
            const bool plainOutside = !m_vocabulary.is(node->token, TokenKind::UserDefined) ||
                                      (markup == UntrustedMarkup::Plain &&
                                       m_vocabulary.promptMarkup[static_cast<size_t>(node->token)]);
            if (!plainOutside || i + 1 <= trustedEnd) best = {begin, i + 1, node->token};
        }
        if (best.token >= 0) {
            matches.push_back(best);
            begin = best.end;
        } else {
            ++begin;
        }
    }
    return matches;
}

}  // namespace hearth::text
