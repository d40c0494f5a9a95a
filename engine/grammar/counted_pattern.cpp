#include "grammar/counted_pattern.h"

#include <algorithm>
#include <map>
#include <vector>

namespace hearth::grammar {

namespace {

using Kind = Pattern::Kind;
using Node = Pattern::Node;

constexpr size_t manyCopies = 64;
constexpr size_t sizeCap = size_t{1} << 40U;

bool isLarge(const Node& node) {
    return node.kind == Kind::Repeat && node.most.value_or(node.least) > manyCopies;
}

size_t times(size_t one, size_t two) {
    return one != 0 && two > sizeCap / one ? sizeCap : one * two;
}

size_t writtenOut(const Pattern& pattern, uint32_t id) {
    const Node& node = pattern.nodes[id];
    size_t size = 1;
    for (const uint32_t part : node.parts) size = std::min(sizeCap, size + writtenOut(pattern, part));
    return node.kind == Kind::Repeat ? times(size, std::max<size_t>(1, node.most.value_or(node.least + 1)))
                                     : size;
}

/// One alternative of an expression, without the anchors at its ends.
struct Whole {
    std::vector<uint32_t> parts;
    bool fromStart = false, toEnd = false;
};

bool hasAnchor(const Pattern& pattern, uint32_t id) {
    const Node& node = pattern.nodes[id];
    return node.kind == Kind::Anchor || std::any_of(node.parts.begin(), node.parts.end(),
                                                    [&](uint32_t part) { return hasAnchor(pattern, part); });
}

std::vector<uint32_t> alternatives(const Pattern& pattern) {
    const Node& root = pattern.nodes[pattern.root];
    return root.kind == Kind::Choice ? root.parts : std::vector{pattern.root};
}

Whole wholeOf(const Pattern& pattern, uint32_t alternative, TextSet::Fit fit) {
    Whole whole{{}, fit == TextSet::Fit::Whole, fit == TextSet::Fit::Whole};
    const Node& node = pattern.nodes[alternative];
    whole.parts = node.kind == Kind::Sequence ? node.parts : std::vector{alternative};
    const auto isAnchor = [&](uint32_t part, uint32_t anchor) {
        return pattern.nodes[part].kind == Kind::Anchor && pattern.nodes[part].anchor == anchor;
    };
    while (!whole.parts.empty() && isAnchor(whole.parts.front(), Pattern::textStart)) {
        whole.parts.erase(whole.parts.begin());
        whole.fromStart = true;
    }
    while (!whole.parts.empty() && isAnchor(whole.parts.back(), Pattern::textEnd)) {
        whole.parts.pop_back();
        whole.toEnd = true;
    }
    // Parentheses around everything.
    while (whole.parts.size() == 1 && pattern.nodes[whole.parts.front()].kind == Kind::Sequence)
        whole.parts = std::vector(pattern.nodes[whole.parts.front()].parts);
    return whole;
}

bool isFixed(const Pattern& pattern, uint32_t id) {
    const Lengths lengths = lengthsOf(pattern, id);
    return lengths.most == lengths.least;
}

bool hasLarge(const Pattern& pattern, uint32_t id) {
    const Node& node = pattern.nodes[id];
    return isLarge(node) || std::any_of(node.parts.begin(), node.parts.end(),
                                        [&](uint32_t part) { return hasLarge(pattern, part); });
}

/// Few counts at a time are open in the node; `fixed`: it begins at one place of a text alone.
bool hasFewCounts(const Pattern& pattern, uint32_t id, bool fixed) {
    constexpr size_t few = 1000;
    const Node& node = pattern.nodes[id];
    if (node.kind == Kind::Sequence) {
        for (const uint32_t part : node.parts) {
            if (!hasFewCounts(pattern, part, fixed)) return false;
            fixed = fixed && isFixed(pattern, part);
        }
        return true;
    }
    if (node.kind != Kind::Repeat)
        return std::all_of(node.parts.begin(), node.parts.end(),
                           [&](uint32_t part) { return hasFewCounts(pattern, part, fixed); });
    const uint32_t part = node.parts.front();
    if (!isLarge(node))
        return !hasLarge(pattern, part) || (node.most == 1 && hasFewCounts(pattern, part, fixed));
    if (hasLarge(pattern, part)) return false;
    return node.least <= few || !node.most || (fixed && isFixed(pattern, part));
}

class Speller {
public:
    Speller(Rules& rules, const Pattern& pattern, const TextSet::Spelling& spelling)
        : m_rules(rules), m_pattern(pattern), m_spelling(spelling) {}

    Rules::Id spell(uint32_t id) {
        const Node& node = m_pattern.nodes[id];
        std::vector<Rules::Id> parts;
        if (node.kind != Kind::Repeat)
            for (const uint32_t part : node.parts) parts.push_back(spell(part));
        switch (node.kind) {
            case Kind::Characters:
                return characters(node.characters);
            case Kind::Choice:
                return m_rules.choice(std::move(parts));
            case Kind::Repeat:
                return m_rules.repeat(spell(node.parts.front()), node.least, node.most);
            default:
                return m_rules.sequence(std::move(parts));
        }
    }

private:
    /// Sets of many ranges are built once, wherever they are.
    Rules::Id characters(const CodePoints& points) {
        constexpr size_t many = 16;
        if (points.ranges().size() <= many) return m_spelling(m_rules, points);
        const auto [known, isNew] = m_large.try_emplace(points.ranges(), 0);
        if (isNew) known->second = m_rules.shared("character", m_spelling(m_rules, points));
        return known->second;
    }

