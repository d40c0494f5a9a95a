#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "format/huggingface/folder_encoders.h"
#include "format/huggingface/folder_guesses.h"
#include "format/huggingface/folder_settings.h"
#include "format/huggingface/folder_tensor_table.h"
#include "hearth/error.h"
#include "hearth/readable_text.h"

namespace hearth::format {

namespace {

using Json = nlohmann::json;
using Norms = FolderFamily::Norms;
using Sources = TensorSources;

constexpr uint64_t mostExperts = 1024;

struct Renaming {
    std::string_view from, to;
};

constexpr std::array commonNames = {
    Renaming{"input_layernorm", "attn_norm"},
    Renaming{"attention_layernorm", "attn_norm"},
    Renaming{"feedforward_layernorm", "ffn_norm"},
    Renaming{"post_operator_norm", "post_attention_norm"},
    Renaming{"post_ffn_norm", "post_ffw_norm"},
    Renaming{"self_attn.q_proj", "attn_q"},
    Renaming{"self_attn.k_proj", "attn_k"},
    Renaming{"self_attn.v_proj", "attn_v"},
    Renaming{"self_attn.o_proj", "attn_output"},
    Renaming{"self_attn.qkv_proj", "attn_qkv"},
    Renaming{"self_attn.q_norm", "attn_q_norm"},
    Renaming{"self_attn.k_norm", "attn_k_norm"},
    Renaming{"self_attn.gate_proj", "attn_gate"},
    Renaming{"self_attn.g_proj", "attn_gate"},
    Renaming{"mlp.gate_proj", "ffn_gate"},
    Renaming{"mlp.up_proj", "ffn_up"},
    Renaming{"mlp.down_proj", "ffn_down"},
    Renaming{"mlp.gate_up_proj", "ffn_up"},
    Renaming{"mlp.gate", "ffn_gate_inp"},
    Renaming{"mlp.shared_expert.gate_proj", "ffn_gate_shexp"},
    Renaming{"mlp.shared_expert.up_proj", "ffn_up_shexp"},
    Renaming{"mlp.shared_expert.down_proj", "ffn_down_shexp"},
    Renaming{"mlp.shared_expert_gate", "ffn_gate_inp_shexp"},
    Renaming{"block_sparse_moe.gate", "ffn_gate_inp"},
    Renaming{"mlp.router", "ffn_gate_inp"},
    Renaming{"mlp.router.gate", "ffn_gate_inp"},
    Renaming{"mlp.c_fc", "ffn_up"},
    Renaming{"mlp.fc1", "ffn_up"},
    Renaming{"mlp.fc2", "ffn_down"},
    Renaming{"self_attn.dense", "attn_output"},
    Renaming{"mlp.c_proj", "ffn_down"},
    Renaming{"self_attn.query_layernorm", "attn_q_norm"},
    Renaming{"self_attn.key_layernorm", "attn_k_norm"},
    Renaming{"mlp.gate.wg", "ffn_gate_inp"},
    Renaming{"mlp.shared_mlp.gate_proj", "ffn_gate_shexp"},
    Renaming{"mlp.shared_mlp.up_proj", "ffn_up_shexp"},
    Renaming{"mlp.shared_mlp.down_proj", "ffn_down_shexp"},
    Renaming{"operator_norm", "attn_norm"},
    Renaming{"ffn_norm", "ffn_norm"},
    Renaming{"self_attn.out_proj", "attn_output"},
    Renaming{"self_attn.q_layernorm", "attn_q_norm"},
    Renaming{"self_attn.k_layernorm", "attn_k_norm"},
    Renaming{"conv.in_proj", "shortconv.in_proj"},
    Renaming{"conv.out_proj", "shortconv.out_proj"},
    Renaming{"pre_ff_layernorm", "ffn_norm"},
    Renaming{"feed_forward.gate_proj", "ffn_gate"},
    Renaming{"feed_forward.up_proj", "ffn_up"},
    Renaming{"feed_forward.down_proj", "ffn_down"},
    Renaming{"feed_forward.router", "ffn_gate_inp"},
    Renaming{"feed_forward.w1", "ffn_gate"},
    Renaming{"feed_forward.w2", "ffn_down"},
    Renaming{"feed_forward.w3", "ffn_up"},
    Renaming{"feed_forward.gate", "ffn_gate_inp"},
    Renaming{"feed_forward.router", "ffn_gate_inp"},
    Renaming{"feed_forward.gate_proj", "ffn_gate"},
    Renaming{"feed_forward.up_proj", "ffn_up"},
    Renaming{"feed_forward.down_proj", "ffn_down"},
    Renaming{"feed_forward.shared_expert.gate_proj", "ffn_gate_shexp"},
    Renaming{"feed_forward.shared_expert.up_proj", "ffn_up_shexp"},
    Renaming{"feed_forward.shared_expert.down_proj", "ffn_down_shexp"},
    Renaming{"block_sparse_moe.router", "ffn_gate_inp"},
    Renaming{"block_sparse_moe.router.layer", "ffn_gate_inp"},
    Renaming{"block_sparse_moe.input_linear", "ffn_gate_up_exps"},
    Renaming{"block_sparse_moe.output_linear", "ffn_down_exps"},
    Renaming{"mlp.shared_experts.gate_proj", "ffn_gate_shexp"},
    Renaming{"mlp.shared_experts.up_proj", "ffn_up_shexp"},
    Renaming{"mlp.shared_experts.down_proj", "ffn_down_shexp"},
    Renaming{"mlp.fc1_latent_proj", "ffn_latent_down"},
    Renaming{"mlp.fc2_latent_proj", "ffn_latent_up"},
    Renaming{"self_attn.q_a_proj", "attn_q_a"},
    Renaming{"self_attn.q_a_layernorm", "attn_q_a_norm"},
    Renaming{"self_attn.kv_a_proj_with_mqa", "attn_kv_a_mqa"},
    Renaming{"self_attn.kv_a_layernorm", "attn_kv_a_norm"},
    Renaming{"pre_mlp_layernorm", "ffn_norm"},
    Renaming{"post_mlp_layernorm", "post_ffw_norm"},
    Renaming{"post_feedforward_layernorm_1", "post_ffw_norm_1"},
    Renaming{"pre_feedforward_layernorm_2", "pre_ffw_norm_2"},
    Renaming{"post_feedforward_layernorm_2", "post_ffw_norm_2"},
    Renaming{"router.proj", "ffn_gate_inp"},
    Renaming{"per_layer_input_gate", "inp_gate"},
    Renaming{"per_layer_projection", "proj"},
    Renaming{"post_per_layer_input_norm", "post_norm"},
    Renaming{"altup.correction_coefs", "altup_correct_coef"},
    Renaming{"altup.modality_router", "altup_router"},
    Renaming{"altup.prediction_coefs", "altup_predict_coef"},
    Renaming{"altup.router_norm", "altup_router_norm"},
    Renaming{"laurel.linear_left", "laurel_l"},
    Renaming{"laurel.linear_right", "laurel_r"},
    Renaming{"laurel.post_laurel_norm", "laurel_post_norm"},
    Renaming{"eh_proj", "nextn.eh_proj"},
    Renaming{"enorm", "nextn.enorm"},
    Renaming{"hnorm", "nextn.hnorm"},
    Renaming{"shared_head.norm", "nextn.shared_head_norm"},
};

/// Tensors of a layer that are named as a whole.
constexpr std::array wholeNames = {
    Renaming{"self_attn.sinks", "attn_sinks.weight"},
    Renaming{"self_attn.attention_sink_bias", "attn_sinks.weight"},
    Renaming{"feed_forward.expert_bias", "exp_probs_b.bias"},
    Renaming{"mlp.gate.e_score_correction_bias", "exp_probs_b.bias"},
    Renaming{"mlp.experts.e_score_correction_bias", "exp_probs_b.bias"},
    Renaming{"mlp.expert_bias", "exp_probs_b.bias"},
    Renaming{"mlp.e_score_correction_bias", "exp_probs_b.bias"},
    Renaming{"mlp.moe_statics.e_score_correction_bias", "exp_probs_b.bias"},
    Renaming{"mlp.gate.moe_statics.e_score_correction_bias", "exp_probs_b.bias"},
    Renaming{"block_sparse_moe.e_score_correction_bias", "exp_probs_b.bias"},
    Renaming{"mlp.experts.gate_up_proj", "ffn_gate_up_exps.weight"},
    Renaming{"mlp.experts.up_proj", "ffn_up_exps.weight"},
    Renaming{"mlp.experts.down_proj", "ffn_down_exps.weight"},
    Renaming{"block_sparse_moe.experts.gate_up_proj", "ffn_gate_up_exps.weight"},
    Renaming{"block_sparse_moe.experts.down_proj", "ffn_down_exps.weight"},
    Renaming{"experts.gate_up_proj", "ffn_gate_up_exps.weight"},
    Renaming{"experts.down_proj", "ffn_down_exps.weight"},
    Renaming{"altup.correct_output_scale", "altup_correct_scale.weight"},
    Renaming{"router.scale", "ffn_gate_inp.scale"},
    Renaming{"router.per_expert_scale", "ffn_down_exps.scale"},
    Renaming{"layer_scalar", "layer_output_scale.weight"},
};

/// Tensors around the layers.
constexpr std::array outerNames = {
    Renaming{"embed_tokens.weight", "token_embd.weight"},
    Renaming{"embedding_norm.weight", "token_embd_norm.weight"},
    Renaming{"norm.weight", "output_norm.weight"},
    Renaming{"norm.bias", "output_norm.bias"},
    Renaming{"final_layernorm.weight", "output_norm.weight"},
    Renaming{"final_layernorm.bias", "output_norm.bias"},
    Renaming{"score.weight", "cls.output.weight"},
    Renaming{"embed_tokens_per_layer.weight", "per_layer_token_embd.weight"},
    Renaming{"per_layer_model_projection.weight", "per_layer_model_proj.weight"},
    Renaming{"per_layer_projection_norm.weight", "per_layer_proj_norm.weight"},
};

constexpr std::array denseNames = {
    Renaming{"dense_module.0.linear.weight", "dense_2.weight"},
    Renaming{"dense_module.0.linear.bias", "dense_2.bias"},
    Renaming{"dense_module.1.linear.weight", "dense_3.weight"},
    Renaming{"dense_module.1.linear.bias", "dense_3.bias"},
};

/// The norms of OLMo Hybrid: in layers with delta nets before the branches, in others after them, under
/// either of two names.
std::string_view olmoHybridNorm(const Json& config, const std::string& layer, std::string_view name) {
    if (name == "attention_layer_norm" || name == "input_layernorm") return "attn_norm";
    if (name == "post_feedforward_layernorm") return "post_ffw_norm";
    if (name != "feedforward_layer_norm" && name != "post_attention_layernorm") return "";
    const Json* types = findSetting(config, "layer_types");
    const uint64_t index = std::stoull(layer.substr(4));
    const bool delta = types != nullptr && types->is_array() && index < types->size() &&
                       (*types)[index] == "linear_attention";
    return delta ? "ffn_norm" : "post_attention_norm";
}

/// The names of the norms behind the attention differ most.
std::string_view normName(Norms norms, std::string_view name) {
    constexpr std::string_view post = "post_attention_layernorm";
    switch (norms) {
        case Norms::BeforeFeedForward:
            return name == post ? "ffn_norm" : "";
        case Norms::PostAttention:
            return name == post ? "post_attention_norm" : "";
        case Norms::Sandwich:
            if (name == "pre_feedforward_layernorm") return "ffn_norm";
            [[fallthrough]];
        case Norms::AfterBranches:
            if (name == post) return "post_attention_norm";
            return name == "post_feedforward_layernorm" ? "post_ffw_norm" : "";
        case Norms::Glm:
            if (name == post) return "ffn_norm";
            if (name == "post_self_attn_layernorm") return "post_attention_norm";
            return name == "post_mlp_layernorm" ? "post_ffw_norm" : "";
    }
    return "";
}

/// Destination of a tensor: its name in GGUF, and its index in a stack of experts.
struct Target {
    std::string name;
    uint64_t expert = 0;
    bool stacked = false;
};

std::optional<Target> expertTarget(const std::string& layer, std::string_view name) {
    if (!takePrefix(name, "mlp.experts.") && !takePrefix(name, "block_sparse_moe.experts.") &&
        !takePrefix(name, "feed_forward.experts."))
        return std::nullopt;
    const auto expert = takeNumber(name, mostExperts);
    if (!expert) return std::nullopt;
    std::string_view part;
    if (name == "gate_proj.weight" || name == "w1.weight") part = "ffn_gate_exps.weight";
    if (name == "up_proj.weight" || name == "w3.weight") part = "ffn_up_exps.weight";
    if (name == "down_proj.weight" || name == "w2.weight") part = "ffn_down_exps.weight";
    if (part.empty()) return std::nullopt;
    return Target{layer + std::string(part), *expert, true};
}

/// Projections to the streams of Gemma 3n and back.
std::optional<Target> streamTarget(std::string_view name) {
    const bool back = takePrefix(name, "altup_unembed_projections.");
    if (!back && !takePrefix(name, "altup_projections.")) return std::nullopt;
    const auto stream = takeNumber(name, mostExperts);
    if (!stream || name != "weight") return std::nullopt;
    return Target{back ? "altup_unembd_proj.weight" : "altup_proj.weight", *stream, true};
}

void cutModelPrefix(std::string_view& name) {
    for (const std::string_view prefix : {"model.language_model.", "model.text_model.",
                                          "language_model.model.", "language_model.", "model."}) {
        if (takePrefix(name, prefix)) break;
    }
}

/// The new name for a name; empty if it is not in the list.
std::string renamed(std::span<const Renaming> names, std::string_view name) {
    const auto known = std::find_if(names.begin(), names.end(),
                                    [&](const Renaming& renaming) { return renaming.from == name; });
    return known != names.end() ? std::string(known->to) : std::string();
}

/// As takeBlock(); empty also for layers behind the last one, but for the first that guesses further tokens.
std::string takeLayer(const Json& config, std::string_view& name) {
    const uint64_t guessing = std::min<uint64_t>(mtpLayersOf(config), 1);
    return takeBlock(name, "layers.",
                     std::min(mostLayers, config.value("num_hidden_layers", mostLayers) + guessing));
}

/// nullopt for tensors that the engine does not use.
std::optional<Target> targetOf(const FolderFamily& family, const Json& config, std::string_view name) {
    // Projections of sentence-transformers after the pooling.
    if (std::string dense = renamed(denseNames, name); !dense.empty()) return Target{std::move(dense)};
    if (isEncoder(family.architecture)) {
        std::string target = encoderTensorName(config, name);
        return target.empty() ? std::nullopt : std::optional(Target{std::move(target)});
    }
    cutModelPrefix(name);
    if (std::string outer = renamed(outerNames, name); !outer.empty()) return Target{std::move(outer)};
    // Folders that do not say whether they are tied are when they have no head.
    if (name == "lm_head.weight" && config.value("tie_word_embeddings", Json()) != true)
        return Target{"output.weight"};
    if (name == "lm_head.bias") return Target{"output.bias"};
    if (auto target = streamTarget(name)) return target;
    const std::string layer = takeLayer(config, name);
    if (layer.empty()) return std::nullopt;
    if (auto target = expertTarget(layer, name)) return target;
    if (const std::string whole = renamed(wholeNames, name); !whole.empty()) return Target{layer + whole};
    const size_t dot = name.rfind('.');
    if (dot == std::string_view::npos) return std::nullopt;
    const std::string_view stem = name.substr(0, dot), kind = name.substr(dot);
    // The shared expert of granite holds gate and up in one matrix, which targetsOf() cuts.
    if (kind != ".weight" && kind != ".bias") return std::nullopt;
    if (const std::string_view norm = family.architecture == "olmo_hybrid"
                                          ? olmoHybridNorm(config, layer, stem)
                                          : normName(family.norms, stem);
        !norm.empty())
        return Target{layer + std::string(norm) + std::string(kind)};
    const std::string common = renamed(commonNames, stem);
    if (common.empty()) return std::nullopt;
    return Target{layer + common + std::string(kind)};
}

/// Interleaves the halves of every head: row 2i of a head comes from row i, row 2i + 1 from row dim/2 + i.
std::vector<uint64_t> interleaved(uint64_t rows, uint64_t heads) {
    if (heads == 0 || rows % (2 * heads) != 0)
        throw Error(ErrorCode::BadFile, "the rows of its queries do not divide among its heads");
    const uint64_t dim = rows / heads;
    std::vector<uint64_t> order(rows);
    for (uint64_t row = 0; row < rows; ++row) {
        const uint64_t within = row % dim;
        order[row] = row - within + within % 2 * (dim / 2) + within / 2;
    }
    return order;
}

/// The other way round, for the first `rotated` rows of every head: the even ones, then the odd ones.
std::vector<uint64_t> parted(uint64_t rows, uint64_t heads, uint64_t rotated) {
    if (heads == 0 || rows % heads != 0 || rotated > rows / heads || rotated % 2 != 0)
        throw Error(ErrorCode::BadFile, "the rows of its queries do not divide among its heads");
    const uint64_t dim = rows / heads, half = rotated / 2;
    std::vector<uint64_t> order(rows);
    for (uint64_t row = 0; row < rows; ++row) {
        const uint64_t within = row % dim;
        const uint64_t from = within < half      ? 2 * within
                              : within < rotated ? 2 * (within - half) + 1
                                                 : within;
        order[row] = row - within + from;
    }
    return order;
}

/// Order for the rows of queries or keys; empty: as they are.
std::vector<uint64_t> rotationOrder(const FolderFamily& family, const Json& config, uint64_t rows,
                                    uint64_t heads) {
    if (family.interleavesQueries) return interleaved(rows, heads);
    if (!family.partsQueries || heads == 0) return {};
    return parted(rows, heads, rotatedColumns(config, rows / heads));
}

void addOne(const FolderFamily& family, const Json& config, const std::string& name, const SafeTensor& tensor,
            const Sources& sources, TensorTable& table) {
    const uint64_t heads = config.value("num_attention_heads", uint64_t{0});
    const uint64_t kvHeads = config.value("num_key_value_heads", heads);
    const bool isQuery = name.ends_with(".attn_q.weight") || name.ends_with(".attn_q.bias");
    const bool isKey = name.ends_with(".attn_k.weight") || name.ends_with(".attn_k.bias");
    std::vector<uint64_t> order;
    if (isQuery || isKey)
        order = rotationOrder(family, config, tensor.shape.empty() ? 0 : tensor.shape[0],
                              isQuery ? heads : kvHeads);
    const bool oneRow = name.ends_with(".bias") && tensor.shape.size() == 2 && tensor.shape[0] == 1;
    if (tensor.shape.size() <= 1 || oneRow) {
        // Muse Glimmer's last norm is stored as it is.
        const bool isNorm = name.ends_with("norm.weight") &&
                            (family.architecture != "muse-glimmer" || name != "output_norm.weight");
        std::vector<float> values = valuesOf(tensor, sources, family.addsOneToNorms && isNorm ? 1.0F : 0.0F);
        if (!order.empty()) {
            std::vector<float> moved(values.size());
            for (size_t i = 0; i < moved.size(); ++i) moved[i] = values[order[i]];
            values = std::move(moved);
        }
        if (oneRow) return table.addValues(name, std::move(values), {tensor.shape[1], 1});
        return table.addValues(name, std::move(values));
    }
    RowPieces rows{.rowsEach = tensor.shape[tensor.shape.size() - 2], .order = std::move(order)};
    const uint64_t matrices = tensor.shape.size() == 3 ? tensor.shape[0] : 1;
    const bool fits = rows.order.empty() || rows.order.size() == rows.rowsEach;
    if (!fits || tensor.shape.size() > 3 || matrices == 0 || matrices > mostExperts || rows.rowsEach == 0)
        throw Error(ErrorCode::BadFile,
                    "its tensor \"" + readableText(tensor.name) + "\" has a shape that cannot be");
    for (uint64_t i = 0; i < matrices; ++i) rows.pieces.push_back({tensor, i * rows.rowsEach});
    table.addRows(name, std::move(rows), tensor.shape.back());
}

/// Granite's shared expert: gate above up in one matrix. Without experts it is the feed-forward part.
bool addGraniteShared(const Json& config, const std::string& layer, std::string_view name,
                      const SafeTensor& tensor, TensorTable& table) {
    if (tensor.shape.size() != 2) return false;
    const char* kind = config.value("num_local_experts", uint64_t{0}) != 0 ? "_shexp.weight" : ".weight";
    if (name == "shared_mlp.output_linear.weight") {
        table.addRows(layer + "ffn_down" + kind, {.pieces = {{tensor, 0}}, .rowsEach = tensor.shape[0]},
                      tensor.shape[1]);
        return true;
    }
    if (name != "shared_mlp.input_linear.weight") return false;
    // The converter leaves these as they are.
    if (config.value("model_type", "") == "granitemoe_swa") {
        table.addRows(layer + "ffn_up_shexp.weight", {.pieces = {{tensor, 0}}, .rowsEach = tensor.shape[0]},
                      tensor.shape[1]);
        return true;
    }
    const uint64_t half = tensor.shape[0] / 2;
    table.addRows(layer + "ffn_gate" + kind, {.pieces = {{tensor, 0}}, .rowsEach = half}, tensor.shape[1]);
    table.addRows(layer + "ffn_up" + kind, {.pieces = {{tensor, half}}, .rowsEach = half}, tensor.shape[1]);
    return true;
}

/// The experts of gpt-oss: rows of gate and up take turns.
bool addTurningExperts(const std::string& layer, std::string_view name, const SafeTensor& tensor,
                       const Sources& sources, TensorTable& table) {
    if (!takePrefix(name, "mlp.experts.")) return false;
    const bool both = takePrefix(name, "gate_up_proj");
    if (!both && !takePrefix(name, "down_proj")) return false;
    const bool bias = name == "_bias";
    if (!bias && !name.empty()) return false;
    // Published checkpoints have whole rows in blocks; what is not quantised lies the other way round.
    const bool turned = !bias && tensor.type != "MXFP4";
    const uint64_t axes = bias ? 2 : 3, step = both ? 2 : 1, axis = turned ? 2 : 1;
    if (tensor.shape.size() != axes || tensor.shape[0] == 0 || tensor.shape[0] > mostExperts ||
        tensor.shape[axis] == 0 || tensor.shape[axis] % step != 0)
        throw Error(ErrorCode::BadFile,
                    "its tensor \"" + readableText(tensor.name) + "\" has a shape that cannot be");
    const uint64_t experts = tensor.shape[0], rows = tensor.shape[axis] / step;
    for (uint64_t turn = 0; turn < step; ++turn) {
        const std::string to = layer + (!both       ? "ffn_down_exps"
                                        : turn == 0 ? "ffn_gate_exps"
                                                    : "ffn_up_exps");
        if (bias) {
            const std::vector<float> all = valuesOf(tensor, sources);
            std::vector<float> values;
            for (uint64_t i = 0; i < experts * rows; ++i) values.push_back(all[i * step + turn]);
            table.addValues(to + ".bias", std::move(values), {rows, experts});
            continue;
        }
        if (turned) {
            const uint64_t columns = tensor.shape[1];
            table.addStrided(to + ".weight", tensor,
                             {.matrices = experts,
                              .rows = rows,
                              .columns = columns,
                              .first = turn,
                              .matrixStep = columns * tensor.shape[2],
                              .rowStep = step,
                              .columnStep = tensor.shape[2]});
            continue;
        }
        RowPieces pieces{.rowsEach = rows};
        for (uint64_t i = 0; i < experts; ++i) pieces.pieces.push_back({tensor, i * step * rows});
        for (uint64_t i = 0; both && i < rows; ++i) pieces.order.push_back(i * step + turn);
        table.addRows(to + ".weight", std::move(pieces), tensor.shape[2]);
    }
    return true;
}

bool isKimi(const FolderFamily& family) {
    return family.architecture == "kimi-linear" || family.architecture == "bailingmoe3";
}

bool takeJoined(const Json& config, const SafeTensor& tensor, JoinedTensors& joined) {
    std::string_view name = tensor.name;
    cutModelPrefix(name);
    const std::string layer = takeLayer(config, name);
    return !layer.empty() && takeJoinedTensor(layer, name, tensor, joined);
}

/// The experts of Llama 4 lie the other way round, with gate and up side by side.
bool addTurnedExperts(const std::string& layer, std::string_view name, const SafeTensor& tensor,
                      TensorTable& table) {
    if (!takePrefix(name, "feed_forward.experts.")) return false;
    const bool both = name == "gate_up_proj";
    if (!both && name != "down_proj") return false;
    const uint64_t parts = both ? 2 : 1;
    if (tensor.shape.size() != 3 || tensor.shape[0] == 0 || tensor.shape[0] > mostExperts ||
        tensor.shape[1] == 0 || tensor.shape[2] == 0 || tensor.shape[2] % parts != 0)
        throw Error(ErrorCode::BadFile,
                    "its tensor \"" + readableText(tensor.name) + "\" has a shape that cannot be");
    const uint64_t columns = tensor.shape[1], width = tensor.shape[2], rows = width / parts;
    for (uint64_t part = 0; part < parts; ++part) {
        const char* to = !both       ? "ffn_down_exps.weight"
                         : part == 0 ? "ffn_gate_exps.weight"
                                     : "ffn_up_exps.weight";
        table.addStrided(layer + to, tensor,
                         {.matrices = tensor.shape[0],
                          .rows = rows,
                          .columns = columns,
                          .first = part * rows,
                          .matrixStep = columns * width,
                          .rowStep = 1,
                          .columnStep = width});
    }
    return true;
}

/// Adds a tensor that is not copied unchanged; false: it is not one of these.
bool addSpecial(const FolderFamily& family, const Json& config, const SafeTensor& tensor,
                const Sources& sources, TensorTable& table) {
    if (isEncoder(family.architecture)) return addEncoderTensor(config, tensor, table);
    if (family.architecture == "gpt2") return addGpt2Tensor(tensor, sources, table), true;
    std::string_view name = tensor.name;
    cutModelPrefix(name);
    const std::string layer = takeLayer(config, name);
    if (layer.empty()) return false;
    if (isLatent(family.architecture) && addLatentTensor(config, layer, name, tensor, sources, table))
        return true;
    if (isKimi(family) && addKimiTensor(config, layer, name, tensor, sources, table)) return true;
    if (config.value("model_type", "") == "gpt_oss" && addTurningExperts(layer, name, tensor, sources, table))
        return true;
    if (family.architecture == "llama4" && addTurnedExperts(layer, name, tensor, table)) return true;
    return addGraniteShared(config, layer, name, tensor, table) ||
           addRecurrentTensor(config, layer, name, tensor, sources, table);
}

}  // namespace

void addXielu(std::span<const SafeTensor> tensors, const Sources& sources, MetadataTable& table) {
    std::map<std::string, std::map<uint64_t, float>, std::less<>> values;
    for (const SafeTensor& tensor : tensors) {
        std::string_view name = tensor.name;
        cutModelPrefix(name);
        if (!takePrefix(name, "layers.")) continue;
        const auto layer = takeNumber(name, mostLayers);
        if (!layer || !takePrefix(name, "mlp.act_fn.")) continue;
        if (tensor.elements() != 1)
            throw Error(ErrorCode::BadFile,
                        "its tensor \"" + readableText(tensor.name) + "\" has a shape that cannot be");
        values[std::string(name)][*layer] = valuesOf(tensor, sources).front();
    }
    const auto of = [&](const char* name, uint64_t layer, float otherwise) {
        const auto found = values[name].find(layer);
        return found != values[name].end() ? found->second : otherwise;
    };
    GgufValue::Floats positive, negative, betas, epsilons;
    for (uint64_t layer = 0; layer < values["alpha_p"].size(); ++layer) {
        betas.push_back(of("beta", layer, 0.5F));
        epsilons.push_back(of("eps", layer, -1e-6F));
        positive.push_back(of("alpha_p", layer, 0.0F));
        negative.push_back(of("alpha_n", layer, 0.0F));
    }
    if (positive.empty()) return;
    table.set("xielu.alpha_p", positive);
    table.set("xielu.alpha_n", negative);
    table.set("xielu.beta", betas);
    table.set("xielu.eps", epsilons);
}

void addTensors(const FolderFamily& family, const Json& config, std::vector<SafeTensor> tensors,
                Sources sources, const std::vector<ExtraTensor>& extras, FolderModel& model) {
    TensorTable table(model, sources);
    std::map<std::string, std::map<uint64_t, SafeTensor>> stacks;
    JoinedTensors joined;
    for (SafeTensor& tensor : tensors) {
        tensor.name = usualGuessName(config, tensor.name);
        if (isKimi(family)) tensor.name = usualKimiName(std::move(tensor.name));
        if (family.architecture.starts_with("nemotron_h") || family.architecture.starts_with("mamba"))
            tensor.name = usualNemotronHName(tensor.name);
        if (tensor.elements() != 0 && takeJoined(config, tensor, joined)) continue;
        if (tensor.elements() == 0 || addSpecial(family, config, tensor, sources, table)) continue;
        const auto target = targetOf(family, config, tensor.name);
        if (!target) continue;
        if (target->stacked)
            stacks[target->name].emplace(target->expert, std::move(tensor));
        else
            addOne(family, config, target->name, tensor, sources, table);
    }
    for (auto& [name, experts] : stacks) {
        const SafeTensor& first = experts.begin()->second;
        if (first.shape.size() != 2 || experts.rbegin()->first + 1 != experts.size())
            throw Error(ErrorCode::BadFile, "it lacks experts of " + readableText(name));
        RowPieces rows{.rowsEach = first.shape[0]};
        const uint64_t columns = first.shape[1];
        const std::vector<uint64_t> shape = first.shape;
        const std::string type = first.type;
        for (auto& [expert, tensor] : experts) {
            if (tensor.shape != shape || tensor.type != type)
                throw Error(ErrorCode::BadFile, "its experts of " + readableText(name) + " are not alike");
            rows.pieces.push_back({std::move(tensor), 0});
        }
        table.addRows(name, std::move(rows), columns);
    }
    addJoinedTensors(joined, sources, table);
    for (const ExtraTensor& extra : extras) table.addValues(extra.name, extra.values, {}, extra.times);
}

}  // namespace hearth::format
