#include <array>

#include "format/format_errors.h"
#include "format/huggingface/folder_encoders.h"
#include "format/huggingface/folder_settings.h"
#include "hearth/error.h"
#include "hearth/readable_text.h"

namespace hearth::format {

namespace {

using Json = nlohmann::json;

struct EncoderName {
    std::string_view from, to;
};

/// Tensors around the layers, without the ending.
constexpr std::array encoderOuterNames = {
    EncoderName{"embeddings.word_embeddings", "token_embd"},
    EncoderName{"embeddings.token_type_embeddings", "token_types"},
    EncoderName{"embeddings.LayerNorm", "token_embd_norm"},
    EncoderName{"emb_ln", "token_embd_norm"},                // Nomic
    EncoderName{"embeddings.tok_embeddings", "token_embd"},  // ModernBERT
    EncoderName{"embeddings.norm", "token_embd_norm"},
    EncoderName{"final_norm", "output_norm"},
};

/// Layers that compute a score from a text's first row.
constexpr std::array classifierNames = {
    EncoderName{"pooler.dense", "cls"},  // BERT
    EncoderName{"classifier", "cls.output"},
    EncoderName{"classifier.dense", "cls"},  // RoBERTa, XLM-R
    EncoderName{"classifier.out_proj", "cls.output"},
    EncoderName{"head.dense", "cls"},  // ModernBERT
    EncoderName{"head.norm", "cls.norm"},
};

constexpr std::array encoderLayerNames = {
    // BERT, RoBERTa, XLM-R
    EncoderName{"attention.self.query", "attn_q"},
    EncoderName{"attention.self.key", "attn_k"},
    EncoderName{"attention.self.value", "attn_v"},
    EncoderName{"attention.output.dense", "attn_output"},
    EncoderName{"attention.output.LayerNorm", "attn_output_norm"},
    EncoderName{"intermediate.dense", "ffn_up"},
    EncoderName{"output.dense", "ffn_down"},
    EncoderName{"output.LayerNorm", "layer_output_norm"},
    // Nomic, as published and as transformers keeps it
    EncoderName{"attn.out_proj", "attn_output"},
    EncoderName{"norm1", "attn_output_norm"},
    EncoderName{"norm2", "layer_output_norm"},
    EncoderName{"mlp.fc11", "ffn_up"},
    EncoderName{"mlp.fc12", "ffn_gate"},
    EncoderName{"mlp.fc2", "ffn_down"},
    EncoderName{"self_attn.q_proj", "attn_q"},
    EncoderName{"self_attn.k_proj", "attn_k"},
    EncoderName{"self_attn.v_proj", "attn_v"},
    EncoderName{"self_attn.o_proj", "attn_output"},
    EncoderName{"post_attention_layernorm", "attn_output_norm"},
    EncoderName{"post_mlp_layernorm", "layer_output_norm"},
    EncoderName{"mlp.up_proj", "ffn_up"},
    EncoderName{"mlp.gate_proj", "ffn_gate"},
    EncoderName{"mlp.down_proj", "ffn_down"},
    // both of them, and ModernBERT
    EncoderName{"attn.Wqkv", "attn_qkv"},
    EncoderName{"attn_norm", "attn_norm"},
    EncoderName{"attn.Wo", "attn_output"},
    EncoderName{"mlp_norm", "ffn_norm"},
    EncoderName{"mlp.Wi", "ffn_up"},
    EncoderName{"mlp.Wo", "ffn_down"},
};

std::string nameIn(std::span<const EncoderName> names, std::string_view stem) {
    for (const EncoderName& name : names)
        if (name.from == stem) return std::string(name.to);
    return {};
}

std::string takeEncoderLayer(std::string_view& name) {
    for (const std::string_view prefix : {"encoder.layer.", "encoder.layers.", "layers."})
        if (std::string layer = takeBlock(name, prefix); !layer.empty()) return layer;
    return {};
}

/// Rows at the front of the table of positions that no text uses: RoBERTa counts from behind its padding.
uint64_t unusedPositions(const Json& config) {
    const std::string type = config.value("model_type", "");
    return type == "roberta" || type == "xlm-roberta" || type == "camembert"
               ? countOf(config, "pad_token_id", 1) + 1
               : 0;
}

void addPositions(const Json& config, const SafeTensor& tensor, TensorTable& table) {
    const uint64_t unused = unusedPositions(config);
    if (tensor.shape.size() != 2 || tensor.shape[0] <= unused)
        throw Error(ErrorCode::BadFile,
                    "its tensor \"" + readableText(tensor.name) + "\" has a shape that cannot be");
    table.addRows("position_embd.weight",
                  {.pieces = {{tensor, unused}}, .rowsEach = tensor.shape[0] - unused}, tensor.shape[1]);
}

}  // namespace

bool isEncoder(std::string_view architecture) noexcept {
    return architecture == "bert" || architecture == "nomic-bert" || architecture == "modern-bert";
}

bool hasClassifier(const Json& config) {
    const auto names = config.find("architectures");
    return names != config.end() && names->is_array() && !names->empty() && names->front().is_string() &&
           names->front().get<std::string>().ends_with("ForSequenceClassification");
}

std::string encoderTensorName(const Json& config, std::string_view name) {
    for (const std::string_view prefix : {"bert.", "roberta.", "nomic_bert.", "model."})
        if (takePrefix(name, prefix)) break;
    const size_t dot = name.rfind('.');
    if (dot == std::string_view::npos) return {};
    const std::string_view ending = name.substr(dot);
    if (ending != ".weight" && ending != ".bias") return {};
    name = name.substr(0, dot);
    const std::string layer = takeEncoderLayer(name);
    std::string stem = nameIn(layer.empty() ? std::span<const EncoderName>(encoderOuterNames)
                                            : std::span<const EncoderName>(encoderLayerNames),
                              name);
    if (stem.empty() && layer.empty() && hasClassifier(config)) stem = nameIn(classifierNames, name);
    return stem.empty() ? std::string() : layer + stem + std::string(ending);
}

bool addEncoderTensor(const Json& config, const SafeTensor& tensor, TensorTable& table) {
    if (!tensor.name.ends_with("embeddings.position_embeddings.weight")) return false;
    addPositions(config, tensor, table);
    return true;
}

Json encoderConfig(Json config) {
    const std::string type = config.value("model_type", "");
    const auto call = [&](const char* from, const char* to) {
        const auto found = config.find(from);
        if (found != config.end() && !config.contains(to)) config[to] = *found;
    };
    if (type == "nomic_bert") {
        for (const auto& [from, to] :
             {std::pair("n_embd", "hidden_size"), std::pair("n_head", "num_attention_heads"),
              std::pair("n_inner", "intermediate_size"), std::pair("n_layer", "num_hidden_layers"),
              std::pair("n_positions", "max_position_embeddings"),
              std::pair("layer_norm_epsilon", "layer_norm_eps"), std::pair("rotary_emb_base", "rope_theta"),
              std::pair("rotary_emb_fraction", "partial_rotary_factor")})
            call(from, to);
        if (!config.contains("rope_theta") && !config.contains("rope_parameters"))
            config["rope_theta"] = 1000.0;
    }
    if (type == "modernbert") {
        call("norm_eps", "layer_norm_eps");
        call("global_rope_theta", "rope_theta");
        call("local_rope_theta", "rope_local_base_freq");
        if (!config.contains("rope_theta") && !config.contains("rope_parameters")) {
            config["rope_theta"] = 160000.0;
            config["rope_local_base_freq"] = 10000.0;
        }
    }
    return config;
}

namespace {

/// Refuses settings with another value than the supported one, which would silently change numbers.
void refuseEncoderSettings(const Json& config) {
    Json usual{{"causal", false},         {"is_decoder", false}, {"num_experts", 0},
               {"parallel_block", false}, {"prenorm", false},    {"rotary_emb_interleaved", false},
               {"use_rms_norm", false}};
    if (config.value("model_type", "") == "nomic_bert") usual["activation_function"] = "swiglu";
    for (const auto& [key, value] : usual.items()) {
        const Json* found = findSetting(config, key.c_str());
        if (found == nullptr || *found == value) continue;
        throw Error(ErrorCode::Unsupported, "it sets \"" + key + "\" to " + readableText(found->dump()) +
                                                ", which Hearth does not do for embedding models yet");
    }
}

}  // namespace

void addClassifier(const Json& config, MetadataTable& table) {
    table.own("pooling_type", uint64_t{4});
    if (config.value("classifier_pooling", Json()) == "mean")
        table.own("classifier.pooling_type", uint64_t{1});
    // The function that CrossEncoder applies to the score; the default is a sigmoid.
    const Json stated = config.value("sentence_transformers", Json::object());
    const Json curve = stated.is_object() && stated.contains("activation_fn")
                           ? stated["activation_fn"]
                           : config.value("sbert_ce_default_activation_function", Json());
    if (!curve.is_string()) return;
    const std::string name = curve.get<std::string>();
    if (name.ends_with(".Identity"))
        table.set("sentence_transformers.score", std::string("plain"));
    else if (!name.ends_with(".Sigmoid"))
        throw Error(ErrorCode::Unsupported,
                    "its scores go through \"" + readableText(name) + "\", which Hearth does not know yet");
}

void addEncoderConfig(const Json& config, MetadataTable& table) {
    refuseEncoderSettings(config);
    const bool nomic = table.architecture() == "nomic-bert";
    const std::string act =
        config.value("hidden_act", config.value("hidden_activation", nomic ? "silu" : "gelu"));
    if (act != (nomic ? "silu" : "gelu"))
        throw Error(ErrorCode::Unsupported, "its activation \"" + readableText(act) +
                                                "\" is one that Hearth does not know for embedding models");
    const std::string positions = config.value("position_embedding_type", "absolute");
    if (positions != "absolute")
        throw Error(ErrorCode::Unsupported,
                    "its positions are \"" + readableText(positions) + "\", which Hearth does not know yet");
    table.own("attention.causal", false);
    const uint64_t positionCount = countOf(config, "max_position_embeddings", 512),
                   unused = unusedPositions(config);
    if (positionCount > unused) table.own("context_length", positionCount - unused);
    if (table.architecture() == "modern-bert") {
        table.own("attention.sliding_window", countOf(config, "local_attention", 128));
        if (findSetting(config, "layer_types") == nullptr)
            table.own("attention.sliding_window_pattern", countOf(config, "global_attn_every_n_layers", 3));
        else
            addWindows(config, table);
    }
}

}  // namespace hearth::format
