#include "grammar/reply_guide.h"

#include <algorithm>
#include <utility>

#include "grammar/grammar_errors.h"

namespace hearth::grammar {

namespace {

/// Enough for a tokenizer to see how a text goes on.
constexpr size_t tailTokens = 4;

}  // namespace

ReplyGuide::ReplyGuide(std::shared_ptr<Grammar> grammar, const Tokenizer& tokenizer, FreeText free)
    : m_grammar(std::move(grammar)),
      m_tokenizer(&tokenizer),
      m_rules(std::move(free)),
      m_behind(m_rules.behind.begin(), m_rules.behind.end()),
      m_state(m_grammar->start()) {
    readFree();
    findForced();
}

bool ReplyGuide::goOnFrom(std::string_view text) {
    if (m_phase == Phase::Held) {
        readHeld(m_state, text);
        readFree();
    } else {
        m_free += text;
        readFree();
    }
    m_forced.clear();
    if (m_phase == Phase::Held && m_state == States::dead) return false;
    findForced();
    return true;
}

std::shared_ptr<const TokenMask> ReplyGuide::mask() {
    if (isFree()) return nullptr;
    std::shared_ptr<const TokenMask> mask = m_grammar->mask(m_state);
    if (mask->count == 0) throw Error(errors::vocabularyTooPoor);
    return mask;
}

/// Reads the text in m_free.
void ReplyGuide::readFree() {
    for (bool moved = true; moved;) {
        moved = false;
        if (m_phase == Phase::Behind)
            moved = readBehind();
        else if (m_phase == Phase::Watching)
            moved = watch();
    }
}

/// Looks for the texts that have to come first. True if the next of them has come, or if none is left.
bool ReplyGuide::readBehind() {
    if (m_behind.empty()) {
        if (!m_rules.trigger.empty() && !m_rules.atOnce) {
            m_phase = Phase::Watching;
        } else {
            // White space that came with the mark is not part of the answer.
            m_free.erase(0, std::min(m_free.size(), m_free.find_first_not_of(" \n")));
            hold({}, std::exchange(m_free, {}));
        }
        return true;
    }
    const size_t at = m_free.find(m_behind.front());
    if (at == std::string::npos) {
        m_free.erase(0, m_free.size() - std::min(m_free.size(), m_behind.front().size()));
        return false;
    }
    m_free.erase(0, at + m_behind.front().size());
    m_behind.pop_front();
    return true;
}

/// Looks for the trigger and for a text to skip. True if the rest of m_free has to be read.
bool ReplyGuide::watch() {
    const size_t trigger = m_free.find(m_rules.trigger);
    const size_t skip = m_rules.skipOpen.empty() ? std::string::npos : m_free.find(m_rules.skipOpen);
    if (skip < trigger) {
        m_free.erase(0, skip + m_rules.skipOpen.size());
        m_behind.push_back(m_rules.skipClose);
        m_phase = Phase::Behind;
        return true;
    }
    if (m_rules.onlyAtStart) {
        const size_t start = m_free.find_first_not_of(" \n");
        if (start == std::string::npos) return false;
        const std::string_view text = std::string_view(m_free).substr(start);
        const size_t length = std::min(text.size(), m_rules.trigger.size());
        const std::string_view open = std::string_view(m_rules.skipOpen).substr(0, text.size());
        if (text.substr(0, length) != std::string_view(m_rules.trigger).substr(0, length) &&
            (open.empty() || text != open))
            m_phase = Phase::Free;
        else if (text.size() >= m_rules.trigger.size())
            hold(m_rules.begun, text.substr(length));
        return false;
    }
    if (trigger == std::string::npos) {
        const size_t kept = std::max(m_rules.trigger.size(), m_rules.skipOpen.size());
        m_free.erase(0, m_free.size() - std::min(m_free.size(), kept));
        return false;
    }
    hold(m_rules.begun, m_free.substr(trigger + m_rules.trigger.size()));
    return m_phase == Phase::Watching;
}

/// Begins the grammar with its trigger and a text. If the model has already begun in another form, the reply
/// stays free.
void ReplyGuide::hold(std::string_view begun, std::string_view text) {
    const Grammar::State begins = m_grammar->next(m_grammar->start(), begun);
    if (!readHeld(begins, text) && !begun.empty()) m_phase = Phase::Free;
}

/// Reads a text from a state on, in which marks may lack their sign. Text after a whole text of the grammar
/// is free again if that is allowed. False: the text does not fit.
bool ReplyGuide::readHeld(Grammar::State from, std::string_view text) {
    m_phase = Phase::Held;
    const std::string marked = withMarkSigns(*m_tokenizer, std::string(text));
    for (const std::string_view spelling : {text, std::string_view(marked)}) {
        m_state = from;
        for (const char& byte : spelling) {
            m_state = m_grammar->next(m_state, std::string_view(&byte, 1));
            if (m_state == States::dead) break;
            if (!resume()) continue;
            m_free.assign(&byte + 1, spelling.data() + spelling.size());
            std::erase(m_free, markSign);
            return true;
        }
        if (m_state != States::dead) return true;
    }
    return false;
}

/// Returns to free text if the grammar has read a whole text and free text may follow.
bool ReplyGuide::resume() {
    if (!m_rules.resumes || !m_grammar->accepts(m_state)) return false;
    m_phase = Phase::Watching;
    m_free.clear();
    m_tail.clear();
    return true;
}

void ReplyGuide::accept(TokenId token) {
    if (isFree()) {
        if (m_phase == Phase::Free) return;
        m_free += m_tokenizer->pieceBytes(token, true);
        readFree();
    } else {
        m_state = m_grammar->next(m_state, m_grammar->texts().textOf(token));
        // A tokenizer starts again after a mark.
        if (m_grammar->texts().textOf(token).starts_with(markSign))
            m_tail.clear();
        else
            m_tail.push_back(token);
        if (m_tail.size() > tailTokens) m_tail.erase(m_tail.begin());
        (void)resume();
    }
    if (!m_forced.empty() && m_forced.front() == token)
        m_forced.erase(m_forced.begin());
    else
        m_forced.clear();
    if (m_forced.empty()) findForced();
}

/// The tokens of a text after the tail, as a tokenizer continues; empty if it would write the tail in other
/// tokens.
std::vector<TokenId> ReplyGuide::tokensBehind(std::span<const TokenId> tail, const std::string& text) const {
    std::string before;
    for (const TokenId token : tail) before += m_grammar->texts().textOf(token);
    // Some vocabularies put a space before a text; after a line end it can be told from the rest.
    for (const std::string_view start : {"", "\n"}) {
        const std::string whole = std::string(start) + before + text;
        const std::vector<TokenId> tokens = m_tokenizer->encode(whole);
        size_t left = before.size() + text.size(), first = tokens.size();
        while (first > 0 && left > 0) {
            const size_t bytes = m_tokenizer->pieceBytes(tokens[first - 1]).size();
            if (bytes > left) break;
            left -= bytes;
            --first;
        }
        const auto rest = std::span(tokens).subspan(first);
        const bool exact = start.empty() ? first == 0 : first > 0;
        if (left == 0 && exact && rest.size() > tail.size() &&
            std::ranges::equal(rest.first(tail.size()), tail))
            return {rest.begin() + static_cast<ptrdiff_t>(tail.size()), rest.end()};
    }
    return {};
}

/// The token of a mark that a text begins with; none: there is no such token.
std::vector<TokenId> ReplyGuide::markOf(const std::string& text) const {
    const TokenTrie& trie = m_grammar->texts().all();
    for (size_t length = text.size(); length > 1; --length) {
        const size_t node = trie.find(std::string_view(text).substr(0, length));
        if (node < trie.nodes().size() && !trie.tokensOf(node).empty()) return {trie.tokensOf(node).front()};
    }
    return {};
}

void ReplyGuide::findForced() {
    constexpr size_t mostBytes = 512, longestToken = 64;
    if (isFree()) return;
    std::string text = m_grammar->forced(m_state, mostBytes);
    if (text.starts_with(markSign)) m_forced = markOf(text);
    text.resize(std::min(text.size(), text.find(markSign)));
    if (text.empty()) return;
    std::vector<TokenId> tokens = tokensBehind(m_tail, text);
    if (tokens.empty() && m_tail.size() > 1) tokens = tokensBehind(std::span(m_tail).last(1), text);
    if (tokens.empty()) return;
    const Grammar::State after = m_grammar->next(m_state, text);
    size_t certain = text.size();
    for (size_t length = std::min(text.size(), longestToken); length > 0; --length) {
        if (!m_grammar->mayGrow(std::string_view(text).substr(text.size() - length), after)) continue;
        certain = text.size() - length;
        break;
    }
    size_t end = 0;
    for (const TokenId token : tokens) {
        end += m_grammar->texts().textOf(token).size();
        if (end > certain || m_grammar->texts().textOf(token).empty()) break;
        m_forced.push_back(token);
    }
}

}  // namespace hearth::grammar
