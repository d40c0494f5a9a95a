#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <optional>

#include "format/folder_model.h"
#include "hearth/error.h"

namespace hearth::format {

namespace {

using Json = nlohmann::json;
using Norms = FolderFamily::Norms;
using Sources = std::shared_ptr<const std::vector<BytesReader>>;

constexpr uint64_t mostLayers = 512, mostExperts = 1024;

struct Renaming {
    std::string_view from, to;
};

constexpr std::array commonNames = {
    Renaming{"input_layernorm", "attn_norm"},
    Renaming{"self_attn.q_proj", "attn_q"},
    Renaming{"self_attn.k_proj", "attn_k"},
    Renaming{"self_attn.v_proj", "attn_v"},
    Renaming{"self_attn.o_proj", "attn_output"},
    Renaming{"self_attn.qkv_proj", "attn_qkv"},
    Renaming{"self_attn.q_norm", "attn_q_norm"},
    Renaming{"self_attn.k_norm", "attn_k_norm"},
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
    Renaming{"block_sparse_moe.router.layer", "ffn_gate_inp"},
    Renaming{"block_sparse_moe.input_linear", "ffn_gate_up_exps"},
    Renaming{"block_sparse_moe.output_linear", "ffn_down_exps"},
};

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

/// Where a tensor goes: its name in GGUF, and its place in a stack of experts.
struct Target {
    std::string name;
    uint64_t expert = 0;
    bool stacked = false;
};

/// The number at the front of `text`, which is cut off with the dot behind it; nullopt when there is none
/// below `limit`.
std::optional<uint64_t> takeNumber(std::string_view& text, uint64_t limit) {
    uint64_t number = 0;
    size_t digits = 0;
    while (digits < text.size() && digits < 5 && text[digits] >= '0' && text[digits] <= '9')
        number = number * 10 + static_cast<uint64_t>(text[digits++] - '0');
    if (digits == 0 || digits >= text.size() || text[digits] != '.' || number >= limit) return std::nullopt;
    text.remove_prefix(digits + 1);
    return number;
}

bool takePrefix(std::string_view& text, std::string_view prefix) {
    if (!text.starts_with(prefix)) return false;
    text.remove_prefix(prefix.size());
    return true;
}

std::optional<Target> expertTarget(const std::string& layer, std::string_view name) {
    if (!takePrefix(name, "mlp.experts.") && !takePrefix(name, "block_sparse_moe.experts."))
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

/// nullopt for what the engine does not use.
std::optional<Target> targetOf(const FolderFamily& family, bool tied, std::string_view name) {
    for (const std::string_view prefix :
         {"model.language_model.", "language_model.model.", "language_model.", "model."}) {
        if (takePrefix(name, prefix)) break;
    }
    if (name == "embed_tokens.weight") return Target{"token_embd.weight"};
    if (name == "norm.weight") return Target{"output_norm.weight"};
    if (name == "lm_head.weight") return tied ? std::nullopt : std::optional(Target{"output.weight"});
    if (!takePrefix(name, "layers.")) return std::nullopt;
    const auto index = takeNumber(name, mostLayers);
    if (!index) return std::nullopt;
    const std::string layer = "blk." + std::to_string(*index) + ".";
    if (auto target = expertTarget(layer, name)) return target;
    const size_t dot = name.rfind('.');
    if (dot == std::string_view::npos) return std::nullopt;
    const std::string_view stem = name.substr(0, dot), kind = name.substr(dot);
    // The shared expert of granite holds gate and up in one matrix, which targetsOf() cuts.
    if (kind != ".weight" && kind != ".bias") return std::nullopt;
    if (const std::string_view norm = normName(family.norms, stem); !norm.empty())
        return Target{layer + std::string(norm) + std::string(kind)};
    const auto known = std::find_if(commonNames.begin(), commonNames.end(),
                                    [&](const Renaming& renaming) { return renaming.from == stem; });
    if (known == commonNames.end()) return std::nullopt;
    return Target{layer + std::string(known->to) + std::string(kind)};
}

BlockType blockTypeOf(const SafeTensor& tensor) {
    if (tensor.type == "F32") return BlockType::F32;
    if (tensor.type == "F16") return BlockType::F16;
    if (tensor.type == "BF16") return BlockType::BF16;
    for (const BlockType type : {BlockType::Q4_0, BlockType::Q5_0, BlockType::Q8_0}) {
        if (tensor.type == blockTypeInfo(type).name) return type;
    }
    throw Error(ErrorCode::Unsupported, "its tensor \"" + tensor.name + "\" is stored as " + tensor.type +
                                            ", which Hearth does not read yet; choose a GGUF file");
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

/// Rows of one or several tensors one after the other.
struct RowPieces {
    struct Piece {
        SafeTensor tensor;
        uint64_t firstRow = 0;
    };
    std::vector<Piece> pieces{};
    uint64_t rowsEach = 0, rowBytes = 0;
    std::vector<uint64_t> order{};  ///< of the rows of each; empty: as they are

    void read(const std::vector<BytesReader>& sources, uint64_t byteOffset, std::span<std::byte> out) const {
        while (!out.empty()) {
            const uint64_t row = byteOffset / rowBytes, within = byteOffset % rowBytes;
            const Piece& piece = pieces[row / rowsEach];
            const uint64_t local = row % rowsEach;
            // Rows in their own order are read together.
            const uint64_t rows = order.empty() ? rowsEach - local : 1;
            const uint64_t step = std::min<uint64_t>(out.size(), rows * rowBytes - within);
            const uint64_t source = piece.firstRow + (order.empty() ? local : order[local]);
            sources[piece.tensor.file](piece.tensor.offset + source * rowBytes + within, out.first(step));
            out = out.subspan(step);
            byteOffset += step;
        }
    }
};

/// A vector as float32, plus one where the family stores it so.
std::vector<float> vectorValues(const SafeTensor& tensor, const std::vector<BytesReader>& sources,
                                float added) {
    std::vector<std::byte> bytes(static_cast<size_t>(tensor.sizeBytes));
    sources[tensor.file](tensor.offset, bytes);
    std::vector<float> values(static_cast<size_t>(tensor.elements()));
    dequantizeRow(blockTypeOf(tensor), bytes, values);
    for (float& value : values) value += added;
    return values;
}

class TensorTable {
public:
    TensorTable(FolderModel& model, Sources sources) : m_model(model), m_sources(std::move(sources)) {}

    void add(const std::string& name, BlockType type, std::vector<uint64_t> shape, BytesReader reader) {
        GgufTensor tensor{name, type, std::move(shape), 0, 0};
        const BlockTypeInfo& info = blockTypeInfo(type);
        tensor.sizeBytes = tensor.elements() / info.blockElements * info.blockBytes;
        if (!m_model.tables.tensorIndex.try_emplace(name, m_model.tables.tensors.size()).second)
            throw Error(ErrorCode::BadFile, "two of its tensors are meant for " + name);
        tensor.file = static_cast<uint32_t>(m_model.tables.tensors.size());
        m_model.tables.tensors.push_back(std::move(tensor));
        m_model.readers.push_back(std::move(reader));
    }
    void addValues(const std::string& name, std::vector<float> values) {
        const uint64_t count = values.size();
        add(name, BlockType::F32, {count},
            [values = std::move(values)](uint64_t offset, std::span<std::byte> out) {
                std::memcpy(out.data(), reinterpret_cast<const std::byte*>(values.data()) + offset,
                            out.size());
            });
    }
    /// Matrices of one shape, stacked when there are several.
    void addRows(const std::string& name, RowPieces rows, uint64_t columns) {
        const BlockType type = blockTypeOf(rows.pieces.front().tensor);
        std::vector<uint64_t> shape{columns, rows.rowsEach};
        if (rows.pieces.size() > 1) shape.push_back(rows.pieces.size());
        const BlockTypeInfo& info = blockTypeInfo(type);
        rows.rowBytes = columns / info.blockElements * info.blockBytes;
        add(name, type, std::move(shape),
            [rows = std::move(rows), sources = m_sources](uint64_t offset, std::span<std::byte> out) {
                rows.read(*sources, offset, out);
            });
    }

private:
    FolderModel& m_model;
    Sources m_sources;
};

void addOne(const FolderFamily& family, const Json& config, const std::string& name, const SafeTensor& tensor,
            const Sources& sources, TensorTable& table) {
    const uint64_t heads = config.value("num_attention_heads", uint64_t{0});
    const uint64_t kvHeads = config.value("num_key_value_heads", heads);
    const bool isQuery = name.ends_with(".attn_q.weight") || name.ends_with(".attn_q.bias");
    const bool isKey = name.ends_with(".attn_k.weight") || name.ends_with(".attn_k.bias");
    std::vector<uint64_t> order;
    if (family.interleavesQueries && (isQuery || isKey))
        order = interleaved(tensor.shape.empty() ? 0 : tensor.shape[0], isQuery ? heads : kvHeads);
    if (tensor.shape.size() <= 1) {
        const bool isNorm = name.ends_with("norm.weight");
        std::vector<float> values =
            vectorValues(tensor, *sources, family.addsOneToNorms && isNorm ? 1.0F : 0.0F);
        if (!order.empty()) {
            std::vector<float> moved(values.size());
            for (size_t i = 0; i < moved.size(); ++i) moved[i] = values[order[i]];
            values = std::move(moved);
        }
        return table.addValues(name, std::move(values));
    }
    RowPieces rows{.rowsEach = tensor.shape[tensor.shape.size() - 2], .order = std::move(order)};
    const uint64_t matrices = tensor.shape.size() == 3 ? tensor.shape[0] : 1;
    if (tensor.shape.size() > 3 || matrices == 0 || matrices > mostExperts || rows.rowsEach == 0)
        throw Error(ErrorCode::BadFile, "its tensor \"" + tensor.name + "\" has a shape that cannot be");
    for (uint64_t i = 0; i < matrices; ++i) rows.pieces.push_back({tensor, i * rows.rowsEach});
    table.addRows(name, std::move(rows), tensor.shape.back());
}

/// Granite's shared expert: gate above up in one matrix.
bool addGraniteShared(const SafeTensor& tensor, TensorTable& table) {
    std::string_view name = tensor.name;
    (void)takePrefix(name, "model.");
    if (!takePrefix(name, "layers.")) return false;
    const auto index = takeNumber(name, mostLayers);
    if (!index || tensor.shape.size() != 2) return false;
    const std::string layer = "blk." + std::to_string(*index) + ".";
    if (name == "shared_mlp.output_linear.weight") {
        table.addRows(layer + "ffn_down_shexp.weight", {.pieces = {{tensor, 0}}, .rowsEach = tensor.shape[0]},
                      tensor.shape[1]);
        return true;
    }
    if (name != "shared_mlp.input_linear.weight") return false;
    const uint64_t half = tensor.shape[0] / 2;
    table.addRows(layer + "ffn_gate_shexp.weight", {.pieces = {{tensor, 0}}, .rowsEach = half},
                  tensor.shape[1]);
    table.addRows(layer + "ffn_up_shexp.weight", {.pieces = {{tensor, half}}, .rowsEach = half},
                  tensor.shape[1]);
    return true;
}

}  // namespace

void addTensors(const FolderFamily& family, const Json& config, std::vector<SafeTensor> tensors,
                Sources sources, const std::vector<ExtraTensor>& extras, FolderModel& model) {
    TensorTable table(model, sources);
    const bool tied = config.value("tie_word_embeddings", true);
    std::map<std::string, std::map<uint64_t, SafeTensor>> stacks;
    for (SafeTensor& tensor : tensors) {
        if (tensor.elements() == 0 || addGraniteShared(tensor, table)) continue;
        const auto target = targetOf(family, tied, tensor.name);
        if (!target) continue;
        if (target->stacked)
            stacks[target->name].emplace(target->expert, std::move(tensor));
        else
            addOne(family, config, target->name, tensor, sources, table);
    }
    for (auto& [name, experts] : stacks) {
        const SafeTensor& first = experts.begin()->second;
        if (first.shape.size() != 2 || experts.rbegin()->first + 1 != experts.size())
            throw Error(ErrorCode::BadFile, "it lacks experts of " + name);
        RowPieces rows{.rowsEach = first.shape[0]};
        const uint64_t columns = first.shape[1];
        const std::vector<uint64_t> shape = first.shape;
        const std::string type = first.type;
        for (auto& [expert, tensor] : experts) {
            if (tensor.shape != shape || tensor.type != type)
                throw Error(ErrorCode::BadFile, "its experts of " + name + " are not alike");
            rows.pieces.push_back({std::move(tensor), 0});
        }
        table.addRows(name, std::move(rows), columns);
    }
    for (const ExtraTensor& extra : extras) table.addValues(extra.name, extra.values);
}

}  // namespace hearth::format
