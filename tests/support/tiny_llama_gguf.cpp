#include "support/tiny_llama_gguf.h"

#include <random>
#include <string>

namespace hearth::test {
namespace {

constexpr uint64_t width = 32;
constexpr uint64_t hidden = 48;
constexpr uint64_t keyWidth = 16;
constexpr uint64_t tokens = 16;

class Builder {
public:
    explicit Builder(const GgufReplacement& replacement) : m_replacement(replacement) {}

    template <typename Write>
    void key(const char* name, Write write) {
        if (!m_replacement || !m_replacement(m_writer, name)) write(name);
    }
    void number(const char* name, uint32_t value) {
        key(name, [&](const char* n) { m_writer.u32(n, value); });
    }
    void tensor(const std::string& name, std::vector<uint64_t> shape, bool isNorm = false) {
        uint64_t count = 1;
        for (const uint64_t extent : shape) count *= extent;
        std::vector<float> values(count);
        std::normal_distribution<float> normal(isNorm ? 1.0F : 0.0F, isNorm ? 0.1F : 0.2F);
        for (auto& value : values) value = normal(m_random);
        if (!m_replacement || !m_replacement(m_writer, "tensor:" + name))
            m_writer.tensorF32(name, std::move(shape), values);
    }
    void metadata();
    void tensors();
    GgufWriter take() { return std::move(m_writer); }

private:
    const GgufReplacement& m_replacement;
    GgufWriter m_writer;
    std::mt19937 m_random{1};
};

void Builder::metadata() {
    key("general.architecture", [&](const char* n) { m_writer.text(n, "llama"); });
    number("llama.block_count", 2);
    number("llama.context_length", 128);
    number("llama.embedding_length", width);
    number("llama.feed_forward_length", hidden);
    number("llama.attention.head_count", 4);
    number("llama.attention.head_count_kv", 2);
    number("llama.rope.dimension_count", 8);
    key("llama.rope.freq_base", [&](const char* n) { m_writer.f32(n, 10000.0F); });
    key("llama.attention.layer_norm_rms_epsilon", [&](const char* n) { m_writer.f32(n, 1e-5F); });
    key("tokenizer.ggml.model", [&](const char* n) { m_writer.text(n, "gpt2"); });
    key("tokenizer.ggml.pre", [&](const char* n) { m_writer.text(n, "gpt-2"); });
    key("tokenizer.ggml.tokens", [&](const char* n) {
        const std::vector<std::string> texts{"<|end|>",
                                             "a",
                                             "b",
                                             "c",
                                             "d",
                                             "e",
                                             "\xC4\xA0",
                                             "f",
                                             "ab",
                                             "cd",
                                             "\xC4\xA0"
                                             "a",
                                             "abc",
                                             ".",
                                             ",",
                                             "!",
                                             "?"};
        m_writer.texts(n, texts);
    });
    key("tokenizer.ggml.token_type", [&](const char* n) {
        std::vector<int32_t> kinds(tokens, 1);
        kinds[0] = 3;
        m_writer.integers(n, kinds);
    });
    key("tokenizer.ggml.merges", [&](const char* n) {
        const std::vector<std::string> merges{"a b", "c d", "\xC4\xA0 a", "ab c"};
        m_writer.texts(n, merges);
    });
    number("tokenizer.ggml.bos_token_id", 0);
    number("tokenizer.ggml.eos_token_id", 0);
}

void Builder::tensors() {
    tensor("token_embd.weight", {width, tokens});
    for (const char* prefix : {"blk.0.", "blk.1."}) {
        const std::string layer = prefix;
        tensor(layer + "attn_norm.weight", {width}, true);
        tensor(layer + "attn_q.weight", {width, width});
        tensor(layer + "attn_k.weight", {width, keyWidth});
        tensor(layer + "attn_v.weight", {width, keyWidth});
        tensor(layer + "attn_output.weight", {width, width});
        tensor(layer + "ffn_norm.weight", {width}, true);
        tensor(layer + "ffn_gate.weight", {width, hidden});
        tensor(layer + "ffn_up.weight", {width, hidden});
        tensor(layer + "ffn_down.weight", {hidden, width});
    }
    tensor("output_norm.weight", {width}, true);
    tensor("output.weight", {width, tokens});
}

}  // namespace

GgufWriter tinyLlamaGguf(const GgufReplacement& replacement) {
    Builder builder(replacement);
    builder.metadata();
    builder.tensors();
    return builder.take();
}

}  // namespace hearth::test
