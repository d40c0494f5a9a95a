#include "grammar/grammar.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace hearth::grammar {

namespace {

size_t longestToken(const TokenTexts& texts) {
    size_t longest = 0;
    for (const TokenTrie::Node& node : texts.all().nodes()) longest = std::max<size_t>(longest, node.depth);
    return longest;
}

}  // namespace

Grammar::Grammar(std::shared_ptr<const Automaton> automaton, std::shared_ptr<const TokenTexts> texts)
    : m_texts(std::move(texts)), m_states(std::move(automaton), longestToken(*m_texts)) {
}

Grammar::State Grammar::next(State state, std::string_view text) {
    for (const char byte : text) {
        state = m_states.next(state, static_cast<uint8_t>(byte));
        if (state == States::dead) break;
    }
    return state;
}

std::shared_ptr<const TokenMask> Grammar::mask(State state) {
    constexpr size_t mostMasks = 2048;
    state = m_states.alike(state);
    if (const auto known = m_known.find(state); known != m_known.end()) {
        m_masks.splice(m_masks.begin(), m_masks, known->second);
        return known->second->mask;
    }
    if (m_masks.size() == mostMasks) {
        m_known.erase(m_masks.back().state);
        m_masks.pop_back();
    }
    m_masks.push_front({state, makeMask(state)});
    m_known[state] = m_masks.begin();
    return m_masks.front().mask;
}

std::shared_ptr<const TokenMask> Grammar::makeMask(State state) {
    auto mask = std::make_shared<TokenMask>();
    if (m_states.goesOnWithPlain(state)) {
        mask->bits = m_texts->plainBits();
    } else {
        mask->bits.resize(m_texts->plainBits().size());
        addPlain(state, *mask);
    }
    addTokens(m_texts->notPlain(), 0, state, *mask);
    if (accepts(state))
        for (const TokenId token : m_texts->ends()) mask->allow(token);
    for (const uint64_t word : mask->bits) mask->count += static_cast<size_t>(std::popcount(word));
    return mask;
}

/// Tokens that are plain text, most of which share their fate with those that begin with the same byte.
void Grammar::addPlain(State state, TokenMask& mask) {
    const TokenTrie& trie = m_texts->plain();
    const std::span<const TokenTrie::Node> nodes = trie.nodes();
    std::vector<std::pair<size_t, State>> apart;
    size_t alike = 0;
    for (size_t node = 0; node < nodes.size(); node = nodes[node].end) {
        const State reached = m_states.next(state, nodes[node].byte);
        if (goesOnFrom(nodes[node], reached))
            alike += trie.tokensFrom(node).size();
        else
            apart.emplace_back(node, reached);
    }
    const bool most = alike > trie.tokens().size() / 2;
    if (most) mask.bits = m_texts->plainBits();
    size_t next = 0;
    for (size_t node = 0; node < nodes.size(); node = nodes[node].end) {
        if (next == apart.size() || apart[next].first != node) {
            if (!most)
                for (const TokenId token : trie.tokensFrom(node)) mask.allow(token);
            continue;
        }
        const State reached = apart[next++].second;
        if (most)
            for (const TokenId token : trie.tokensFrom(node)) mask.forbid(token);
        if (reached != States::dead) addTokens(trie, node, state, mask);
    }
}

/// True if any plain text may follow a node: a character ends there, and the state accepts any plain text.
bool Grammar::goesOnFrom(const TokenTrie::Node& node, State reached) {
    return node.endsCharacter && reached != States::dead && m_states.goesOnWithPlain(reached);
}

/// Adds the tokens of a trie that fit: those of a node and its descendants, or all if it is the first node.
void Grammar::addTokens(const TokenTrie& trie, size_t first, State state, TokenMask& mask) {
    const std::span<const TokenTrie::Node> nodes = trie.nodes();
    if (nodes.empty()) return;
    const bool plain = &trie == &m_texts->plain();
    const size_t end = plain ? nodes[first].end : nodes.size();
    m_path.resize(TokenTrie::longest + 1);
    m_path[0] = state;
    for (size_t i = first; i < end;) {
        const TokenTrie::Node& node = nodes[i];
        const State reached = m_states.next(m_path[node.depth - 1U], node.byte);
        if (reached == States::dead) {
            i = node.end;
        } else if (plain && goesOnFrom(node, reached)) {
            for (const TokenId token : trie.tokensFrom(i)) mask.allow(token);
            i = node.end;
        } else {
            m_path[node.depth] = reached;
            for (const TokenId token : trie.tokensOf(i)) mask.allow(token);
            ++i;
        }
    }
}

std::string Grammar::forced(State state, size_t most) {
    std::string out;
    while (out.size() < most) {
        const auto byte = m_states.onlyByte(state);
        if (!byte) break;
        out += static_cast<char>(*byte);
        state = m_states.next(state, *byte);
    }
    return out;
}

bool Grammar::mayGrow(std::string_view text, State after) {
    const TokenTrie& trie = m_texts->all();
    const std::span<const TokenTrie::Node> nodes = trie.nodes();
    const size_t found = trie.find(text);
    if (found == nodes.size()) return false;
    m_path.resize(TokenTrie::longest + 1);
    m_path[text.size()] = after;
    for (size_t i = found + 1; i < nodes[found].end;) {
        const State reached = m_states.next(m_path[nodes[i].depth - 1U], nodes[i].byte);
        m_path[nodes[i].depth] = reached;
        if (reached != States::dead && !trie.tokensOf(i).empty()) return true;
        i = reached == States::dead ? nodes[i].end : i + 1;
    }
    return false;
}

size_t Grammar::sizeBytes() const noexcept {
    return m_states.sizeBytes() + m_masks.size() * (m_texts->plainBits().size() * 8 + 128);
}

}  // namespace hearth::grammar
