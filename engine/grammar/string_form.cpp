#include "grammar/string_form.h"

#include "grammar/automaton.h"
#include "grammar/counted_pattern.h"
#include "grammar/grammar_errors.h"
#include "grammar/states.h"
#include "hearth/readable_text.h"

namespace hearth::grammar {

namespace {

[[noreturn]] void refuseSize(std::string_view pattern) {
    throw Error(
        errors::patternSyntax,
        {readableText(pattern), "it needs too many states; use smaller counts or a simpler expression"});
}

void narrow(Lengths& lengths, const Lengths& other) {
    lengths.least = std::max(lengths.least, other.least);
    if (other.most) lengths.most = std::min(lengths.most.value_or(*other.most), *other.most);
}

bool isWithin(const Lengths& one, const Lengths& other) {
    return one.least >= other.least && (!other.most || (one.most && *one.most <= *other.most));
}

}  // namespace

StringForm::StringForm(const Wishes& wishes) : m_lengths(wishes.lengths) {
    const bool alone = wishes.patterns.size() == 1 && wishes.notPatterns.empty() && wishes.excluded.empty();
    for (const std::string& pattern : wishes.patterns) add(pattern, TextSet::Fit::Part, alone);
    for (const std::string& pattern : wishes.notPatterns)
        m_set = m_set & TextSet::of(pattern, TextSet::Fit::Part).complement();
    if (!wishes.excluded.empty()) m_set = m_set & TextSet::of(wishes.excluded).complement();
    settle();
}

StringForm StringForm::ofWhole(std::string_view pattern) {
    StringForm form;
    form.add(std::string(pattern), TextSet::Fit::Whole, true);
    form.settle();
    return form;
}

/// `alone`: nothing else but lengths is asked for.
void StringForm::add(const std::string& pattern, TextSet::Fit fit, bool alone) {
    constexpr size_t few = 1000;
    Pattern read = readPattern(pattern);
    if (writtenOut(read) <= few) {
        m_set = m_set & TextSet::of(pattern, read, fit);
        return;
    }
    if (const auto characters = countedCharacters(read, fit)) {
        m_set = m_set & TextSet::repeated(characters->characters);
        narrow(m_lengths, characters->lengths);
        return;
    }
    dropIdleCounts(read, fit, m_lengths.most);
    const bool whole = fit == TextSet::Fit::Whole;
    const Lengths own = lengthsOf(read, read.root);
    const bool lengthsKept = m_lengths.any() || (isWithin(own, m_lengths) && (whole || isAnchored(read)));
    if (alone && lengthsKept && writtenOut(read) > few && canBeCounted(read, fit)) {
        m_counted = std::move(read);
        m_fit = fit;
        m_lengths = {};
        return;
    }
    m_set = m_set & TextSet::of(pattern, read, fit);
}

/// Makes lengths part of the set where they cannot be counted apart from it.
void StringForm::settle() {
    if (m_set.limitsExactly(m_lengths)) return;
    m_set = m_set & TextSet::lengths(m_lengths.least, m_lengths.most);
    m_lengths = {};
}

bool StringForm::contains(std::string_view text) const {
    if (!m_counted) return m_lengths.contains(TextSet::lengthOf(text)) && m_set.contains(text);
    Rules rules;
    const Rules::RuleId root = rules.declare("root");
    rules.define(root,
                 spell(rules, [](Rules& to, const CodePoints& points) { return to.characters(points); }));
    rules.setStart(root);
    States states{Automaton(rules)};
    States::State state = states.start();
    for (const char byte : text) state = states.next(state, static_cast<uint8_t>(byte));
    return states.accepts(state);
}

StringForm StringForm::within(const TextSet& set) const {
    if (m_counted) refuseSize("...");
    StringForm form = *this;
    form.m_set = form.m_set & set;
    form.settle();
    return form;
}

Rules::Id StringForm::spell(Rules& rules, const TextSet::Spelling& spelling) const {
    if (m_counted) return spellCounted(rules, *m_counted, m_fit, spelling);
    return m_set.spell(rules, spelling, m_lengths);
}

}  // namespace hearth::grammar
