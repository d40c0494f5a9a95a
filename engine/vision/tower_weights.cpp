#include "vision/tower_weights.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "format/gguf/tower_names.h"
#include "hearth/error.h"
#include "hearth/gguf.h"
#include "hearth/readable_text.h"
#include "model/model_errors.h"
#include "model/weight_table.h"

namespace hearth {

namespace {

std::string shapeText(const std::vector<uint64_t>& shape) {
    std::string text;
    for (const uint64_t extent : shape) text += (text.empty() ? "" : " x ") + std::to_string(extent);
    return text;
}

/// The rows of a matrix as its columns.
std::vector<float> turned(const std::vector<float>& values, uint64_t columns) {
    const uint64_t rows = values.size() / columns;
    std::vector<float> out(values.size());
    for (uint64_t row = 0; row < rows; ++row)
        for (uint64_t column = 0; column < columns; ++column)
            out[column * rows + row] = values[row * columns + column];
    return out;
}

/// Finds the tensors of one file and uploads them.
class Loader {
public:
    Loader(const GgufFile& file, const TowerConfig& config, Backend& backend,
           std::vector<std::unique_ptr<Weight>>& all, const std::function<void(uint64_t, uint64_t)>& progress)
        : m_file(file), m_config(config), m_backend(backend), m_all(all), m_progress(progress) {}

    /// nullptr when the file has no such tensor.
    const GgufTensor* find(const TowerWeightId& id) const {
        const std::string name = towerWeightName(m_config.family->projector, id);
        return name.empty() ? nullptr : m_file.findTensor(name);
    }

    /// A matrix of so many columns; its rows are what is left of its elements, or given.
    const Weight* matrix(const TowerWeightId& id, uint64_t columns, uint64_t rows = 0) {
        return upload(source(id, columns, rows));
    }
    uint64_t rowsOf(const TowerWeightId& id, uint64_t columns) const { return source(id, columns, 0).rows; }
    const Weight* vector(const TowerWeightId& id, uint64_t columns) { return matrix(id, columns, 1); }
    const Weight* vectorIfThere(const TowerWeightId& id, uint64_t columns) {
        return find(id) != nullptr ? vector(id, columns) : nullptr;
    }
    Projection projection(TowerRole role, int32_t layer, uint64_t columns, uint64_t rows = 0) {
        const Weight* weight = matrix({role, layer}, columns, rows);
        return {weight, vectorIfThere({role, layer, true}, weight->rows)};
    }
    /// Stored (columns, rows), as x @ W wants it.
    Projection turnedProjection(TowerRole role, uint64_t columns) {
        const GgufTensor& tensor = needed({role});
        const uint64_t rows = tensor.elements() / columns;
        return {own(tensor.name, turned(values({role}, rows, columns), rows), columns),
                vectorIfThere({role, TowerWeightId::noLayer, true}, rows)};
    }
    /// Numbers of our own: a matrix of so many columns.
    const Weight* own(const std::string& name, std::vector<float> values, uint64_t columns) {
        const uint64_t rows = values.size() / columns;
        WeightSource source = fromValues({}, name, std::move(values));
        source.columns = columns;
        source.rows = rows;
        return upload(source);
    }
    /// A vector times a number; nullptr when the file has none.
    const Weight* scaledIfThere(const TowerWeightId& id, uint64_t columns, float scale) {
        if (scale == 1 || find(id) == nullptr) return vectorIfThere(id, columns);
        std::vector<float> scaled = values(id, columns, 1);
        for (float& value : scaled) value *= scale;
        return upload(fromValues({}, needed(id).name, std::move(scaled)));
    }
    ContentHash digest() const noexcept { return m_digest.value(); }
    /// The roles of the two matrices of a feed-forward part, which files of 2024 and before have exchanged.
    std::pair<TowerRole, TowerRole> feedForwardRoles(int32_t layer) const {
        const GgufTensor* up = find({TowerRole::FeedForwardUp, layer});
        const bool areExchanged = up != nullptr && m_config.width != m_config.feedForward &&
                                  up->shape == std::vector<uint64_t>{m_config.feedForward, m_config.width};
        if (areExchanged) return {TowerRole::FeedForwardDown, TowerRole::FeedForwardUp};
        return {TowerRole::FeedForwardUp, TowerRole::FeedForwardDown};
    }
    NormWeights norm(TowerRole role, int32_t layer, uint64_t columns) {
        return {vectorIfThere({role, layer}, columns), vectorIfThere({role, layer, true}, columns)};
    }
    /// Limits around a matrix, which are numbers of their own; none where the file has none.
    TowerWeights::Limits limits(TowerRole role, int32_t layer) const {
        constexpr std::string_view ending = "weight";
        std::string stem = towerWeightName(m_config.family->projector, {role, layer});
        stem.resize(stem.size() - ending.size());
        TowerWeights::Limits limits;
        const auto read = [&](const char* name, float& to) {
            if (const GgufTensor* tensor = m_file.findTensor(stem + name); tensor != nullptr)
                to = values(*tensor, 1, 1).front();
        };
        read("input_min", limits.in.lowest);
        read("input_max", limits.in.highest);
        read("output_min", limits.out.lowest);
        read("output_max", limits.out.highest);
        return limits;
    }
    /// All of a tensor's values on the host; its shape is as for matrix().
    std::vector<float> values(const TowerWeightId& id, uint64_t columns, uint64_t rows) const {
        return values(needed(id), columns, rows);
    }

private:
    std::vector<float> values(const GgufTensor& tensor, uint64_t columns, uint64_t rows) const {
        const WeightSource from = source(tensor, columns, rows);
        const BlockTypeInfo& type = blockTypeInfo(from.type);
        const uint64_t elements = columns * rows;
        std::vector<std::byte> bytes(elements / type.blockElements * type.blockBytes);
        from.read(0, bytes);
        std::vector<float> out(elements);
        dequantizeRow(from.type, bytes, out);
        return out;
    }

