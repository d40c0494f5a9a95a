#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hearth/gguf.h"
#include "hearth/tokenizer.h"
#include "support/gguf_writer.h"
#include "text/byte_alphabet.h"

/// Small vocabularies for tests.
namespace hearth::test {

/// The entries of a vocabulary under construction.
struct SampleVocabulary {
    std::string model = "gpt2";
    std::string pre = "gpt-2";
    std::vector<std::string> tokens;
    std::vector<int32_t> types;
    std::vector<float> scores;
    std::vector<std::string> merges;

    SampleVocabulary& add(std::string_view entry, TokenKind kind = TokenKind::Normal, float score = 0) {
        tokens.emplace_back(entry);
        types.push_back(static_cast<int32_t>(kind));
        scores.push_back(score);
        return *this;
    }
    TokenId idOf(std::string_view entry) const {
        for (size_t i = 0; i < tokens.size(); ++i) {
            if (tokens[i] == entry) return static_cast<TokenId>(i);
        }
        return -1;
    }
    GgufWriter writer() const {
        GgufWriter out;
        out.text("general.architecture", "llama").text("tokenizer.ggml.model", model);
        if (!pre.empty()) out.text("tokenizer.ggml.pre", pre);
        out.texts("tokenizer.ggml.tokens", tokens).integers("tokenizer.ggml.token_type", types);
        out.floats("tokenizer.ggml.scores", scores);
        if (!merges.empty()) out.texts("tokenizer.ggml.merges", merges);
        return out;
    }
    std::unique_ptr<Tokenizer> tokenizer() const { return tokenizerOf(writer()); }

    static std::unique_ptr<Tokenizer> tokenizerOf(const GgufWriter& writer) {
        return Tokenizer::fromGguf(GgufFile::parse(writer.image()));
    }

    /// The 256 byte entries in the order of the bytes (ids 0 to 255), and the merges he ll hell hello, wo rl
    /// wor... with their entries; then <|s|> and <|e|> as control tokens and <note> as a user-defined one.
    static SampleVocabulary byteLevel() {
        SampleVocabulary out;
        for (int byte = 0; byte < 256; ++byte) {
            const auto value = static_cast<char>(byte);
            out.add(text::encodeByteSpelling(std::string_view(&value, 1)));
        }
        for (const char* merge : {"h e", "l l", "he ll", "hell o", "Ġ w", "o r", "Ġw or"}) {
            std::string joined(merge);
            joined.erase(joined.find(' '), 1);
            out.add(joined);
            out.merges.emplace_back(merge);
        }
        out.add("<|s|>", TokenKind::Control)
            .add("<|e|>", TokenKind::Control)
            .add("<note>", TokenKind::UserDefined);
        return out;
    }
    /// <unk> <s> </s>, the byte entries (ids 3 to 258), and a few scored pieces.
    static SampleVocabulary sentencePiece() {
        SampleVocabulary out;
        out.model = "llama";
        out.pre = "default";
        out.add("<unk>", TokenKind::Unknown).add("<s>", TokenKind::Control).add("</s>", TokenKind::Control);
        for (int byte = 0; byte < 256; ++byte) {
            char name[8];
            std::snprintf(name, sizeof name, "<0x%02X>", static_cast<unsigned>(byte));
            out.add(name, TokenKind::Byte);
        }
        const char* pieces[] = {"▁h", "el", "lo", "▁hel", "▁hello", "▁", "h", "e", "l", "o", "ä"};
        float score = -1;
        for (const char* piece : pieces) out.add(piece, TokenKind::Normal, score--);
        return out;
    }
};

}  // namespace hearth::test
