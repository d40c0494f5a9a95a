#include "text/sentencepiece_model.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <string_view>

#include "text/vocabulary.h"

namespace hearth::text {
namespace {

// Field numbers and values of sentencepiece_model.proto.
enum class Wire : uint8_t { Varint = 0, Bytes = 2, Fixed32 = 5 };
enum class PieceType : uint8_t { Normal = 1, Unknown = 2, Control = 3, Unused = 5, Byte = 6 };
constexpr uint32_t kModelPieces = 1, kModelTrainer = 2, kModelNormalizer = 3;
constexpr uint32_t kPieceText = 1, kPieceScore = 2, kPieceType = 3;
constexpr uint32_t kTrainerModelType = 3, kTrainerByteFallback = 35;
constexpr uint32_t kTrainerUnkId = 40, kTrainerBosId = 41, kTrainerEosId = 42, kTrainerPadId = 43;
constexpr uint32_t kNormalizerName = 1, kNormalizerDummyPrefix = 3, kNormalizerRemoveSpaces = 4,
                   kNormalizerEscape = 5;
constexpr uint64_t kBpe = 2;

class Message {
public:
    void number(uint32_t field, uint64_t value) {
        tag(field, Wire::Varint);
        varint(value);
    }
    void bytes(uint32_t field, std::string_view value) {
        tag(field, Wire::Bytes);
        varint(value.size());
        m_text.append(value);
    }
    void real(uint32_t field, float value) {
        tag(field, Wire::Fixed32);
        const auto bits = std::bit_cast<uint32_t>(value);
        for (unsigned shift = 0; shift < 32; shift += 8) m_text.push_back(static_cast<char>(bits >> shift));
    }
    const std::string& serialised() const { return m_text; }

private:
    void tag(uint32_t field, Wire wire) { varint(field << 3U | static_cast<uint32_t>(wire)); }
    void varint(uint64_t value) {
        for (; value >= 0x80; value >>= 7U) m_text.push_back(static_cast<char>(value | 0x80));
        m_text.push_back(static_cast<char>(value));
    }
    std::string m_text;
};

Message piece(std::string_view spelling, float score, PieceType type) {
    Message out;
    out.bytes(kPieceText, spelling);
    // The library orders by score; infinities would compare equal to its own sentinels.
    out.real(kPieceScore, std::isfinite(score) ? score : score > 0 ? 1e30F : -1e30F);
    out.number(kPieceType, static_cast<uint64_t>(type));
    return out;
}

}  // namespace

bool fallsBackToBytes(const Vocabulary& vocabulary) {
    std::array<int, 256> found{};
    for (TokenId token = 0; token < vocabulary.size(); ++token) {
        if (!vocabulary.is(token, TokenKind::Byte)) continue;
        const int byte = Vocabulary::byteOf(vocabulary.entries[static_cast<size_t>(token)]);
        if (byte >= 0) ++found[static_cast<size_t>(byte)];
    }
    for (const int count : found) {
        if (count != 1) return false;
    }
    return true;
}

std::string sentencePieceModel(const Vocabulary& vocabulary) {
    Message model;
    const bool byteFallback = fallsBackToBytes(vocabulary);
    TokenId unknown = -1;
    for (TokenId token = 0; token < vocabulary.size(); ++token) {
        const auto i = static_cast<size_t>(token);
        std::string spelling(vocabulary.entries[i]);
        PieceType type = PieceType::Control;
        switch (vocabulary.kinds[i]) {
            case TokenKind::Undefined:
            case TokenKind::Normal:
                type = PieceType::Normal;
                break;
            case TokenKind::Unknown:
                // Files with several unknown tokens exist; the library takes one.
                type = unknown < 0 ? PieceType::Unknown : PieceType::Unused;
                if (unknown < 0) unknown = token;
                break;
            case TokenKind::Unused:
                type = PieceType::Unused;
                break;
            case TokenKind::Byte:
                type = byteFallback ? PieceType::Byte : PieceType::Control;
                break;
            case TokenKind::Control:
            case TokenKind::UserDefined:
                break;
        }
        // The library wants every piece to be there once and not empty.
        if (spelling.empty() || vocabulary.find(spelling) != token ||
            spelling.find('\0') != std::string::npos) {
            spelling =
                "\x01"
                "entry " +
                std::to_string(token);
            if (type != PieceType::Unknown) type = PieceType::Control;
        }
        model.bytes(kModelPieces, piece(spelling, vocabulary.scores[i], type).serialised());
    }
    if (unknown < 0) {
        unknown = vocabulary.size();
        model.bytes(kModelPieces, piece("\x01unknown", 0, PieceType::Unknown).serialised());
    }
    Message trainer;
    trainer.number(kTrainerModelType, kBpe);
    trainer.number(kTrainerByteFallback, byteFallback ? 1 : 0);
    trainer.number(kTrainerUnkId, static_cast<uint64_t>(unknown));
    for (const uint32_t field : {kTrainerBosId, kTrainerEosId, kTrainerPadId}) {
        trainer.number(field, static_cast<uint64_t>(int64_t{-1}));
    }
    model.bytes(kModelTrainer, trainer.serialised());
    Message normalizer;
    normalizer.bytes(kNormalizerName, "identity");
    normalizer.number(kNormalizerDummyPrefix, 0);
    normalizer.number(kNormalizerRemoveSpaces, 0);
    normalizer.number(kNormalizerEscape, 1);
    model.bytes(kModelNormalizer, normalizer.serialised());
    return model.serialised();
}

}  // namespace hearth::text
