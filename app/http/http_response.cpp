#include "http/http_response.h"

#include <algorithm>

namespace hearth::app {

QByteArray HttpResponse::feed(QByteArrayView bytes) {
    QByteArray body;
    while (!bytes.isEmpty() && m_part != Part::Done && m_part != Part::Broken) {
        if (m_part == Part::Body || m_part == Part::ChunkData) {
            const qsizetype taken =
                m_left < 0 ? bytes.size() : static_cast<qsizetype>(std::min<qint64>(m_left, bytes.size()));
            body.append(bytes.first(taken));
            bytes = bytes.sliced(taken);
            if (m_left >= 0 && (m_left -= taken) == 0)
                m_part = m_part == Part::Body ? Part::Done : Part::ChunkEnd;
            continue;
        }
        const qsizetype newline = bytes.indexOf('\n');
        const qsizetype taken = newline < 0 ? bytes.size() : newline + 1;
        // The sizes of chunks are not the head: there may be any number of them, each short.
        const bool isHead = m_part == Part::Status || m_part == Part::Fields || m_part == Part::Trailers;
        if (isHead) m_headBytes += taken;
        if (m_headBytes > maximumHeadBytes || (!isHead && m_line.size() + taken > 4096)) {
            m_part = Part::Broken;
            break;
        }
        m_line.append(bytes.first(taken));
        bytes = bytes.sliced(taken);
        if (newline < 0) break;
        m_line.chop(m_line.endsWith("\r\n") ? 2 : 1);
        takeLine(std::exchange(m_line, {}));
    }
    return body;
}

void HttpResponse::takeLine(const QByteArray& line) {
    switch (m_part) {
        case Part::Status:
            return takeStatus(line);
        case Part::Fields:
            return line.isEmpty() ? headEnded() : takeField(line);
        case Part::ChunkSize:
            return takeChunkSize(line);
        case Part::ChunkEnd:
            m_part = line.isEmpty() ? Part::ChunkSize : Part::Broken;
            return;
        case Part::Trailers:
            if (line.isEmpty()) m_part = Part::Done;
            return;
        default:
            m_part = Part::Broken;
    }
}

void HttpResponse::takeStatus(const QByteArray& line) {
    bool isNumber = false;
    m_status = line.mid(9, 3).toInt(&isNumber);
    const bool isHttp = line.startsWith("HTTP/1.") && line.size() >= 12 && line[8] == ' ' && isNumber &&
                        m_status >= 100 && (line.size() == 12 || line[12] == ' ');
    m_part = isHttp ? Part::Fields : Part::Broken;
}

void HttpResponse::takeField(const QByteArray& line) {
    const qsizetype colon = line.indexOf(':');
    const QByteArray name = line.left(colon);
    // A continued line or a name with blanks may be read in two ways.
    if (colon <= 0 || name != name.trimmed() || name.contains(' ')) {
        m_part = Part::Broken;
        return;
    }
    m_headers.append({name, line.mid(colon + 1).trimmed()});
}

void HttpResponse::headEnded() {
    // An interim answer; the real one follows.
    if (m_status < 200) {
        m_headers.clear();
        m_part = m_status == 101 ? Part::Broken : Part::Status;
        return;
    }
    const QByteArray coding = header("Transfer-Encoding").toLower();
    if (m_status == 204 || m_status == 304) {
        m_part = Part::Done;
    } else if (coding == "chunked") {
        m_part = Part::ChunkSize;
    } else if (!coding.isEmpty() && coding != "identity") {
        m_part = Part::Broken;
    } else {
        m_part = Part::Body;
        for (const auto& [name, value] : std::as_const(m_headers)) {
            if (name.compare("Content-Length", Qt::CaseInsensitive) != 0) continue;
            bool isNumber = false;
            const qint64 length = value.toLongLong(&isNumber);
            const bool isFirst = m_left < 0;
            if (!isNumber || length < 0 || value.startsWith('+') || (!isFirst && length != m_left)) {
                m_part = Part::Broken;
                return;
            }
            m_left = length;
        }
        if (m_left == 0) m_part = Part::Done;
    }
}

void HttpResponse::takeChunkSize(const QByteArray& line) {
    bool isNumber = false;
    const QByteArray size = line.split(';').constFirst().trimmed();
    m_left = size.toLongLong(&isNumber, 16);
    if (!isNumber || m_left < 0 || size.startsWith('+'))
        m_part = Part::Broken;
    else
        m_part = m_left == 0 ? Part::Trailers : Part::ChunkData;
}

bool HttpResponse::end() {
    if (m_part == Part::Body && m_left < 0) m_part = Part::Done;
    return m_part == Part::Done;
}

QByteArray HttpResponse::header(const QByteArray& name) const {
    for (const auto& [known, value] : m_headers)
        if (known.compare(name, Qt::CaseInsensitive) == 0) return value;
    return {};
}

}  // namespace hearth::app
