// The vision encoder of a folder's model, under the names of mmproj files.
#include <algorithm>
#include <cmath>

#include "format/format_errors.h"
#include "format/huggingface/folder_files.h"
#include "format/huggingface/folder_model.h"
#include "format/huggingface/folder_settings.h"
#include "format/huggingface/folder_tensor_table.h"
#include "format/huggingface/folder_tower_names.h"
#include "hearth/error.h"
#include "hearth/readable_text.h"

namespace hearth::format {

namespace {

using Json = nlohmann::json;

const VisionKind& visionKindOf(const Json& config) {
    std::string modelType = config.value("model_type", "");
    // LLaVA's folders have other towers, too.
    const Json* vision = findSetting(config, "vision_config");
    if (modelType == "llava" && vision != nullptr && vision->is_object() &&
        vision->value("model_type", Json()) == "pixtral")
        modelType = "pixtral";
    const VisionKind* kind = findVisionKind(modelType);
    if (kind == nullptr) throw Error(errors::folderOfUnknownKind, {readableText(modelType)});
    return *kind;
}

const Json& visionPart(const Json& config, const char* key) {
    const Json* part = findSetting(config, key);
    if (part == nullptr || !part->is_object()) throw Error(errors::folderFileDamaged, {"config.json"});
    return *part;
}

/// Numbers of layers after which the projector takes rows, one or a list. A folder counts them from the first
/// (1) or from the last (-1).
std::vector<uint64_t> featureLayers(const Json& config) {
    const Json& vision = visionPart(config, "vision_config");
    const uint64_t all =
        countOf(vision, findSetting(vision, "depth") != nullptr ? "depth" : "num_hidden_layers", 0);
    const Json* stated = findSetting(config, "vision_feature_layer");
    if (stated == nullptr) stated = findSetting(config, "select_layer");
    const Json layers = stated == nullptr    ? Json::array({-1})
                        : stated->is_array() ? *stated
                                             : Json::array({*stated});
    std::vector<uint64_t> features;
    for (const Json& layer : layers) {
        const double number = layer.is_number() ? layer.get<double>() : 0;
        const double counted = number < 0 ? static_cast<double>(all) + 1 + number : number;
        if (!(counted >= 1 && counted <= static_cast<double>(all) && counted == std::floor(counted)))
            throw Error(ErrorCode::BadFile,
                        "config.json's \"vision_feature_layer\" is not one of its layers");
        features.push_back(static_cast<uint64_t>(counted));
    }
    if (features.empty())
        throw Error(ErrorCode::BadFile, "config.json's \"vision_feature_layer\" is not one of its layers");
    return features;
}

/// Number of layers that are run.
uint64_t layersOf(const Json& config) {
    return std::ranges::max(featureLayers(config));
}

/// Numbers of layers that a list names.
std::vector<uint64_t> layerList(const Json& vision, const char* key) {
    std::vector<uint64_t> layers;
    const Json* list = findSetting(vision, key);
    if (list == nullptr || !list->is_array()) return layers;
    for (const Json& layer : *list) {
        if (!layer.is_number_unsigned() || layer.get<uint64_t>() >= mostLayers)
            throw Error(ErrorCode::BadFile, std::string("config.json's \"") + key + "\" names no layer");
        layers.push_back(layer.get<uint64_t>());
    }
    return layers;
}

/// A list of layers as a flag for each.
void addLayerFlags(const std::vector<uint64_t>& layers, uint64_t count, const char* key,
                   MetadataTable& table) {
    if (layers.empty()) return;
    GgufValue::Integers flags(std::min(count, mostLayers));
    for (const uint64_t layer : layers)
        if (layer < flags.size()) flags[layer] = 1;
    table.own(key, std::move(flags));
}

/// The activation of the feed-forward parts.
void addActivation(const Json& vision, const VisionKind& kind, MetadataTable& table) {
    for (const char* key : {"hidden_act", "hidden_activation"}) {
        const Json* name = findSetting(vision, key);
        if (name == nullptr) continue;
        if (!name->is_string())
            throw Error(ErrorCode::BadFile, std::string("config.json's \"") + key + "\" is not a name");
        table.set("clip.hidden_act", name->get<std::string>());
    }
    // As in PixtralVisionConfig; llama.cpp's files always say.
    if (kind.projector == "pixtral") table.set("clip.hidden_act", std::string("gelu"));
}

bool isClip(const Json& vision) {
    return vision.value("model_type", Json()) == "clip_vision_model";
}

/// LLaVA's models drop the first row ("default"), which in CLIP is that of the class, or keep all ("full").
void checkSelection(const Json& config, const Json& vision) {
    const Json* strategy = findSetting(config, "vision_feature_select_strategy");
    if (strategy != nullptr && (*strategy == "full") == isClip(vision))
        throw Error(
            ErrorCode::Unsupported,
            "its projector reads other rows of the tower than its patches, which Hearth cannot do yet");
}

void addVisionConfig(const Json& config, const VisionKind& kind, MetadataTable& table) {
    const Json& vision = visionPart(config, "vision_config");
    table.set("general.architecture", std::string("clip"));
    table.set("clip.projector_type", std::string(kind.projector));
    const SettingsCopy copy(vision, table);
    copy.count("out_hidden_size", "projection_dim");
    for (const char* key : {"text_config", "llm_config"})
        if (const Json* text = findSetting(config, key); text != nullptr && text->is_object())
            table.own("projection_dim", countOf(*text, "hidden_size", 0));
    table.own("block_count", layersOf(config));
    if (const std::vector<uint64_t> features = featureLayers(config); features.size() > 1)
        table.own("feature_layer", GgufValue::Integers(features.begin(), features.end()));
    addActivation(vision, kind, table);
    if (kind.projector == "mlp") checkSelection(config, vision);
    if (const uint64_t width = countOf(vision, "embed_dim", 0); width != 0) {
        // Qwen2-VL, where "hidden_size" is that of the text model.
        copy.count("hidden_size", "projection_dim");
        table.own("embedding_length", width);
        table.own("feed_forward_length", width * countOf(vision, "mlp_ratio", 4));
    }
    copy.count("hidden_size", "embedding_length");
    // The inner width of GLM's blocks is that of the rows; the other one is its projector's (Glm4vVisionMlp).
    if (kind.projector == "glm4v") copy.count("out_hidden_size", "feed_forward_length");
    copy.count("intermediate_size", "feed_forward_length");
    copy.count("num_attention_heads", "attention.head_count");
    copy.count("num_heads", "attention.head_count");
    copy.number("layer_norm_eps", "attention.layer_norm_epsilon");
    copy.number("rms_norm_eps", "attention.layer_norm_epsilon");
    // These towers have it in their code, and CLIP's is not the usual one.
    if (kind.projector == "pixtral" || kind.projector == "kimivl" || isClip(vision))
        table.own("attention.layer_norm_epsilon", 1e-5);
    const Json* rope = findSetting(vision, "rope_parameters");
    SettingsCopy(rope != nullptr && rope->is_object() ? *rope : vision, table)
        .number("rope_theta", "rope.freq_base");
    for (const char* key : {"use_qk_norm", "qk_normalization"})
        if (vision.value(key, Json()) == true)
            throw Error(ErrorCode::Unsupported,
                        "its tower normalises queries and keys, which Hearth cannot do yet");
    copy.count("window_size", "window_size");
    addLayerFlags(layerList(vision, "fullatt_block_indexes"), layersOf(config), "full_attention_layers",
                  table);
    addLayerFlags(layerList(vision, "deepstack_visual_indexes"), layersOf(config), "is_deepstack_layers",
                  table);
}

/// The columns (y, x, channel) of a matrix as (channel, y, x).
void addChannelsFirst(const std::string& name, const SafeTensor& tensor, TensorTable& table) {
    if (tensor.shape.size() != 2 || tensor.shape[1] % 3 != 0)
        throw Error(ErrorCode::BadFile,
                    "its tensor \"" + readableText(tensor.name) + "\" has a shape that cannot be");
    const uint64_t columns = tensor.shape[1];
    table.addStrided(name, tensor,
                     {.matrices = tensor.shape[0],
                      .rows = 3,
                      .columns = columns / 3,
                      .matrixStep = columns,
                      .rowStep = 1,
                      .columnStep = 3});
}

/// The matrices of two frames, stored (rows, channel, frame, y, x), as two of (channel, y, x).
void addFrames(const SafeTensor& tensor, TensorTable& table) {
    if (tensor.shape.size() != 5 || tensor.shape[1] != 3 || tensor.shape[2] != 2)
        throw Error(ErrorCode::BadFile,
                    "its tensor \"" + readableText(tensor.name) + "\" has a shape that cannot be");
    const uint64_t pixels = tensor.shape[3] * tensor.shape[4];
    for (const uint64_t frame : {0U, 1U})
        table.addStrided(frame == 0 ? "v.patch_embd.weight" : "v.patch_embd.weight.1", tensor,
                         {.matrices = tensor.shape[0],
                          .rows = 3,
                          .columns = pixels,
                          .first = frame * pixels,
                          .matrixStep = 6 * pixels,
                          .rowStep = 2 * pixels,
                          .columnStep = 1});
}

/// Rows of queries or keys, of each head those of either half in turn.
void addInterleaved(const std::string& name, const SafeTensor& tensor, uint64_t heads, TensorTable& table) {
    if (tensor.shape.size() != 2 || heads == 0 || tensor.shape[0] % (2 * heads) != 0)
        throw Error(ErrorCode::BadFile,
                    "its tensor \"" + readableText(tensor.name) + "\" has a shape that cannot be");
    const uint64_t rows = tensor.shape[0], half = rows / heads / 2;
    RowPieces pieces{.pieces = {{tensor}}, .rowsEach = rows};
    for (uint64_t row = 0; row < rows; ++row)
        pieces.order.push_back(row / (2 * half) * 2 * half + row % 2 * half + row % (2 * half) / 2);
    table.addRows(name, std::move(pieces), tensor.shape[1]);
}

bool isQueryOrKey(std::string_view name) {
    return name.ends_with(".attn_q.weight") || name.ends_with(".attn_k.weight");
}

}  // namespace

FolderModel readVisionFolder(const std::filesystem::path& folder) {
    const Json config = readFolderJson(folder / "config.json");
    const VisionKind& kind = visionKindOf(config);
    FolderModel model;
    model.tables.version = 3;
    MetadataTable metadata(model.tables, "clip.vision");
    metadata.set("general.name", folder.filename().string());
    addVisionConfig(config, kind, metadata);
    const FolderWeights weights = folderWeights(folder);
    model.sizeBytes = weights.sizeBytes;
    TensorTable table(model, weights.sources);
    const Json& vision = visionPart(config, "vision_config");
    // LLaVA's models take rows in front of the final norm.
    const bool endsEarly =
        kind.projector == "mlp" || layersOf(config) < countOf(vision, "num_hidden_layers", 0);
    const std::vector<uint64_t> deepLayers = layerList(vision, "deepstack_visual_indexes");
    for (const SafeTensor& tensor : weights.tensors) {
        std::string_view own = tensor.name;
        takePrefix(own, "model.");
        if (own == "visual.patch_embed.proj.weight") addFrames(tensor, table);
        const std::string name = visionTensorName(kind, own, deepLayers);
        if (name.empty() || (endsEarly && name.starts_with("v.post_ln."))) continue;
        if (name == "mm.soft_emb_norm.weight") {
            // Stored less one.
            table.addValues(name, valuesOf(tensor, weights.sources, 1.0F));
        } else if (kind.interleavesQueries && isQueryOrKey(name)) {
            addInterleaved(name, tensor, countOf(vision, "num_attention_heads", 0), table);
        } else if (kind.channelsLast && name == "v.patch_embd.weight") {
            addChannelsFirst(name, tensor, table);
        } else {
            std::vector<uint64_t> shape(tensor.shape.rbegin(), tensor.shape.rend());
            if (shape.empty()) shape.push_back(1);
            table.add(name, blockTypeOf(tensor), std::move(shape),
                      [sources = weights.sources, tensor](uint64_t offset, std::span<std::byte> out) {
                          (*sources)[tensor.file](tensor.offset + offset, out);
                      });
        }
    }
    return model;
}

}  // namespace hearth::format