    const GgufTensor& needed(const TowerWeightId& id) const {
        const GgufTensor* tensor = find(id);
        if (tensor == nullptr)
            throw Error(errors::missingTensor,
                        {readableText(towerWeightName(m_config.family->projector, id))});
        return *tensor;
    }

    WeightSource source(const TowerWeightId& id, uint64_t columns, uint64_t rows) const {
        return source(needed(id), columns, rows);
    }
    WeightSource source(const GgufTensor& tensor, uint64_t columns, uint64_t rows) const {
        const uint64_t elements = tensor.elements();
        const uint64_t found = rows != 0 ? rows : elements / columns;
        // The weights of a convolution have an axis for each side of a patch and one for the channels.
        if (found == 0 || found * columns != elements ||
            columns % blockTypeInfo(tensor.type).blockElements != 0)
            throw Error(errors::wrongShape,
                        {readableText(tensor.name), shapeText(tensor.shape), shapeText({columns, found})});
        WeightSource from{
            .name = tensor.name, .type = tensor.type, .columns = columns, .rows = found, .read = {}};
        from.read = [file = &m_file, &tensor, digest = &m_digest](uint64_t byteOffset,
                                                                  std::span<std::byte> out) {
            file->read(tensor, byteOffset, out);
            digest->add(tensor.name, byteOffset, out);
        };
        return from;
    }

    const Weight* upload(const WeightSource& from) {
        m_all.push_back(m_backend.upload(from));
        m_done += from.columns * from.rows;
        if (m_progress) m_progress(std::min(m_done, total()), total());
        return m_all.back().get();
    }
    uint64_t total() const {
        uint64_t elements = 0;
        for (const GgufTensor& tensor : m_file.tensors()) elements += tensor.elements();
        return elements;
    }

