#include "chat/told_tokens.h"

#include <QtEndian>
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "chat/token_candidates.h"

namespace hearth::app {

namespace {

constexpr size_t longestText = std::numeric_limits<quint16>::max();
constexpr size_t mostAlternatives = std::numeric_limits<quint8>::max();

void appendNumber(QByteArray& bytes, quint16 number) {
    char two[sizeof number];
    qToLittleEndian(number, two);
    bytes.append(two, sizeof two);
}

void appendText(QByteArray& bytes, const std::string& text, float chance) {
    const size_t length = std::min(text.size(), longestText);
    appendNumber(bytes, static_cast<quint16>(length));
    bytes.append(text.data(), static_cast<qsizetype>(length));
    appendNumber(bytes, static_cast<quint16>(std::lround(std::clamp(chance, 0.0F, 1.0F) * 65535)));
}

/// Takes what packToldTokens() wrote, from the front.
class PackedReader {
public:
    explicit PackedReader(QByteArrayView bytes) : m_bytes(bytes) {}

    bool isAtEnd() const { return m_at >= m_bytes.size(); }
    std::optional<quint8> byte() {
        if (isAtEnd()) return std::nullopt;
        return static_cast<quint8>(m_bytes[m_at++]);
    }
    bool read(std::string& text, float& chance) {
        const auto length = number();
        if (!length || m_bytes.size() - m_at < *length) return false;
        text.assign(m_bytes.data() + m_at, *length);
        m_at += *length;
        const auto share = number();
        if (share) chance = static_cast<float>(*share) / 65535;
        return share.has_value();
    }

private:
    std::optional<quint16> number() {
        if (m_bytes.size() - m_at < qsizetype{sizeof(quint16)}) return std::nullopt;
        const auto value = qFromLittleEndian<quint16>(m_bytes.data() + m_at);
        m_at += sizeof(quint16);
        return value;
    }

    const QByteArrayView m_bytes;
    qsizetype m_at = 0;
};

}  // namespace

QByteArray packToldTokens(const std::vector<ToldToken>& tokens) {
    QByteArray bytes;
    for (const ToldToken& token : tokens) {
        appendText(bytes, token.text, token.chance);
        const qsizetype countAt = bytes.size();
        bytes.append('\0');
        size_t count = 0;
        for (const ToldToken::Alternative& alternative : token.alternatives) {
            if (alternative.chance < leastKeptChance || count == mostAlternatives) continue;
            appendText(bytes, alternative.text, alternative.chance);
            ++count;
        }
        bytes[countAt] = static_cast<char>(count);
    }
    return bytes;
}

std::vector<ToldToken> unpackToldTokens(QByteArrayView bytes) {
    std::vector<ToldToken> tokens;
    PackedReader reader(bytes);
    while (!reader.isAtEnd()) {
        ToldToken token;
        if (!reader.read(token.text, token.chance)) break;
        const auto count = reader.byte();
        if (!count) break;
        bool isWhole = true;
        for (int i = 0; i < *count && isWhole; ++i) {
            ToldToken::Alternative& alternative = token.alternatives.emplace_back();
            isWhole = reader.read(alternative.text, alternative.chance);
        }
        if (!isWhole) break;
        tokens.push_back(std::move(token));
    }
    return tokens;
}

QByteArray withoutEnd(const QByteArray& packed, const QString& text) {
    std::vector<ToldToken> tokens = unpackToldTokens(packed);
    if (tokens.empty() || text.toUtf8().endsWith(QByteArrayView(tokens.back().text))) return packed;
    tokens.pop_back();
    return packToldTokens(tokens);
}

QByteArray toldText(const std::vector<ToldToken>& tokens, size_t count) {
    QByteArray text;
    for (size_t i = 0; i < std::min(count, tokens.size()); ++i)
        text.append(tokens[i].text.data(), static_cast<qsizetype>(tokens[i].text.size()));
    return text;
}

}  // namespace hearth::app
