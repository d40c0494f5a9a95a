#include <cmath>

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
    } else if (name == "in_proj_z.weight") {
        addOrdered(layer + "attn_gate.weight", tensor, values, heads.rows(0, heads.valueDim), table);
    } else if (name == "in_proj_b.weight") {
        addOrdered(layer + "ssm_beta.weight", tensor, heads.heads, heads.order(), table);
    } else if (name == "in_proj_a.weight") {
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
    } else if (name == "norm.weight") {
        table.addValues(layer + "ssm_norm.weight", valuesOf(tensor, sources));
    } else if (name == "out_proj.weight") {
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
    const auto heads = [&] { return std::vector<uint64_t>{1, tensor.elements()}; };
    const auto matrix = [&](const char* to) {
        needRows(tensor, tensor.shape.empty() ? 0 : tensor.shape[0]);
        table.addRows(layer + to, {.pieces = {{tensor, 0}}, .rowsEach = tensor.shape[0]}, tensor.shape[1]);
    };
    if (name == "in_proj.weight") {
        matrix("ssm_in.weight");
    } else if (name == "out_proj.weight") {
        matrix("ssm_out.weight");
    } else if (name == "A_log") {
        table.addValues(layer + "ssm_a", decays(valuesOf(tensor, sources)), heads());
    } else if (name == "D") {
        table.addValues(layer + "ssm_d", valuesOf(tensor, sources), heads());
    } else if (name == "dt_bias") {
        table.addValues(layer + "ssm_dt.bias", valuesOf(tensor, sources));
    } else if (name == "conv1d.weight") {
        addTaps(layer + "ssm_conv1d.weight", tensor, {}, sources, table);
    } else if (name == "conv1d.bias") {
        table.addValues(layer + "ssm_conv1d.bias", valuesOf(tensor, sources));
    } else if (name == "norm.weight") {
        const uint64_t groups = countOf(config, "mamba_n_groups", 0);
        if (groups == 0 || tensor.elements() % groups != 0)
            throw Error(ErrorCode::BadFile, "config.json's groups of mamba cannot be");
        table.addValues(layer + "ssm_norm.weight", valuesOf(tensor, sources),
                        {tensor.elements() / groups, groups});
    } else {
        return false;
    }
    return true;
}

}  // namespace

bool addRecurrentTensor(const nlohmann::json& config, const std::string& layer, std::string_view name,
                        const SafeTensor& tensor, const TensorSources& sources, TensorTable& table) {
    if (takePrefix(name, "linear_attn.")) return addDeltaNet(config, layer, name, tensor, sources, table);
    if (takePrefix(name, "mamba.")) return addStateSpace(config, layer, name, tensor, sources, table);
    if (name != "conv.conv.weight") return false;
    addTaps(layer + "shortconv.conv.weight", tensor, {}, sources, table);
    return true;
}

}  // namespace hearth::format
