/// A vocabulary from any bytes: an Error, or a tokenizer that encodes and decodes.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/text/sample_vocabulary.h"
#include "fuzz/fuzz_target.h"
#include "hearth/error.h"
#include "hearth/gguf.h"
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

void vocabulary(std::span<const uint8_t> input) {
    std::unique_ptr<Tokenizer> tokenizer;
    try {
        tokenizer = Tokenizer::fromGguf(GgufFile::parse(std::as_bytes(input)));
    } catch (const Error&) {
        return;  // a sentence is a fine answer
    }
    for (const std::string_view text :
         {std::string_view("Hello world <|im_end|>\n  12345 \xF0\x9F\x98\x80\xFF"),
          asText(input).substr(0, 300)}) {
        try {
            const auto ids = tokenizer->encode(text, {.parseSpecial = true, .addSpecial = true});
            checkIds(*tokenizer, ids);
            tokenizer->decode(ids);
            const FramedTokens pair = tokenizer->framePair(text, "b", 9);
            checkIds(*tokenizer, pair.tokens);
            require(pair.types.size() == pair.tokens.size(), "a token without a type");
        } catch (const Error&) {
            continue;
        }
    }
}

}  // namespace

/// Adds the entries that only tables of folders have.
void addFolderRules(test::GgufWriter& writer) {
    writer.texts("tokenizer.ggml.piece_rules",
                 std::vector<std::string>{"strip_right", "mark_spaces", "split_white_space", "split_marks"});
    writer.integers("tokenizer.ggml.frame", std::vector<int32_t>{1, -1, 2});
    writer.integers("tokenizer.ggml.frame_pair", std::vector<int32_t>{1, -1, 2, -2, 2});
    writer.integers("tokenizer.ggml.frame_pair_types", std::vector<int32_t>{0, 0, 0, 1, 1});
    writer.integers("tokenizer.ggml.strip_left", std::vector<int32_t>{3, -1, 1 << 30});
    writer.u32("tokenizer.ggml.longest_word", 7);
}

std::vector<std::vector<uint8_t>> seedInputs() {
    std::vector<std::vector<uint8_t>> seeds;
    for (const char* model :
         {"gpt2", "llama", "bert", "t5", "rwkv", "plamo2", "gemma4", "whitespace", "hybriddna"}) {
        for (auto sample : {test::SampleVocabulary::byteLevel(), test::SampleVocabulary::sentencePiece()}) {
            sample.model = model;
            if (sample.merges.empty()) sample.merges = {"h e", "he l"};
            auto writer = sample.writer();
            if (std::string_view(model) == "bert" || std::string_view(model) == "t5") addFolderRules(writer);
            const auto image = writer.image();
            seeds.emplace_back(image.size());
            std::memcpy(seeds.back().data(), image.data(), image.size());
        }
    }
    return seeds;
}

}  // namespace hearth::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    hearth::fuzz::vocabulary({data, size});
    return 0;
}
