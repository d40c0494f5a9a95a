#include "http/head_scanner.h"

#include <utility>

#include "http/header_list.h"

namespace hearth::http {

size_t HeadScanner::feed(std::string_view bytes) {
    size_t taken = 0;
    while (taken < bytes.size() && m_place != Place::Whole && !m_refusal) {
        take(bytes[taken++]);
        if (m_text.size() > m_limits.headerBytes && !m_refusal) refuse(refusals::headTooLarge);
    }
    return taken;
}

std::string HeadScanner::takeText() {
    std::string text = std::move(m_text);
    *this = HeadScanner(m_limits);
    return text;
}

void HeadScanner::take(char c) {
    const auto byte = static_cast<unsigned char>(c);
    const bool lineFeedDue =
        m_place == Place::LineFeed || m_place == Place::LastLineFeed || m_place == Place::StartLineFeed;
    if (lineFeedDue != (c == '\n')) return refuse(refusals::lineEnd);
    if ((byte < 0x20 && c != '\r' && c != '\n' && c != '\t') || byte == 0x7f)
        return refuse(refusals::controlCharacter);
    if (m_place == Place::StartLineFeed) {
        m_place = Place::Start;
        return;
    }
    if (m_place == Place::Start && c == '\r' && !m_skippedLine) {
        m_skippedLine = true;
        m_place = Place::StartLineFeed;
        return;
    }
    m_text += c;
    switch (m_place) {
        case Place::Start:
            if (!isToken({&c, 1})) return refuse(refusals::malformed);
            m_place = Place::RequestLine;
            return;
        case Place::RequestLine:
            return countRequestLine(c);
        case Place::LineStart:
            return takeFieldStart(c);
        case Place::FieldName:
            if (c == ':')
                m_place = Place::FieldValue;
            else if (!isToken({&c, 1}))
                refuse(refusals::badFieldName);
            return;
        case Place::FieldValue:
            if (c == '\r') m_place = Place::LineFeed;
            return;
        case Place::LineFeed:
            m_place = Place::LineStart;
            return;
        case Place::LastLineFeed:
            m_place = Place::Whole;
            return;
        case Place::StartLineFeed:
        case Place::Whole:
            return;
    }
}

void HeadScanner::takeFieldStart(char c) {
    if (c == '\r') {
        m_place = Place::LastLineFeed;
        return;
    }
    if (c == ' ' || c == '\t') return refuse(refusals::foldedField);
    if (!isToken({&c, 1})) return refuse(refusals::badFieldName);
    if (++m_fields > m_limits.headerFields) return refuse(refusals::headTooLarge);
    m_place = Place::FieldName;
}

// Method, target and version, with one space between them.
void HeadScanner::countRequestLine(char c) {
    if (c == '\r') {
        if (m_spaces != 2) return refuse(refusals::malformed);
        m_place = Place::LineFeed;
    } else if (c == ' ') {
        if (++m_spaces > 2) refuse(refusals::malformed);
    } else if (static_cast<unsigned char>(c) < 0x21 || static_cast<unsigned char>(c) > 0x7e) {
        refuse(refusals::malformed);
    } else if (m_spaces == 0) {
        // No method is longer; what does not begin with one may be anything, and without an end.
        if (!isToken({&c, 1}) || m_text.size() > 32) refuse(refusals::malformed);
    } else if (m_spaces == 1) {
        if (++m_targetBytes > m_limits.targetBytes) refuse(refusals::targetTooLong);
    }
}

}  // namespace hearth::http