    const GgufFile& m_file;
    const TowerConfig& m_config;
    Backend& m_backend;
    std::vector<std::unique_ptr<Weight>>& m_all;
    const std::function<void(uint64_t, uint64_t)>& m_progress;
    uint64_t m_done = 0;
    mutable WeightDigest m_digest;
};

TowerWeights::Layer loadLayer(Loader& loader, const TowerConfig& config, int32_t index) {
    const uint64_t width = config.width;
    TowerWeights::Layer layer;
    layer.attentionNorm = loader.norm(TowerRole::AttentionNorm, index, width);
    if (loader.find({TowerRole::QueryKeyValue, index}) != nullptr) {
        layer.query = loader.projection(TowerRole::QueryKeyValue, index, width, 3 * width);
    } else {
        layer.query = loader.projection(TowerRole::Query, index, width, width);
        layer.key = loader.projection(TowerRole::Key, index, width, width);
        layer.value = loader.projection(TowerRole::Value, index, width, width);
    }
    layer.output = loader.projection(TowerRole::AttentionOutput, index, width, width);
    layer.queryNorm = loader.vectorIfThere({TowerRole::QueryNorm, index}, config.headDim());
    layer.keyNorm = loader.vectorIfThere({TowerRole::KeyNorm, index}, config.headDim());
    layer.attentionPostNorm = loader.norm(TowerRole::AttentionPostNorm, index, width);
    layer.attentionScale = loader.vectorIfThere({TowerRole::AttentionScale, index}, width);
    // Factor of the input of the activation. It goes into norm and bias: the matrix may be in blocks.
    const float scale = config.activation->scale;
    layer.feedForwardNorm = {loader.scaledIfThere({TowerRole::FeedForwardNorm, index}, width, scale),
                             loader.scaledIfThere({TowerRole::FeedForwardNorm, index, true}, width, scale)};
    if (config.family->isGated)
        layer.gate = loader.projection(TowerRole::FeedForwardGate, index, width, config.feedForward);
    const auto [up, down] = loader.feedForwardRoles(index);
    layer.up = {loader.matrix({up, index}, width, config.feedForward),
                loader.scaledIfThere({up, index, true}, config.feedForward, scale)};
    layer.down = loader.projection(down, index, config.feedForward, width);
    layer.feedForwardPostNorm = loader.norm(TowerRole::FeedForwardPostNorm, index, width);
    layer.feedForwardScale = loader.vectorIfThere({TowerRole::FeedForwardScale, index}, width);
    if (!config.limitsValues) return layer;
    layer.queryLimits = loader.limits(TowerRole::Query, index);
    layer.keyLimits = loader.limits(TowerRole::Key, index);
    layer.valueLimits = loader.limits(TowerRole::Value, index);
    layer.outputLimits = loader.limits(TowerRole::AttentionOutput, index);
    layer.gateLimits = loader.limits(TowerRole::FeedForwardGate, index);
    layer.upLimits = loader.limits(TowerRole::FeedForwardUp, index);
    layer.downLimits = loader.limits(TowerRole::FeedForwardDown, index);
    return layer;
}

/// Of a still picture, both frames of a patch are the same, so the sum of their matrices does for both.
Projection loadPatches(Loader& loader, uint32_t patchValues, uint32_t width) {
    constexpr int32_t none = TowerWeightId::noLayer;
    if (loader.find({TowerRole::SecondPatchEmbedding}) == nullptr)
        return loader.projection(TowerRole::PatchEmbedding, none, patchValues, width);
    std::vector<float> sum = loader.values({TowerRole::PatchEmbedding}, patchValues, width);
    const std::vector<float> second = loader.values({TowerRole::SecondPatchEmbedding}, patchValues, width);
    for (size_t i = 0; i < sum.size(); ++i) sum[i] += second[i];
    return {loader.own("patches", std::move(sum), patchValues),
            loader.vectorIfThere({TowerRole::PatchEmbedding, none, true}, width)};
}

TowerWeights::Projector loadDeep(Loader& loader, const TowerConfig& config, int32_t layer, uint32_t merged) {
    TowerWeights::Projector projector;
    projector.norm = loader.norm(TowerRole::DeepNorm, layer, merged);
    projector.in = loader.projection(TowerRole::DeepIn, layer, merged);
    projector.out = loader.projection(TowerRole::DeepOut, layer, projector.in.weight->rows, config.outWidth);
    return projector;
}

/// The matrix of joined patches, whose columns are stored by channel and here by patch.
Projection loadMerge(Loader& loader, uint32_t merged, uint32_t width) {
    constexpr int32_t none = TowerWeightId::noLayer;
    const uint32_t patches = merged / width;
    const uint64_t rows = loader.rowsOf({TowerRole::ProjectorMerge}, merged);
    const std::vector<float> stored = loader.values({TowerRole::ProjectorMerge}, merged, rows);
    std::vector<float> byPatch(stored.size());
    for (uint64_t row = 0; row < rows; ++row)
        for (uint32_t channel = 0; channel < width; ++channel)
            for (uint32_t patch = 0; patch < patches; ++patch)
                byPatch[row * merged + patch * width + channel] =
                    stored[row * merged + channel * patches + patch];
    return {loader.own("joined patches", std::move(byPatch), merged),
            loader.vectorIfThere({TowerRole::ProjectorMerge, none, true}, rows)};
}

TowerWeights::Projector loadProjector(Loader& loader, const TowerConfig& config, uint32_t merged) {
    constexpr int32_t none = TowerWeightId::noLayer;
    TowerWeights::Projector projector;
    uint64_t columns = merged;
    if (loader.find({TowerRole::ProjectorMerge}) != nullptr) {
        projector.merge = loadMerge(loader, merged, config.width);
        columns = projector.merge.weight->rows;
    }
    projector.norm = loader.norm(TowerRole::ProjectorNorm, none, columns);
    projector.in = config.family->turnsProjector ? loader.turnedProjection(TowerRole::ProjectorIn, columns)
                                                 : loader.projection(TowerRole::ProjectorIn, none, columns);
    columns = projector.in.weight->rows;
    projector.postNorm = loader.norm(TowerRole::ProjectorPostNorm, none, columns);
    if (loader.find({TowerRole::ProjectorGate}) != nullptr) {
        projector.gate = loader.projection(TowerRole::ProjectorGate, none, columns);
        projector.up = loader.projection(TowerRole::ProjectorUp, none, columns, projector.gate.weight->rows);
        columns = projector.gate.weight->rows;
    }
    if (loader.find({TowerRole::ProjectorOut}) != nullptr)
        projector.out = loader.projection(TowerRole::ProjectorOut, none, columns, config.outWidth);
    else if (columns != config.outWidth)
        throw Error(errors::wrongShape,
                    {"projector", std::to_string(columns), std::to_string(config.outWidth)});
    return projector;
}

/// Rotations by the row and the column of each patch.
std::vector<Rope> rotationsOf(Loader& loader, const TowerConfig& config) {
    const TowerFamily& family = *config.family;
    const uint32_t quarter = config.headDim() / 4, half = config.headDim() / 2;
    const auto frequencies = [&](float shift) {
        std::vector<float> values;
        for (uint32_t i = 0; i < quarter; ++i)
            values.push_back(1.0F / std::pow(config.ropeBase,
                                             (static_cast<float>(i) + shift) / static_cast<float>(quarter)));
        return values;
    };
    const std::vector<float> ofRows = frequencies(0), ofColumns = frequencies(family.columnShift);
    if (family.rotatesHalves) {
        const Weight* const weight = loader.own("frequencies", ofRows, quarter);
        Rope columns{.pairing = family.pairing, .dims = half, .inverseFrequency = weight};
        Rope rows = columns;
        columns.sections.width = rows.sections.height = quarter;
        rows.firstDim = half;
        return {columns, rows};
    }
    Rope both{.pairing = family.pairing, .dims = 2 * half};
    if (family.alternatesAxes) {
        // The pairs that an axis does not turn have a frequency of zero.
        std::vector<float> even(half), odd(half);
        for (uint32_t i = 0; i < quarter; ++i) {
            even[size_t{2} * i] = ofColumns[i];
            odd[size_t{2} * i + 1] = ofRows[i];
        }
        Rope columns = both, rows = both;
        columns.inverseFrequency = loader.own("column frequencies", std::move(even), half);
        rows.inverseFrequency = loader.own("row frequencies", std::move(odd), half);
        columns.sections.width = rows.sections.height = half;
        return {columns, rows};
    }
    std::vector<float> values = ofRows;
    values.insert(values.end(), ofColumns.begin(), ofColumns.end());
    both.inverseFrequency = loader.own("frequencies", std::move(values), half);
    both.sections = {.height = quarter, .width = quarter};
    return {both};
}

}  // namespace

TowerWeights TowerWeights::load(const GgufFile& file, const TowerConfig& config, Backend& backend,
                                uint32_t patchValues, uint32_t merged,
                                const std::function<void(uint64_t, uint64_t)>& progress) {
    constexpr int32_t none = TowerWeightId::noLayer;
    TowerWeights weights;
    Loader loader(file, config, backend, weights.m_all, progress);
    weights.patches = loadPatches(loader, patchValues, config.width);
    if (config.positions != 0)
        weights.positions = loader.values({TowerRole::Positions}, config.width, config.positions);
    if (config.hasClass) {
        weights.classRow = loader.values({TowerRole::ClassEmbedding}, config.width, 1);
        if (weights.patches.bias != nullptr)
            weights.patchBias = loader.values({TowerRole::PatchEmbedding, none, true}, config.width, 1);
    }
    if (loader.find({TowerRole::StandardBias}) != nullptr) {
        weights.standardBias = loader.values({TowerRole::StandardBias}, config.width, 1);
        weights.standardScale = loader.values({TowerRole::StandardScale}, config.width, 1);
    }
    if (config.family->rotates) weights.rotations = rotationsOf(loader, config);
    weights.inputNorm = loader.norm(TowerRole::InputNorm, none, config.width);
    if (loader.find({TowerRole::LineEnd}) != nullptr)
        weights.lineEnd = loader.values({TowerRole::LineEnd}, config.outWidth, 1);
    weights.outputNorm = loader.norm(TowerRole::OutputNorm, none, config.width);
    weights.patchNorm = loader.norm(TowerRole::PatchNorm, none, config.width);
    for (uint32_t i = 0; i < config.layers; ++i)
        weights.layers.push_back(loadLayer(loader, config, static_cast<int32_t>(i)));
    weights.projector = loadProjector(loader, config, merged);
    for (const uint32_t layer : config.deepLayers)
        weights.deep.push_back(loadDeep(loader, config, static_cast<int32_t>(layer), merged));
    weights.digest = loader.digest();
    return weights;
}

uint64_t TowerWeights::bytes() const noexcept {
    uint64_t bytes = 0;
    for (const auto& weight : m_all) bytes += weight->sizeBytes;
    return bytes;
}

}  // namespace hearth
