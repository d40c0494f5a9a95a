// A model file from its bytes to its first logits: configuration, weights, tokenizer, forward pass.
#include <cstring>
#include <span>

#include "fuzz/first_logits.h"
#include "fuzz/fuzz_target.h"
#include "hearth/error.h"
#include "hearth/gguf.h"
#include "hearth/tokenizer.h"
#include "support/tiny_llama_gguf.h"

namespace {

using namespace hearth;

void useTokenizer(const GgufFile& file) {
    const auto tokenizer = Tokenizer::fromGguf(file);
    const auto tokens = tokenizer->encode("abc cd <|end|>\xFF a", {.parseSpecial = true, .addSpecial = true});
    (void)tokenizer->decode(tokens);
}

std::vector<uint8_t> bytesOf(const std::vector<std::byte>& image) {
    std::vector<uint8_t> bytes(image.size());
    std::memcpy(bytes.data(), image.data(), image.size());
    return bytes;
}

/// The tiny model with one part left out.
std::vector<uint8_t> without(std::string_view left) {
    return bytesOf(
        test::tinyLlamaGguf([=](test::GgufWriter&, std::string_view part) { return part == left; }).image());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    try {
        const auto file = GgufFile::parse(std::as_bytes(std::span(data, size)));
        try {
            useTokenizer(file);
        } catch (const Error&) {
        }
        fuzz::computeFirstLogits(file);
    } catch (const Error&) {
    }
    return 0;
}

std::vector<std::vector<uint8_t>> hearth::fuzz::seedInputs() {
    return {bytesOf(test::tinyLlamaGguf().image()), without("llama.attention.head_count_kv"),
            without("tensor:output.weight"), without("tokenizer.ggml.merges"),
            without("tensor:blk.1.attn_k.weight")};
}
