#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <vector>

#include "hearth/reply_delta.h"
#include "hearth/tokenizer.h"

namespace hearth::app {

/// A token that could have come, with the model's own probability for it.
struct TokenChance {
    TokenId token = -1;
    float chance = 0;
    bool operator==(const TokenChance&) const = default;
};

/// Number of candidates requested from the engine for each token. Candidates below leastKeptChance are not
/// kept.
inline constexpr int keptCandidates = 32;
inline constexpr float leastKeptChance = 0.001F;

/// Stored form of the candidates of a reply: for each token one byte with their number, then for each
/// candidate its id (int32, little endian) and its chance (uint16, 65535 is 1). Parts of a reply can be
/// joined by joining the bytes.
QByteArray packCandidates(const std::vector<GeneratedToken>& tokens);

/// The candidates of each token, likeliest first. Bytes that are truncated or too long end the list early;
/// never throws.
std::vector<std::vector<TokenChance>> unpackCandidates(QByteArrayView bytes);

/// The bytes of the first `tokens` tokens.
QByteArray firstCandidates(QByteArrayView bytes, size_t tokens);

}  // namespace hearth::app