    Rules& m_rules;
    const Pattern& m_pattern;
    const TextSet::Spelling& m_spelling;
    std::map<std::vector<CodePoints::Range>, Rules::Id> m_large;
};

}  // namespace

Lengths lengthsOf(const Pattern& pattern, uint32_t id) {
    const Node& node = pattern.nodes[id];
    if (node.kind == Kind::Characters) return {1, 1};
    if (node.kind == Kind::Anchor || (node.kind == Kind::Sequence && node.parts.empty())) return {0, 0};
    Lengths out{node.kind == Kind::Choice ? SIZE_MAX : 0, 0};
    for (const uint32_t part : node.parts) {
        const Lengths one = lengthsOf(pattern, part);
        if (node.kind == Kind::Choice) {
            out.least = std::min(out.least, one.least);
            if (out.most) out.most = one.most ? std::optional(std::max(*out.most, *one.most)) : std::nullopt;
        } else {
            out.least = std::min(sizeCap, out.least + one.least);
            if (out.most)
                out.most = one.most ? std::optional(std::min(sizeCap, *out.most + *one.most)) : std::nullopt;
        }
    }
    if (node.kind != Kind::Repeat) return out;
    out.least = times(out.least, node.least);
    if (out.most == 0 || node.most == 0)
        out.most = 0;
    else if (out.most && node.most)
        out.most = times(*out.most, *node.most);
    else
        out.most.reset();
    return out;
}

size_t writtenOut(const Pattern& pattern) {
    return writtenOut(pattern, pattern.root);
}

bool isAnchored(const Pattern& pattern) {
    const std::vector<uint32_t> ways = alternatives(pattern);
    return std::all_of(ways.begin(), ways.end(), [&](uint32_t way) {
        const Whole whole = wholeOf(pattern, way, TextSet::Fit::Part);
        return whole.fromStart && whole.toEnd;
    });
}

void dropIdleCounts(Pattern& pattern, TextSet::Fit fit, const std::optional<size_t>& most) {
    if (most)
        for (Node& node : pattern.nodes)
            if (node.kind == Kind::Repeat && node.most && *node.most >= *most &&
                lengthsOf(pattern, node.parts.front()).least > 0)
                node.most.reset();
    for (const uint32_t alternative : alternatives(pattern)) {
        const Whole whole = wholeOf(pattern, alternative, fit);
        if (whole.parts.empty()) continue;
        const auto drop = [&](uint32_t id) {
            Node& node = pattern.nodes[id];
            if (node.kind == Kind::Repeat && node.most && *node.most >= node.least &&
                !hasAnchor(pattern, node.parts.front()))
                node.most = node.least > 1 ? std::nullopt : std::optional(node.least);
        };
        if (!whole.fromStart) drop(whole.parts.front());
        if (!whole.toEnd) drop(whole.parts.back());
    }
}

std::optional<CountedCharacters> countedCharacters(const Pattern& pattern, TextSet::Fit fit) {
    const std::vector<uint32_t> ways = alternatives(pattern);
    if (ways.size() != 1) return std::nullopt;
    const Whole whole = wholeOf(pattern, ways.front(), fit);
    if (!whole.fromStart || !whole.toEnd || whole.parts.size() != 1) return std::nullopt;
    const Node& repeat = pattern.nodes[whole.parts.front()];
    if (repeat.kind != Kind::Repeat) return std::nullopt;
    uint32_t part = repeat.parts.front();
    while (pattern.nodes[part].kind == Kind::Sequence && pattern.nodes[part].parts.size() == 1)
        part = pattern.nodes[part].parts.front();
    const Node& inside = pattern.nodes[part];
    if (inside.kind != Kind::Characters) return std::nullopt;
    return CountedCharacters{inside.characters, {repeat.least, repeat.most}};
}

bool canBeCounted(const Pattern& pattern, TextSet::Fit fit) {
    if (!hasLarge(pattern, pattern.root)) return false;
    for (const uint32_t alternative : alternatives(pattern)) {
        const Whole whole = wholeOf(pattern, alternative, fit);
        bool fixed = whole.fromStart;
        for (const uint32_t part : whole.parts) {
            if (hasAnchor(pattern, part) || !hasFewCounts(pattern, part, fixed)) return false;
            fixed = fixed && isFixed(pattern, part);
        }
    }
    return true;
}

Rules::Id spellCounted(Rules& rules, const Pattern& pattern, TextSet::Fit fit,
                       const TextSet::Spelling& spelling) {
    Speller speller(rules, pattern, spelling);
    std::vector<Rules::Id> ways;
    for (const uint32_t alternative : alternatives(pattern)) {
        const Whole whole = wholeOf(pattern, alternative, fit);
        std::vector<Rules::Id> parts;
        const auto anything = [&] { return rules.repeat(spelling(rules, CodePoints::all()), 0); };
        if (!whole.fromStart) parts.push_back(anything());
        for (const uint32_t part : whole.parts) parts.push_back(speller.spell(part));
        if (!whole.toEnd) parts.push_back(anything());
        ways.push_back(rules.sequence(std::move(parts)));
    }
    return rules.choice(std::move(ways));
}

}  // namespace hearth::grammar
