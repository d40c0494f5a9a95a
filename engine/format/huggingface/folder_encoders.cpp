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
};

std::string nameIn(std::span<const EncoderName> names, std::string_view stem) {
    for (const EncoderName& name : names)
        if (name.from == stem) return std::string(name.to);
    return {};
}

/// "blk.3." of a name that begins with its layer, which is cut off; empty for all others.
std::string takeEncoderLayer(std::string_view& name) {
    std::string_view rest = name;
    if (!takePrefix(rest, "encoder.layer.")) return {};
    const size_t dot = rest.find('.');
    if (dot == 0 || dot > 3 || rest.substr(0, dot).find_first_not_of("0123456789") != std::string::npos)
        return {};
    name = rest.substr(dot + 1);
    return "blk." + std::string(rest.substr(0, dot)) + ".";
}

/// Rows at the front of the table of positions that no text uses: RoBERTa counts from behind its padding.
uint64_t unusedPositions(const Json& config) {
    const std::string type = config.value("model_type", "");
    return type == "roberta" || type == "xlm-roberta" || type == "camembert"
               ? countOf(config, "pad_token_id", 1) + 1
               : 0;
}

/// A model that scores pairs has the tensors of an embedding model and a head besides. Without that head its
/// rows would pass for embeddings, which they were not trained to be.
void refuseRerankers(const Json& config) {
    const auto names = config.find("architectures");
    if (names == config.end() || !names->is_array() || names->empty() || !names->front().is_string()) return;
    if (names->front().get<std::string>().ends_with("ForSequenceClassification"))
        throw Error(errors::folderOfReranker);
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
    return architecture == "bert";
}

std::string encoderTensorName(std::string_view name) {
    for (const std::string_view prefix : {"bert.", "roberta."})
        if (takePrefix(name, prefix)) break;
    const size_t dot = name.rfind('.');
    if (dot == std::string_view::npos) return {};
    const std::string_view ending = name.substr(dot);
    if (ending != ".weight" && ending != ".bias") return {};
    name = name.substr(0, dot);
    const std::string layer = takeEncoderLayer(name);
    const std::string stem =
        layer.empty() ? nameIn(encoderOuterNames, name) : nameIn(encoderLayerNames, name);
    return stem.empty() ? std::string() : layer + stem + std::string(ending);
}

bool addEncoderTensor(const Json& config, const SafeTensor& tensor, TensorTable& table) {
    if (!tensor.name.ends_with("embeddings.position_embeddings.weight")) return false;
    addPositions(config, tensor, table);
    return true;
}

void addEncoderConfig(const Json& config, MetadataTable& table) {
    refuseRerankers(config);
    const std::string act = config.value("hidden_act", "gelu");
    if (act != "gelu")
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
}

}  // namespace hearth::format
