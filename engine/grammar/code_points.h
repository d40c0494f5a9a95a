#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace hearth::grammar {

/// A set of Unicode code points. Surrogates are never in it.
class CodePoints {
public:
    static constexpr uint32_t last = 0x10FFFF;
    using Range = std::pair<uint32_t, uint32_t>;  ///< first and last

    CodePoints() = default;
    /// Of ranges in any order, which may overlap; what is no code point is left out.
    explicit CodePoints(std::vector<Range> ranges);
    static CodePoints all() { return CodePoints({{0, last}}); }
    static CodePoints one(uint32_t point) { return CodePoints({{point, point}}); }

    /// Ascending, apart from one another.
    const std::vector<Range>& ranges() const noexcept { return m_ranges; }
    bool empty() const noexcept { return m_ranges.empty(); }
    bool contains(uint32_t point) const noexcept;

    CodePoints complement() const;
    CodePoints operator|(const CodePoints& other) const;
    CodePoints operator&(const CodePoints& other) const;
    CodePoints operator-(const CodePoints& other) const { return *this & other.complement(); }
    bool operator==(const CodePoints&) const = default;

private:
    std::vector<Range> m_ranges;
};

/// Bytes that stand for some code points in UTF-8: one range for each byte of the encoding.
struct ByteRanges {
    struct Range {
        uint8_t first = 0, last = 0;
    };
    std::array<Range, 4> bytes = {};
    int count = 0;
};

/// Calls `each` for sequences of byte ranges that together spell the set and nothing else.
void utf8Ranges(const CodePoints& points, const std::function<void(const ByteRanges&)>& each);

}  // namespace hearth::grammar
