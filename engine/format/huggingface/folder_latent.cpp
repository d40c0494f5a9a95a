#include <algorithm>
#include <array>

#include "format/huggingface/folder_settings.h"
#include "format/huggingface/folder_tensor_table.h"
#include "hearth/error.h"
#include "hearth/readable_text.h"

namespace hearth::format {

namespace {

using Json = nlohmann::json;

/// The columns of the heads of latent attention.
struct LatentHeads {
    uint64_t heads, rank, plain, rotated, values;
    bool halves;  ///< rotates by halves and not in pairs

    explicit LatentHeads(const Json& config)
        : heads(countOf(config, "num_attention_heads", 0)),
          rank(countOf(config, "kv_lora_rank", 512)),
          plain(countOf(config, "qk_nope_head_dim", 128)),
          rotated(countOf(config, "qk_rope_head_dim", 64)),
          values(countOf(config, "v_head_dim", 128)),
          halves(config.value("rope_interleave", Json()) == false) {
        constexpr uint64_t most = 1U << 16U;
        const std::array<uint64_t, 5> all{heads, rank, plain, rotated, values};
        const bool sane = std::all_of(all.begin(), all.end(), [](uint64_t n) { return n >= 1 && n <= most; });
        if (!sane || rotated % 2 != 0)
            throw Error(ErrorCode::BadFile, "config.json's numbers of latent attention cannot be");
    }
    /// The order of `count` groups of rows that end in rotated ones, which become pairs.
    std::vector<uint64_t> paired(uint64_t count, uint64_t before) const {
        std::vector<uint64_t> order;
        if (!halves) return order;
        for (uint64_t group = 0, first = 0; group < count; ++group, first += before + rotated) {
            for (uint64_t i = 0; i < before; ++i) order.push_back(first + i);
            for (uint64_t i = 0; i < rotated; ++i)
                order.push_back(first + before + i % 2 * (rotated / 2) + i / 2);
        }
        return order;
    }
};

void needShape(const SafeTensor& tensor, uint64_t rows) {
    if (tensor.shape.size() != 2 || tensor.shape[0] != rows)
        throw Error(ErrorCode::BadFile,
                    "its tensor \"" + readableText(tensor.name) + "\" has a shape that cannot be");
}

}  // namespace

void addLatentSizes(const Json& config, MetadataTable& table) {
    const LatentHeads heads(config);
    const SettingsCopy copy(config, table);
    copy.count("q_lora_rank", "attention.q_lora_rank");
    table.own("attention.kv_lora_rank", heads.rank);
    table.own("attention.head_count_kv", uint64_t{1});
    table.own("attention.key_length", heads.rank + heads.rotated);
    table.own("attention.value_length", heads.rank);
    table.own("attention.key_length_mla", heads.plain + heads.rotated);
    table.own("attention.value_length_mla", heads.values);
    table.own("rope.dimension_count", heads.rotated);
    table.own("attention.latent_norm_epsilon", 1e-6);  // whatever the other norms have
}

void addLatentConfig(const Json& config, MetadataTable& table) {
    addLatentSizes(config, table);
    const SettingsCopy copy(config, table);
    const uint64_t experts = countOf(config, "n_routed_experts", 0);
    table.own("leading_dense_block_count", experts == 0 ? countOf(config, "num_hidden_layers", 0)
                                                        : countOf(config, "first_k_dense_replace", 0));
    if (experts == 0) return;
    table.own("expert_count", experts);
    copy.count("num_experts_per_tok", "expert_used_count");
    copy.count("moe_intermediate_size", "expert_feed_forward_length");
    copy.count("n_shared_experts", "expert_shared_count");
    copy.number("routed_scaling_factor", "expert_weights_scale");
    // The third version scores by sigmoids and divides by their sum; the second one knows neither. Mistral 4
    // divides softmax's probabilities.
    const bool second = config.value("model_type", "") == "deepseek_v2";
    if (table.architecture() == "mistral4") table.own("expert_gating_func", uint64_t{1});
    table.own("expert_gating_func", second ? uint64_t{1} : uint64_t{2});
    if (!second) table.own("expert_weights_norm", config.value("norm_topk_prob", Json()) != false);
    if (second && config.value("topk_method", Json()) != "group_limited_greedy") return;
    copy.count("n_group", "expert_group_count");
    copy.count("topk_group", "expert_group_used_count");
}

bool addLatentTensor(const Json& config, const std::string& layer, std::string_view name,
                     const SafeTensor& tensor, const TensorSources& sources, TensorTable& table) {
    if (!takePrefix(name, "self_attn.")) return false;
    const LatentHeads heads(config);
    const auto addOrdered = [&](const char* to, std::vector<uint64_t> order) {
        table.addRows(layer + to,
                      {.pieces = {{tensor, 0}}, .rowsEach = tensor.shape[0], .order = std::move(order)},
                      tensor.shape[1]);
    };
    if (name == "kv_b_proj.weight") {
        needShape(tensor, heads.heads * (heads.plain + heads.values));
        if (tensor.shape[1] != heads.rank) needShape(tensor, 0);
        // Turned over, the keys' projection is multiplied into the query.
        table.addStrided(layer + "attn_k_b.weight", tensor,
                         {.matrices = heads.heads,
                          .rows = heads.rank,
                          .columns = heads.plain,
                          .matrixStep = (heads.plain + heads.values) * heads.rank,
                          .rowStep = 1,
                          .columnStep = heads.rank});
        RowPieces values{.rowsEach = heads.values};
        for (uint64_t head = 0; head < heads.heads; ++head)
            values.pieces.push_back({tensor, head * (heads.plain + heads.values) + heads.plain});
        table.addRows(layer + "attn_v_b.weight", std::move(values), heads.rank);
    } else if (name == "q_b_proj.weight" || name == "q_proj.weight") {
        needShape(tensor, heads.heads * (heads.plain + heads.rotated));
        addOrdered(name == "q_proj.weight" ? "attn_q.weight" : "attn_q_b.weight",
                   heads.paired(heads.heads, heads.plain));
    } else if (name == "kv_a_proj_with_mqa.weight") {
        needShape(tensor, heads.rank + heads.rotated);
        addOrdered("attn_kv_a_mqa.weight", heads.paired(1, heads.rank));
    } else if (name == "kv_a_proj_with_mqa.bias" && heads.halves) {
        const std::vector<uint64_t> order = heads.paired(1, heads.rank);
        const std::vector<float> stored = valuesOf(tensor, sources);
        if (stored.size() != order.size()) needShape(tensor, 0);
        std::vector<float> values;
        for (const uint64_t from : order) values.push_back(stored[from]);
        table.addValues(layer + "attn_kv_a_mqa.bias", std::move(values));
    } else {
        return false;
    }
    return true;
}

}  // namespace hearth::format
