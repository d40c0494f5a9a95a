#include "vision/tower_config.h"

#include <algorithm>
#include <array>
#include <string>

#include "format/gguf/tower_names.h"
#include "hearth/gguf.h"
#include "hearth/readable_text.h"
#include "model/metadata_reader.h"
#include "model/model_errors.h"
#include "vision/vision_errors.h"

namespace hearth {

namespace {

using enum TowerFamily::Positions;
using enum TowerFamily::Merge;

constexpr float torchEpsilon = 1e-5F;  // of a LayerNorm that says none

constexpr std::array families{
    // SigLIP (Zhai et al. 2023), whose patches are averaged (Gemma 3) or joined (Idefics 3).
    TowerFamily{.projector = "gemma3", .merge = Mean, .projectorNorm = NormKind::Rms, .turnsProjector = true},
    TowerFamily{.projector = "idefics3"},
    TowerFamily{.projector = "internvl",
                .activation = "gelu",
                .projectorNorm = NormKind::Layer,
                .projectorEpsilon = torchEpsilon,
                .projectorActivation = Activation::GeluErf},
    TowerFamily{.projector = "lfm2",
                .positions = ResizedTable,
                .projectorNorm = NormKind::Layer,
                .projectorEpsilon = torchEpsilon,
                .projectorActivation = Activation::GeluErf},
    // CLIP (Radford et al. 2021), read before its last layer, or SigLIP, read after several (Granite Vision).
    TowerFamily{.projector = "mlp",
                .activation = "quick_gelu",
                .projectorActivation = Activation::GeluErf,
                .findsOutWidth = true},
    TowerFamily{.projector = "gemma4v",
                .norm = NormKind::Rms,
                .isGated = true,
                .positions = AxisTables,
                .rotates = true,
                .rotatesHalves = true,
                .ropeBase = 100,
                .attentionScale = 1,
                .normalizesHeads = true,
                .inputScale = 2,
                .inputShift = -1,
                .merge = Mean,
                .standardizes = true,
                .projectorNorm = NormKind::Rms},
    TowerFamily{.projector = "glm4v",
                .norm = NormKind::Rms,
                .activation = "silu",
                .isGated = true,
                .positions = CubicTable,
                .rotates = true,
                .normsInput = true},
    // MoonViT (Kimi-VL 2025).
    TowerFamily{.projector = "kimivl",
                .positions = CubicTable,
                .rotates = true,
                .pairing = RopePairing::Interleaved,
                .alternatesAxes = true,
                .projectorActivation = Activation::GeluErf},
    TowerFamily{.projector = "pixtral",
                .norm = NormKind::Rms,
                .activation = "silu",
                .isGated = true,
                .positions = None,
                .rotates = true,
                .pairing = RopePairing::Interleaved,
                .columnShift = 0.5F,
                .projectorActivation = Activation::GeluErf},
    TowerFamily{.projector = "qwen2vl_merger",
                .activation = "quick_gelu",
                .positions = None,
                .rotates = true,
                .projectorActivation = Activation::GeluErf},
    TowerFamily{.projector = "qwen2.5vl_merger",
                .norm = NormKind::Rms,
                .activation = "silu",
                .isGated = true,
                .positions = None,
                .rotates = true,
                .projectorActivation = Activation::GeluErf},
    TowerFamily{.projector = "qwen3vl_merger",
                .positions = CornerTable,
                .rotates = true,
                .projectorActivation = Activation::GeluErf},
};

constexpr std::array activations{
    TowerActivation{"gelu", Activation::GeluErf},
    TowerActivation{"gelu_pytorch_tanh", Activation::GeluTanh},
    TowerActivation{"quick_gelu", Activation::Silu, 1.702F},
    TowerActivation{"silu", Activation::Silu},
};

/// The activation of a tower: folders name it; of files of llama.cpp, whose flags stand for others in most
/// families, only those of families that have several are read.
const TowerActivation* activationOf(const GgufFile& file, const TowerConfig& config) {
    const bool isLlava = config.family->projector == "mlp";
    std::string name(config.family->activation);
    if (isLlava && !config.hasClass) {
        name = "gelu_pytorch_tanh";  // SigLIP
    } else if (isLlava || config.family->projector == "pixtral") {
        if (file.getBool("clip.use_gelu").value_or(false)) name = "gelu";
        if (file.getBool("clip.use_silu").value_or(false)) name = "silu";
    }
    name = file.getString("clip.hidden_act").value_or(name);
    const TowerActivation* const activation = findTowerActivation(name);
    // The scale would multiply both halves of a gated part.
    if (activation == nullptr || (config.family->isGated && activation->scale != 1))
        throw Error(errors::unknownActivation, {readableText(name)});
    return activation;
}

/// Rows of the projector's last matrix.
uint32_t outWidthOf(const GgufFile& file, std::string_view projector, uint32_t most) {
    for (const TowerRole role : {TowerRole::ProjectorOut, TowerRole::ProjectorIn}) {
        const GgufTensor* const matrix = file.findTensor(towerWeightName(projector, {role}));
        if (matrix == nullptr) continue;
        if (matrix->shape.size() != 2 || matrix->shape[1] == 0 || matrix->shape[1] > most)
            throw Error(errors::badPictureSetting, {readableText(matrix->name)});
        return static_cast<uint32_t>(matrix->shape[1]);
    }
    throw Error(errors::missingTensor, {towerWeightName(projector, {TowerRole::ProjectorIn})});
}

/// The layers whose rows the projector reads, where these are not those of the last alone, and the number of
/// layers, of which none after them is run.
void addFeatureLayers(const MetadataReader& numbers, TowerConfig& config) {
    constexpr size_t most = 16;
    config.featureLayers = numbers.counts("feature_layer", 1, config.layers, most);
    if (config.featureLayers.empty()) return;
    config.layers = std::ranges::max(config.featureLayers);
    if (config.featureLayers.size() == 1) config.featureLayers.clear();
}

/// Values are held to limits of the file (some of Gemma 4's).
bool hasLimits(const GgufFile& file) {
    return std::any_of(file.tensors().begin(), file.tensors().end(), [](const GgufTensor& tensor) {
        return tensor.name.ends_with("input_min") || tensor.name.ends_with("input_max");
    });
}

/// Rows of the table of positions.
uint32_t positionsOf(const GgufFile& file, const TowerConfig& config) {
    constexpr uint64_t mostPositions = uint64_t{1} << 20U;
    const std::string name = towerWeightName(config.family->projector, {TowerRole::Positions});
    const GgufTensor* table = file.findTensor(name);
    if (table == nullptr) throw Error(errors::missingTensor, {name});
    const uint64_t rows = table->elements() / config.width;
    if (rows == 0 || rows > mostPositions || rows * config.width != table->elements())
        throw Error(errors::badPictureSetting, {name});
    return static_cast<uint32_t>(rows);
}

/// Which layers see all of a picture, and how much the others do. Files of llama.cpp say after how many
/// layers one sees all, and nothing of the window, which in all models has 112 pixels.
void addWindows(const MetadataReader& numbers, TowerConfig& config) {
    constexpr uint32_t usualWindow = 112, mostPixels = 1U << 16U;
    const uint32_t every = numbers.count("n_wa_pattern", 0, config.layers, 0);
    config.seesAll.assign(config.layers, every == 0);
    for (uint32_t i = 0; i < config.layers; ++i) {
        if (every != 0) config.seesAll[i] = (i + 1) % every == 0;
        if (const auto stated = numbers.flagOfLayer("full_attention_layers", i)) config.seesAll[i] = *stated;
    }
    const bool all = std::find(config.seesAll.begin(), config.seesAll.end(), false) == config.seesAll.end();
    if (!all) config.window = numbers.count("window_size", 1, mostPixels, usualWindow);
}

}  // namespace

const TowerActivation* findTowerActivation(std::string_view name) noexcept {
    const auto found = std::ranges::find(activations, name, &TowerActivation::name);
    return found != activations.end() ? &*found : nullptr;
}

const TowerFamily* findTowerFamily(std::string_view projector) noexcept {
    const auto found = std::find_if(families.begin(), families.end(),
                                    [&](const TowerFamily& family) { return family.projector == projector; });
    return found != families.end() ? &*found : nullptr;
}

TowerConfig TowerConfig::fromGguf(const GgufFile& file) {
    constexpr uint32_t mostWidth = 1U << 16U, mostLayers = 512;
    auto projector = file.getString("clip.vision.projector_type");
    if (!projector) projector = file.getString("clip.projector_type");
    TowerConfig config;
    config.family = findTowerFamily(projector.value_or(""));
    if (config.family == nullptr) throw Error(errors::unknownProcessor, {projector.value_or("")});
    const MetadataReader numbers(file, "clip.vision");
    config.width = numbers.count("embedding_length", 1, mostWidth);
    config.layers = numbers.count("block_count", 1, mostLayers);
    config.heads = numbers.count("attention.head_count", 1, config.width);
    config.feedForward = numbers.count("feed_forward_length", 1, 4 * mostWidth);
    config.outWidth = config.family->findsOutWidth ? outWidthOf(file, config.family->projector, mostWidth)
                                                   : numbers.count("projection_dim", 1, mostWidth);
    config.hasClass =
        file.findTensor(towerWeightName(config.family->projector, {TowerRole::ClassEmbedding})) != nullptr;
    config.activation = activationOf(file, config);
    addFeatureLayers(numbers, config);
    config.epsilon = numbers.positive("attention.layer_norm_epsilon", config.epsilon);
    config.ropeBase = numbers.positive("rope.freq_base", config.family->ropeBase);
    const uint32_t headDim = config.width / config.heads;
    if (config.width % config.heads != 0 || (config.family->rotates && headDim % 4 != 0))
        throw Error(errors::badPictureSetting, {"attention.head_count"});
    if (config.family->positions != None) config.positions = positionsOf(file, config);
    addWindows(numbers, config);
    config.limitsValues = hasLimits(file);
    // Limits stand around each of the matrices that such a family has.
    const bool isFused =
        file.findTensor(towerWeightName(config.family->projector, {TowerRole::QueryKeyValue, 0})) != nullptr;
    if (config.limitsValues && (!config.family->isGated || isFused))
        throw Error(errors::unknownProcessor, {"limits between layers"});
    for (uint32_t i = 0; i < config.layers; ++i)
        if (numbers.flagOfLayer("is_deepstack_layers", i).value_or(false)) config.deepLayers.push_back(i);
    return config;
}

}  // namespace hearth
