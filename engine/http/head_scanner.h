#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "http/limits.h"
#include "http/refusal.h"

namespace hearth::http {

/// Takes in the head of a request, byte by byte, and refuses it at the first byte that two programs could
/// read in different ways, which is what request smuggling lives on: lone CR or LF, folded fields, spaces
/// before a colon, control characters. What it lets through is a request line and fields in lines of their
/// own; what they mean is not its part. RFC 9112 sections 2 to 5, without any of its leniencies but one: an
/// empty line before the request line is skipped.
class HeadScanner {
public:
    explicit HeadScanner(const Limits& limits) : m_limits(limits) {}

    /// Takes bytes up to the end of the head and returns how many; none after that or after a refusal.
    size_t feed(std::string_view bytes);
    bool isWhole() const { return m_place == Place::Whole; }
    /// True if a byte has come, other than the skipped empty line.
    bool hasBegun() const { return !m_text.empty(); }
    const std::optional<Refusal>& refusal() const { return m_refusal; }
    /// The bytes taken so far; a whole head includes the empty line at its end.
    const std::string& text() const { return m_text; }
    /// Moves text() out and resets the scanner.
    std::string takeText();

private:
    enum class Place {
        Start,
        RequestLine,
        LineStart,
        FieldName,
        FieldValue,
        LineFeed,
        LastLineFeed,
        StartLineFeed,
        Whole
    };

    void take(char c);
    void takeFieldStart(char c);
    void countRequestLine(char c);
    void refuse(const Refusal& refusal) { m_refusal = refusal; }

    Limits m_limits;
    std::string m_text;
    std::optional<Refusal> m_refusal;
    Place m_place = Place::Start;
    size_t m_targetBytes = 0;
    size_t m_spaces = 0;
    size_t m_fields = 0;
    bool m_skippedLine = false;
};

}  // namespace hearth::http
