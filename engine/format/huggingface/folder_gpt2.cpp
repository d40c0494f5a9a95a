// GPT-2 (Radford et al. 2019): other names for everything.
#include <array>

#include "format/huggingface/folder_settings.h"
#include "format/huggingface/folder_tensor_table.h"
#include "hearth/error.h"
#include "hearth/readable_text.h"

namespace hearth::format {

namespace {

using Json = nlohmann::json;

struct Gpt2Name {
    std::string_view from, to;
    bool turned = false;  ///< a matrix of (inputs, outputs)
};

constexpr std::array gpt2OuterNames = {
    Gpt2Name{"wte", "token_embd"},
    Gpt2Name{"wpe", "position_embd"},
    Gpt2Name{"ln_f", "output_norm"},
    Gpt2Name{"lm_head", "output"},
};

constexpr std::array gpt2LayerNames = {
    Gpt2Name{"ln_1", "attn_norm"},
    Gpt2Name{"ln_2", "ffn_norm"},
    Gpt2Name{"attn.c_attn", "attn_qkv", true},
    Gpt2Name{"attn.c_proj", "attn_output", true},
    Gpt2Name{"mlp.c_fc", "ffn_up", true},
    Gpt2Name{"mlp.c_proj", "ffn_down", true},
};

const Gpt2Name* findName(std::span<const Gpt2Name> names, std::string_view stem) {
    for (const Gpt2Name& name : names)
        if (name.from == stem) return &name;
    return nullptr;
}

}  // namespace

Json usualGpt2Config(Json config) {
    const std::string act = config.value("activation_function", "gelu_new");
    if (act != "gelu_new" && act != "gelu_pytorch_tanh" && act != "gelu_fast")
        throw Error(ErrorCode::Unsupported, "its activation \"" + readableText(act) +
                                                "\" is one that Hearth does not know for GPT-2");
    const auto flag = [&](const char* key, bool otherwise) {
        const Json* found = findSetting(config, key);
        return found != nullptr && found->is_boolean() ? found->get<bool>() : otherwise;
    };
    if (!flag("scale_attn_weights", true) || flag("scale_attn_by_inverse_layer_idx", false))
        throw Error(ErrorCode::Unsupported,
                    "its layers scale their scores in a way that Hearth does not know");
    if (flag("add_cross_attention", false))
        throw Error(ErrorCode::Unsupported, "it reads a second text beside its own (add_cross_attention)");
    // The numbers of transformers' GPT2Config stand for what is missing.
    const uint64_t width = countOf(config, "n_embd", 768);
    const std::array<std::pair<const char*, uint64_t>, 5> counts{
        {{"hidden_size", width},
         {"num_attention_heads", countOf(config, "n_head", 12)},
         {"num_hidden_layers", countOf(config, "n_layer", 12)},
         {"max_position_embeddings", countOf(config, "n_positions", 1024)},
         {"intermediate_size", countOf(config, "n_inner", 4 * width)}}};
    for (const auto& [key, count] : counts) config[key] = count;
    config["layer_norm_eps"] = numberOf(config, "layer_norm_epsilon", 1e-5);
    return config;
}

void addGpt2Tensor(const SafeTensor& tensor, const TensorSources& sources, TensorTable& table) {
    std::string_view stem = tensor.name;
    takePrefix(stem, "transformer.");
    const std::string layer = takeBlock(stem, "h.");
    const size_t dot = stem.rfind('.');
    if (dot == std::string_view::npos) return;
    const std::string_view ending = stem.substr(dot);
    if (ending != ".weight" && ending != ".bias") return;
    const Gpt2Name* known = findName(
        layer.empty() ? std::span<const Gpt2Name>(gpt2OuterNames) : std::span<const Gpt2Name>(gpt2LayerNames),
        stem.substr(0, dot));
    if (known == nullptr) return;
    const std::string name = layer + std::string(known->to) + std::string(ending);
    if (tensor.shape.size() <= 1) return table.addValues(name, valuesOf(tensor, sources));
    if (tensor.shape.size() != 2)
        throw Error(ErrorCode::BadFile,
                    "its tensor \"" + readableText(tensor.name) + "\" has a shape that cannot be");
    const uint64_t first = tensor.shape[0], second = tensor.shape[1];
    if (!known->turned) return table.addRows(name, {.pieces = {{tensor, 0}}, .rowsEach = first}, second);
    table.addStrided(name, tensor, {.rows = second, .columns = first, .rowStep = 1, .columnStep = second});
}

}  // namespace hearth::format
