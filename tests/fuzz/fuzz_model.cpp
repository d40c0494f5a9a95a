// A model file from its bytes to its first logits: configuration, weights, tokenizer, forward pass.
#include <cstring>
#include <span>

#include "backend/reference/reference_backend.h"
#include "fuzz/fuzz_target.h"
#include "hearth/error.h"
#include "hearth/gguf.h"
#include "hearth/tokenizer.h"
#include "model/model.h"
#include "support/tiny_llama_gguf.h"

namespace {

using namespace hearth;

void useTokenizer(const GgufFile& file) {
    const auto tokenizer = Tokenizer::fromGguf(file);
    const auto tokens = tokenizer->encode("abc cd <|end|>\xFF a", {.parseSpecial = true, .addSpecial = true});
    (void)tokenizer->decode(tokens);
}

void useModel(const GgufFile& file) {
    ReferenceBackend backend;
    constexpr BatchLimits limits{.rows = 4, .logitRows = 4};
    // A file may describe a model that is too large for a fuzz run: that is not its fault.
    if (Model::sizes(file, backend, 64, limits).scratchBytes > (64U << 20)) return;
    const auto model = Model::load(file, backend, 64, limits);
    const auto kv = model->makeKvStore(KvType::F32, 1);
    Batch batch;
    BatchSequence sequence;
    for (size_t group = 0; group < model->kvWindows().size(); ++group) sequence.blockTables.push_back({0});
    batch.sequences.push_back(sequence);
    for (int32_t i = 0; i < 3; ++i)
        batch.rows.push_back({.sequence = 0, .position = i, .token = 0, .wantLogits = true});
    const auto states = model->makeStateStore(1);
    batch.sequences[0].stateSlot = 0;
    (void)model->forward(batch, *kv, states.get());
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
        useModel(file);
    } catch (const Error&) {
    }
    return 0;
}

std::vector<std::vector<uint8_t>> hearth::fuzz::seedInputs() {
    return {bytesOf(test::tinyLlamaGguf().image()), without("llama.attention.head_count_kv"),
            without("tensor:output.weight"), without("tokenizer.ggml.merges"),
            without("tensor:blk.1.attn_k.weight")};
}
