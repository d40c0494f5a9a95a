#include "http/content_coding.h"

#include <zlib.h>

#include <algorithm>

namespace hearth::app {

namespace {

/// `windowBits`: as for inflateInit2(), where it selects the format.
QByteArray inflated(const QByteArray& body, int windowBits, qsizetype mostBytes) {
    z_stream stream{};
    if (inflateInit2(&stream, windowBits) != Z_OK) return {};
    QByteArray bytes;
    QByteArray block(64 << 10, Qt::Uninitialized);
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(body.constData()));
    stream.avail_in = static_cast<uInt>(std::min<qsizetype>(body.size(), 1 << 30));
    int state = Z_OK;
    while (state == Z_OK && bytes.size() < mostBytes) {
        stream.next_out = reinterpret_cast<Bytef*>(block.data());
        stream.avail_out = static_cast<uInt>(block.size());
        state = inflate(&stream, Z_NO_FLUSH);
        bytes.append(block.constData(), block.size() - static_cast<qsizetype>(stream.avail_out));
        // Several members in a row are one text.
        if (state == Z_STREAM_END && stream.avail_in > 0) state = inflateReset(&stream);
    }
    inflateEnd(&stream);
    return bytes.left(mostBytes);
}

}  // namespace

std::optional<QByteArray> withoutCoding(const QByteArray& contentEncoding, const QByteArray& body,
                                        qsizetype mostBytes) {
    const QByteArray coding = contentEncoding.trimmed().toLower();
    if (coding.isEmpty() || coding == "identity") return body.left(mostBytes);
    constexpr int anyHead = 15 + 32, noHead = -15;
    if (coding != "gzip" && coding != "x-gzip" && coding != "deflate") return std::nullopt;
    QByteArray bytes = inflated(body, anyHead, mostBytes);
    // Data called deflate should have zlib's header, and often has none (RFC 9110, 8.4.1.2).
    if (bytes.isEmpty() && coding == "deflate") bytes = inflated(body, noHead, mostBytes);
    return bytes;
}

}  // namespace hearth::app
