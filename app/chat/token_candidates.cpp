#include "chat/token_candidates.h"

#include <QtEndian>
#include <algorithm>
#include <cmath>

namespace hearth::app {

namespace {

constexpr qsizetype entryBytes = 6;

/// The bytes that the token at `at` takes; -1 when they are not all there.
qsizetype lengthAt(QByteArrayView bytes, qsizetype at) {
    const qsizetype length = 1 + entryBytes * static_cast<quint8>(bytes[at]);
    return at + length <= bytes.size() ? length : -1;
}

}  // namespace

QByteArray packCandidates(const std::vector<GeneratedToken>& tokens) {
    QByteArray bytes;
    for (const GeneratedToken& token : tokens) {
        const qsizetype start = bytes.size();
        bytes.append('\0');
        int count = 0;
        for (const TokenCandidate& candidate : token.candidates) {
            if (candidate.plainProbability < leastKeptChance || count == 255) continue;
            char entry[entryBytes];
            qToLittleEndian(candidate.token, entry);
            qToLittleEndian(
                static_cast<quint16>(std::lround(std::min(1.0F, candidate.plainProbability) * 65535)),
                entry + 4);
            bytes.append(entry, entryBytes);
            ++count;
        }
        bytes[start] = static_cast<char>(count);
    }
    return bytes;
}

std::vector<std::vector<TokenChance>> unpackCandidates(QByteArrayView bytes) {
    std::vector<std::vector<TokenChance>> tokens;
    for (qsizetype at = 0; at < bytes.size();) {
        const qsizetype length = lengthAt(bytes, at);
        if (length < 0) break;
        std::vector<TokenChance>& chances = tokens.emplace_back();
        for (qsizetype entry = at + 1; entry < at + length; entry += entryBytes)
            chances.push_back(
                {qFromLittleEndian<qint32>(bytes.data() + entry),
                 static_cast<float>(qFromLittleEndian<quint16>(bytes.data() + entry + 4)) / 65535});
        at += length;
    }
    return tokens;
}

QByteArray firstCandidates(QByteArrayView bytes, size_t tokens) {
    qsizetype at = 0;
    for (size_t i = 0; i < tokens && at < bytes.size(); ++i) {
        const qsizetype length = lengthAt(bytes, at);
        if (length < 0) break;
        at += length;
    }
    return bytes.first(at).toByteArray();
}

}  // namespace hearth::app
