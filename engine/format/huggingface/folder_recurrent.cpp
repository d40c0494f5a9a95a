#include <cmath>
#include <numeric>

#include "format/huggingface/folder_settings.h"
#include "format/huggingface/folder_tensor_table.h"
#include "hearth/error.h"
#include "hearth/readable_text.h"

namespace hearth::format {

namespace {

using Order = std::vector<uint64_t>;

/// The heads of gated delta nets. Folders have the value heads of a key head side by side; files of Qwen 3.5
/// have them a group apart.
struct DeltaHeads {
    uint64_t heads, keyHeads, keyDim, valueDim;
    bool moved;

    explicit DeltaHeads(const nlohmann::json& config)
        : heads(countOf(config, "linear_num_value_heads", 0)),
          keyHeads(countOf(config, "linear_num_key_heads", 0)),
          keyDim(countOf(config, "linear_key_head_dim", 0)),
          valueDim(countOf(config, "linear_value_head_dim", 0)),
          moved(config.value("model_type", "").starts_with("qwen3_5")) {
        constexpr uint64_t most = 1U << 16U, widest = 1U << 20U;
        const bool sane = heads >= 1 && heads <= most && keyHeads >= 1 && heads % keyHeads == 0 &&
                          keyDim >= 1 && keyDim <= most && valueDim >= 1 && valueDim <= most &&
                          keyHeads * keyDim <= widest && heads * valueDim <= widest;
        if (!sane) throw Error(ErrorCode::BadFile, "config.json's numbers of linear attention cannot be");
    }
    uint64_t shared() const { return heads / keyHeads; }
    /// Index of the stored head that becomes head i of the result.
    uint64_t source(uint64_t i) const { return moved ? i % keyHeads * shared() + i / keyHeads : i; }
    Order order() const {
        Order order;
        for (uint64_t i = 0; i < heads; ++i) order.push_back(source(i));
        return order;
    }
    /// Rows of all value heads after the first `first` other rows, which stay.
    Order rows(uint64_t first, uint64_t dim) const {
        Order rows;
        for (uint64_t i = 0; i < first; ++i) rows.push_back(i);
        for (uint64_t i = 0; i < heads * dim; ++i) rows.push_back(first + source(i / dim) * dim + i % dim);
        return rows;
    }
    /// `count` rows from `first` on of every key head's group of rows.
    void addGrouped(Order& rows, uint64_t first, uint64_t count) const {
        const uint64_t stride = 2 * (keyDim + shared() * valueDim);
        for (uint64_t head = 0; head < keyHeads; ++head)
            for (uint64_t i = 0; i < count; ++i) rows.push_back(head * stride + first + i);
    }
};

std::vector<float> inOrder(const std::vector<float>& values, const Order& order, uint64_t width = 1) {
    if (values.size() != order.size() * width)
        throw Error(ErrorCode::BadFile, "a tensor of its recurrent layers has not one entry a head");
    std::vector<float> moved;
    moved.reserve(values.size());
    for (const uint64_t run : order)
        for (uint64_t i = 0; i < width; ++i) moved.push_back(values[run * width + i]);
    return moved;
}

/// Converts stored logarithms to the values that GGUF files hold.
std::vector<float> decays(std::vector<float> values) {
    for (float& value : values) value = -std::exp(value);
    return values;
}

void needRows(const SafeTensor& tensor, uint64_t rows) {
    if (tensor.shape.size() != 2 || tensor.shape[0] != rows)
        throw Error(ErrorCode::BadFile,
                    "its tensor \"" + readableText(tensor.name) + "\" has a shape that cannot be");
}

void addOrdered(const std::string& name, const SafeTensor& tensor, uint64_t rows, Order order,
                TensorTable& table) {
    needRows(tensor, rows);
    const uint64_t taken = order.size();
    table.addRows(name, {.pieces = {{tensor, 0}}, .rowsEach = taken, .order = std::move(order)},
                  tensor.shape[1]);
}

/// A convolution is stored as (columns, 1, taps).
void addTaps(const std::string& name, const SafeTensor& tensor, const Order& order,
             const TensorSources& sources, TensorTable& table) {
    if (tensor.shape.size() != 3 || tensor.shape[1] != 1)
        throw Error(ErrorCode::BadFile,
                    "its tensor \"" + readableText(tensor.name) + "\" is not a convolution");
    const uint64_t columns = tensor.shape[0], taps = tensor.shape[2];
    std::vector<float> values = valuesOf(tensor, sources);
    if (!order.empty()) values = inOrder(values, order, taps);
    table.addValues(name, std::move(values), {taps, columns});
}

bool addDeltaNet(const nlohmann::json& config, const std::string& layer, std::string_view name,
                 const SafeTensor& tensor, const TensorSources& sources, TensorTable& table) {
    const DeltaHeads heads(config);
    const uint64_t keys = heads.keyHeads * heads.keyDim, values = heads.heads * heads.valueDim;
    if (name == "in_proj_qkv.weight") {
        addOrdered(layer + "attn_qkv.weight", tensor, 2 * keys + values, heads.rows(2 * keys, heads.valueDim),
                   table);
    } else if (name == "in_proj_z.weight" || name == "g_proj.weight") {
        addOrdered(layer + "attn_gate.weight", tensor, values, heads.rows(0, heads.valueDim), table);
    } else if (name == "in_proj_b.weight" || name == "b_proj.weight") {
        addOrdered(layer + "ssm_beta.weight", tensor, heads.heads, heads.order(), table);
    } else if (name == "in_proj_a.weight" || name == "a_proj.weight") {
        addOrdered(layer + "ssm_alpha.weight", tensor, heads.heads, heads.order(), table);
    } else if (name == "in_proj_qkvz.weight") {
        const uint64_t group = heads.shared() * heads.valueDim;
        Order convolved, gates;
        heads.addGrouped(convolved, 0, heads.keyDim);
        heads.addGrouped(convolved, heads.keyDim, heads.keyDim);
        heads.addGrouped(convolved, 2 * heads.keyDim, group);
        heads.addGrouped(gates, 2 * heads.keyDim + group, group);
        addOrdered(layer + "attn_qkv.weight", tensor, 2 * (keys + values), std::move(convolved), table);
        addOrdered(layer + "attn_gate.weight", tensor, 2 * (keys + values), std::move(gates), table);
    } else if (name == "in_proj_ba.weight") {
        needRows(tensor, 2 * heads.heads);
        table.addRows(layer + "ssm_ba.weight", {.pieces = {{tensor, 0}}, .rowsEach = tensor.shape[0]},
                      tensor.shape[1]);
    } else if (name == "A_log") {
        table.addValues(layer + "ssm_a", decays(inOrder(valuesOf(tensor, sources), heads.order())));
    } else if (name == "dt_bias") {
        table.addValues(layer + "ssm_dt.bias", inOrder(valuesOf(tensor, sources), heads.order()));
    } else if (name == "conv1d.weight") {
        addTaps(layer + "ssm_conv1d.weight", tensor, heads.rows(2 * keys, heads.valueDim), sources, table);
    } else if (name == "norm.weight" || name == "o_norm.weight") {
        table.addValues(layer + "ssm_norm.weight", valuesOf(tensor, sources));
    } else if (name == "out_proj.weight" || name == "o_proj.weight") {
        if (tensor.shape.size() != 2 || tensor.shape[1] != values)
            throw Error(ErrorCode::BadFile,
                        "its tensor \"" + readableText(tensor.name) + "\" has a shape that cannot be");
        table.addColumns(layer + "ssm_out.weight", tensor, heads.order(), heads.valueDim);
    } else {
        return false;
    }
    return true;
}

bool addStateSpace(const nlohmann::json& config, const std::string& layer, std::string_view name,
                   const SafeTensor& tensor, const TensorSources& sources, TensorTable& table) {
    // Files have the numbers of Mamba's columns as a vector, and those of heads as a matrix.
    const std::string kind = config.value("model_type", "");
    const bool scan = kind == "mamba" || kind == "falcon_mamba" || kind == "jamba";
    const auto heads = [&] {
        return scan ? std::vector<uint64_t>{} : std::vector<uint64_t>{1, tensor.elements()};
    };
    const auto matrix = [&](const char* to) {
        needRows(tensor, tensor.shape.empty() ? 0 : tensor.shape[0]);
        table.addRows(layer + to, {.pieces = {{tensor, 0}}, .rowsEach = tensor.shape[0]}, tensor.shape[1]);
    };
    if (name == "in_proj.weight") {
        matrix("ssm_in.weight");
    } else if (name == "out_proj.weight") {
        matrix("ssm_out.weight");
    } else if (name == "A_log") {
        // Mamba has a row for each column of its values.
        const bool rows = tensor.shape.size() == 2;
        table.addValues(layer + "ssm_a", decays(valuesOf(tensor, sources)),
                        rows ? std::vector<uint64_t>{tensor.shape[1], tensor.shape[0]} : heads());
    } else if (name == "D") {
        table.addValues(layer + "ssm_d", valuesOf(tensor, sources), heads());
    } else if (name == "x_proj.weight") {
        matrix("ssm_x.weight");
    } else if (name == "dt_proj.weight") {
        matrix("ssm_dt.weight");
    } else if (name == "dt_layernorm.weight") {
        table.addValues(layer + "ssm_dt_norm.weight", valuesOf(tensor, sources));
    } else if (name == "b_layernorm.weight") {
        table.addValues(layer + "ssm_b_norm.weight", valuesOf(tensor, sources));
    } else if (name == "c_layernorm.weight") {
        table.addValues(layer + "ssm_c_norm.weight", valuesOf(tensor, sources));
    } else if (name == "dt_bias" || name == "dt_proj.bias") {
        table.addValues(layer + "ssm_dt.bias", valuesOf(tensor, sources));
    } else if (name == "conv1d.weight") {
        addTaps(layer + "ssm_conv1d.weight", tensor, {}, sources, table);
    } else if (name == "conv1d.bias") {
        table.addValues(layer + "ssm_conv1d.bias", valuesOf(tensor, sources));
    } else if (name == "norm.weight") {
        const uint64_t groups = countOf(config, "mamba_n_groups", countOf(config, "n_groups", 0));
        if (groups == 0 || tensor.elements() % groups != 0)
            throw Error(ErrorCode::BadFile, "config.json's groups of mamba cannot be");
        table.addValues(layer + "ssm_norm.weight", valuesOf(tensor, sources),
                        {tensor.elements() / groups, groups});
    } else {
        return false;
    }
    return true;
}

/// The rows of three matrices one after the other.
void addJoinedRows(const std::string& name, const std::array<SafeTensor, 3>& parts, TensorTable& table) {
    RowPieces rows{.stacked = false};
    for (const SafeTensor& part : parts) {
        const bool fits = part.shape.size() == 2 && part.shape[0] != 0 && part.type == parts[0].type &&
                          part.shape[1] == parts[0].shape[1];
        if (!fits) throw Error(ErrorCode::BadFile, "its tensors for " + readableText(name) + " do not fit");
        rows.rowsEach = std::gcd(rows.rowsEach, part.shape[0]);
    }
    constexpr uint64_t mostPieces = 4096;
    for (const SafeTensor& part : parts) {
        if (part.shape[0] / rows.rowsEach > mostPieces)
            throw Error(ErrorCode::BadFile, "its tensors for " + readableText(name) + " do not fit");
        for (uint64_t row = 0; row < part.shape[0]; row += rows.rowsEach) rows.pieces.push_back({part, row});
    }
    table.addRows(name, std::move(rows), parts[0].shape[1]);
}

/// Convolutions one after the other. transformers cuts them into equal parts when it saves a model, wherever
/// queries end, so only all of them together have the right number of columns.
void addJoinedTaps(const std::string& name, const std::array<SafeTensor, 3>& parts,
                   const TensorSources& sources, TensorTable& table) {
    std::vector<float> all;
    uint64_t columns = 0;
    for (const SafeTensor& part : parts) {
        const bool fits = (part.shape.size() == 2 || part.shape.size() == 3) &&
                          part.shape.back() == parts[0].shape.back() &&
                          part.elements() == part.shape[0] * part.shape.back();
        if (!fits) throw Error(ErrorCode::BadFile, "its tensors for " + readableText(name) + " do not fit");
        const std::vector<float> values = valuesOf(part, sources);
        all.insert(all.end(), values.begin(), values.end());
        columns += part.shape[0];
    }
    table.addValues(name, std::move(all), {parts[0].shape.back(), columns});
}

}  // namespace

bool takeJoinedTensor(const std::string& layer, std::string_view name, const SafeTensor& tensor,
                      JoinedTensors& joined) {
    const bool delta = takePrefix(name, "linear_attn.");
    if (!delta && !takePrefix(name, "self_attn.")) return false;
    constexpr std::string_view letters = "qkv";
    const size_t part = name.empty() ? std::string_view::npos : letters.find(name.front());
    if (part == std::string_view::npos) return false;
    const bool taps = name.substr(1) == "_conv1d.weight";
    if (!taps && !(delta && name.substr(1) == "_proj.weight")) return false;
    joined[layer + (taps ? "ssm_conv1d.weight" : "attn_qkv.weight")][part] = tensor;
    return true;
}

void addJoinedTensors(const JoinedTensors& joined, const TensorSources& sources, TensorTable& table) {
    for (const auto& [name, parts] : joined) {
        for (const SafeTensor& part : parts)
            if (part.elements() == 0 || part.shape.empty())
                throw Error(ErrorCode::BadFile, "it lacks a part of " + readableText(name));
        if (name.ends_with("ssm_conv1d.weight"))
            addJoinedTaps(name, parts, sources, table);
        else
            addJoinedRows(name, parts, table);
    }
}

bool addRecurrentTensor(const nlohmann::json& config, const std::string& layer, std::string_view name,
                        const SafeTensor& tensor, const TensorSources& sources, TensorTable& table) {
    if (takePrefix(name, "linear_attn.")) return addDeltaNet(config, layer, name, tensor, sources, table);
    if (takePrefix(name, "mamba.")) return addStateSpace(config, layer, name, tensor, sources, table);
    if (name != "conv.conv.weight") return false;
    addTaps(layer + "shortconv.conv.weight", tensor, {}, sources, table);
    return true;
}

}  // namespace hearth::format
