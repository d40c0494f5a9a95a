/// Any bytes as text for tokenizers of every kind; the first byte chooses which, the second how. Ids must be
/// in range, no byte may get lost on the way there and back, and untrusted text must not become a control
/// token.
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/text/sample_vocabulary.h"
#include "fuzz/fuzz_target.h"
#include "hearth/tokenizer.h"

namespace hearth::fuzz {
namespace {

void require(bool condition, const char* what) {
    if (condition) return;
    std::fprintf(stderr, "fuzz target: %s\n", what);
    std::abort();
}

std::string_view asText(std::span<const uint8_t> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void checkIds(const Tokenizer& tokenizer, const std::vector<TokenId>& ids) {
    for (const TokenId id : ids) require(id >= 0 && id < tokenizer.vocabSize(), "an id out of range");
}

struct Subject {
    std::unique_ptr<Tokenizer> tokenizer;
    bool lossless = false;  ///< every byte comes back
};

std::vector<Subject> makeSubjects() {
    using test::SampleVocabulary;
    std::vector<Subject> out;
    auto bytes = SampleVocabulary::byteLevel();
    bytes.add("<think>", TokenKind::UserDefined)
        .add("  ", TokenKind::UserDefined)
        .add("<", TokenKind::Control);
    for (const char* pre :
         {"gpt-2",       "smollm",   "llama-bpe", "qwen2",  "qwen35",       "gpt-4o",
          "tekken",      "kimi-k2",  "default",   "falcon", "deepseek-llm", "deepseek-coder",
          "deepseek-v3", "spark2_5", "bloom",     "viking", "superbpe",     "tiny_aya",
          "afmoe",       "youtu",    "chameleon", "jais-2", "exaone-moe",   "laguna"}) {
        bytes.pre = pre;
        out.push_back({bytes.tokenizer(), true});
    }
    auto pieces = SampleVocabulary::sentencePiece();
    out.push_back({pieces.tokenizer(), true});
    for (const char* model : {"gemma4", "plamo2", "t5", "rwkv", "bert", "whitespace", "hybriddna"}) {
        auto other = SampleVocabulary::sentencePiece();
        other.model = model;
        other.pre = std::string_view(model) == "whitespace" ? "whitespace" : "gpt-2";
        other.merges = {"h e", "▁ h"};
        out.push_back({other.tokenizer(), false});
    }
    return out;
}

void tokenise(std::span<const uint8_t> input) {
    static const std::vector<Subject> subjects = makeSubjects();
    if (input.size() < 2) return;
    const Subject& subject = subjects[input[0] % subjects.size()];
    const Tokenizer& tokenizer = *subject.tokenizer;
    const uint8_t how = input[1];
    const std::string text(asText(input.subspan(2)));
    const auto ids = tokenizer.encode(text, {.parseSpecial = (how & 1U) != 0, .addSpecial = (how & 2U) != 0});
    checkIds(tokenizer, ids);

    const auto plain = tokenizer.encode(text);
    // SentencePiece itself cannot tell U+2581 from a space.
    const bool ambiguous = tokenizer.ruleName() == "SentencePiece" && text.find("▁") != std::string::npos;
    if (subject.lossless && !ambiguous) {
        require(tokenizer.decode(plain, true, Tokenizer::Spaces::Exact) == text, "bytes were lost");
    }
    // Cut into pieces of which none is trusted, or every other one.
    PromptPieces pieces;
    const size_t step = 1 + (how >> 2U) % 7U;
    for (size_t i = 0; i < text.size(); i += step) pieces.push_back({text.substr(i, step), false});
    for (const TokenId id : tokenizer.encode(pieces)) {
        const SpecialTokens& special = tokenizer.special();
        if (id == special.unk || (id == special.bos && special.addBos)) continue;
        require(tokenizer.kind(id) != TokenKind::Control, "untrusted text became a control token");
    }
    for (size_t i = 0; i < pieces.size(); i += 2) pieces[i].trusted = true;
    checkIds(tokenizer, tokenizer.encode(pieces));

    StreamDecoder stream(tokenizer, true);
    std::string streamed;
    for (const TokenId id : plain) streamed += stream.push(id);
    streamed += stream.flush();
    require(streamed.find('\0') == std::string::npos || text.find('\0') != std::string::npos,
            "a byte out of nothing");
}

}  // namespace

std::vector<std::vector<uint8_t>> seedInputs() {
    std::vector<std::vector<uint8_t>> seeds;
    const std::string texts[] = {"hello wor <|s|>x<think>  y\n\n 12345 don'LL \xF0\x9F\x98\x80\xFF\xC3",
                                 "中文 é A\xEF\xBB\xBF.▁<s>", "<<|s|>|s|>", std::string(300, ' ') + "x"};
    for (uint8_t subject = 0; subject < 40; ++subject) {
        for (const std::string& text : texts) {
            seeds.push_back({subject, static_cast<uint8_t>(seeds.size() * 7)});
            seeds.back().insert(seeds.back().end(), text.begin(), text.end());
        }
    }
    return seeds;
}

}  // namespace hearth::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    hearth::fuzz::tokenise({data, size});
    return 0;
}
