#include "grammar/code_points.h"

#include <algorithm>

namespace hearth::grammar {

namespace {

constexpr uint32_t firstSurrogate = 0xD800, lastSurrogate = 0xDFFF;

ByteRanges encodedAs(uint32_t first, uint32_t last, int count) {
    ByteRanges out;
    out.count = count;
    for (int i = count - 1; i > 0; --i, first >>= 6U, last >>= 6U)
        out.bytes[static_cast<size_t>(i)] = {static_cast<uint8_t>(0x80U | (first & 0x3FU)),
                                             static_cast<uint8_t>(0x80U | (last & 0x3FU))};
    constexpr uint8_t leads[] = {0, 0, 0xC0, 0xE0, 0xF0};
    out.bytes[0] = {static_cast<uint8_t>(leads[count] | first), static_cast<uint8_t>(leads[count] | last)};
    return out;
}

/// Of encodings of one length: splits the range until all bytes but the first that differs run over
/// everything.
void split(uint32_t first, uint32_t last, int count, const std::function<void(const ByteRanges&)>& each) {
    for (int i = 1; i < count; ++i) {
        const uint32_t low = (1U << (6U * static_cast<unsigned>(i))) - 1;
        if ((first & ~low) == (last & ~low)) continue;
        if ((first & low) != 0) {
            split(first, first | low, count, each);
            split((first | low) + 1, last, count, each);
            return;
        }
        if ((last & low) != low) {
            split(first, (last & ~low) - 1, count, each);
            split(last & ~low, last, count, each);
            return;
        }
    }
    each(encodedAs(first, last, count));
}

}  // namespace

CodePoints::CodePoints(std::vector<Range> ranges) {
    std::vector<Range> valid;
    for (const auto& [first, end] : ranges) {
        if (first < firstSurrogate) valid.emplace_back(first, std::min(end, firstSurrogate - 1));
        if (end > lastSurrogate) valid.emplace_back(std::max(first, lastSurrogate + 1), std::min(end, last));
    }
    std::erase_if(valid, [](const Range& range) { return range.first > range.second; });
    std::sort(valid.begin(), valid.end());
    for (const Range& range : valid) {
        if (!m_ranges.empty() && range.first <= m_ranges.back().second + 1)
            m_ranges.back().second = std::max(m_ranges.back().second, range.second);
        else
            m_ranges.push_back(range);
    }
}

bool CodePoints::contains(uint32_t point) const noexcept {
    const auto next =
        std::upper_bound(m_ranges.begin(), m_ranges.end(), point,
                         [](uint32_t value, const Range& range) { return value < range.first; });
    return next != m_ranges.begin() && point <= std::prev(next)->second;
}

CodePoints CodePoints::complement() const {
    std::vector<Range> out;
    uint32_t from = 0;
    for (const auto& [first, end] : m_ranges) {
        if (first > from) out.emplace_back(from, first - 1);
        from = end + 1;
    }
    if (from <= last) out.emplace_back(from, last);
    return CodePoints(std::move(out));
}

CodePoints CodePoints::operator|(const CodePoints& other) const {
    std::vector<Range> out = m_ranges;
    out.insert(out.end(), other.m_ranges.begin(), other.m_ranges.end());
    return CodePoints(std::move(out));
}

CodePoints CodePoints::operator&(const CodePoints& other) const {
    std::vector<Range> out;
    for (auto one = m_ranges.begin(), two = other.m_ranges.begin();
         one != m_ranges.end() && two != other.m_ranges.end();) {
        const Range common(std::max(one->first, two->first), std::min(one->second, two->second));
        if (common.first <= common.second) out.push_back(common);
        if (one->second < two->second)
            ++one;
        else
            ++two;
    }
    return CodePoints(std::move(out));
}

void utf8Ranges(const CodePoints& points, const std::function<void(const ByteRanges&)>& each) {
    constexpr uint32_t longest[] = {0, 0x7F, 0x7FF, 0xFFFF, CodePoints::last};
    for (const auto& [first, last] : points.ranges()) {
        for (int count = 1; count <= 4; ++count) {
            const uint32_t from = std::max(first, count == 1 ? 0 : longest[count - 1] + 1);
            const uint32_t to = std::min(last, longest[count]);
            if (from <= to) split(from, to, count, each);
        }
    }
}

}  // namespace hearth::grammar
