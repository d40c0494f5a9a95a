#include "support/tiny_llama.h"

#include <algorithm>
#include <random>

namespace hearth::test {

std::vector<std::byte> TinyLlama::build() const {
    GgufWriter writer;
    const auto key = [&](const char* name) { return architecture + "." + name; };
    writer.text("general.architecture", architecture);
    writer.u32(key("block_count"), layers);
    writer.u32(key("context_length"), context);
    writer.u32(key("embedding_length"), width);
    writer.u32(key("feed_forward_length"), feedForward);
    writer.u32(key("attention.head_count"), heads);
    writer.u32(key("attention.head_count_kv"), kvHeads);
    writer.f32(key("attention.layer_norm_rms_epsilon"), epsilon);
    writer.f32(key("rope.freq_base"), ropeBase);
    if (extraMetadata) extraMetadata(writer);

    std::mt19937 random(7);
    const auto tensor = [&](const std::string& name, uint64_t columns, uint64_t rows, bool norm = false) {
        if (name == missingTensor) return;
        columns = std::max<uint64_t>(columns, 1),
        rows = std::max<uint64_t>(rows, 1);  // the file itself stays sound
        if (name == misshapenTensor) ++columns;
        std::vector<float> values(columns * rows);
        // 24 bits of the generator: the same numbers with every standard library.
        for (float& value : values)
            value = (static_cast<float>(random() >> 8U) * 0x1p-24F - 0.5F) * 0.5F + (norm ? 1.0F : 0.0F);
        if (rows == 1)
            writer.tensorF32(name, {columns}, values);
        else
            writer.tensorF32(name, {columns, rows}, values);
    };
    const uint32_t headDim = heads == 0 ? 1 : width / heads;
    tensor("token_embd.weight", width, vocabulary);
    tensor("output_norm.weight", width, 1, true);
    tensor("output.weight", width, vocabulary);
    for (uint32_t i = 0; i < layers; ++i) {
        const std::string prefix = "blk." + std::to_string(i) + ".";
        tensor(prefix + "attn_norm.weight", width, 1, true);
        tensor(prefix + "attn_q.weight", width, uint64_t{heads} * headDim);
        tensor(prefix + "attn_k.weight", width, uint64_t{kvHeads} * headDim);
        tensor(prefix + "attn_v.weight", width, uint64_t{kvHeads} * headDim);
        tensor(prefix + "attn_output.weight", uint64_t{heads} * headDim, width);
        tensor(prefix + "ffn_norm.weight", width, 1, true);
        tensor(prefix + "ffn_gate.weight", width, feedForward);
        tensor(prefix + "ffn_up.weight", width, feedForward);
        tensor(prefix + "ffn_down.weight", feedForward, width);
    }
    return writer.image();
}

}  // namespace hearth::test
