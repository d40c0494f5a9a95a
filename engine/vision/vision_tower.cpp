#include "vision/vision_tower.h"

#include <algorithm>
#include <cmath>

#include "format/gguf/tower_names.h"
#include "hearth/error.h"
#include "hearth/gguf.h"
#include "model/model_errors.h"
#include "model/slices.h"
#include "vision/joined_lines.h"
#include "vision/tower_positions.h"
#include "vision/vision_errors.h"

namespace hearth {

namespace {

/// Rows that run together where tiles are small: enough that weights are read seldom.
constexpr uint32_t rowsTogether = 1024;

/// Rows that stand for nothing but themselves.
Batch plainRows(uint64_t count) {
    Batch batch;
    batch.sequences.resize(1);
    batch.rows.resize(count);
    for (uint64_t i = 0; i < count; ++i) batch.rows[i].slot = static_cast<int32_t>(i);
    return batch;
}

void append(std::vector<float>& to, const std::vector<float>& values) {
    to.insert(to.end(), values.begin(), values.end());
}

}  // namespace

std::unique_ptr<VisionTower> VisionTower::load(const GgufFile& file, PictureProcessing processing,
                                               Backend& backend, KvType keyType,
                                               const std::function<void(uint64_t, uint64_t)>& progress) {
    TowerConfig config = TowerConfig::fromGguf(file);
    const uint32_t merge = processing.mergeSize;
    const uint32_t width = config.featureWidth();
    const uint32_t merged = config.family->merge == TowerFamily::Merge::Mean ? width : width * merge * merge;
    TowerWeights weights =
        TowerWeights::load(file, config, backend, processing.patchValues(), merged, progress);
    if (std::holds_alternative<size_rule::AnyResolution>(processing.size) && weights.lineEnd.empty())
        throw Error(errors::missingTensor, {towerWeightName(config.family->projector, {TowerRole::LineEnd})});
    return std::unique_ptr<VisionTower>(
        new VisionTower(backend, keyType, std::move(config), std::move(processing), std::move(weights)));
}

VisionTower::VisionTower(Backend& backend, KvType keyType, TowerConfig config, PictureProcessing processing,
                         TowerWeights weights)
    : m_backend(backend),
      m_keyType(keyType),
      m_config(std::move(config)),
      m_processing(std::move(processing)),
      m_weights(std::move(weights)) {
}

Norm VisionTower::norm(const NormWeights& weights) const {
    if (weights.weight == nullptr) return {};
    return {.kind = m_config.family->norm,
            .weight = weights.weight,
            .bias = weights.bias,
            .epsilon = m_config.epsilon};
}

std::vector<float> VisionTower::positionsOf(PatchGrid grid) const {
    using Positions = TowerFamily::Positions;
    const size_t width = m_config.width, first = m_config.hasClass ? 1 : 0;
    const std::span table = std::span(m_weights.positions).subspan(first * width);
    switch (m_config.family->positions) {
        case Positions::None:
            return {};
        case Positions::ResizedTable:
            return resizedPositions(table, width, grid, m_processing.mergeSize);
        case Positions::CornerTable:
            return cornerPositions(table, width, grid, m_processing.mergeSize);
        case Positions::CubicTable:
            return cubicPositions(table, width, grid, m_processing.mergeSize);
        case Positions::AxisTables:
            if (std::max(grid.rows, grid.columns) > m_config.positions / 2)
                throw Error(errors::badPictureSetting, {"position_embedding_size"});
            return axisPositions(table, width, grid, m_processing.mergeSize);
        case Positions::Table:
            break;
    }
    if (grid.patches() * width > table.size()) throw Error(errors::badPictureSetting, {"image_size"});
    return tablePositions(table, width, grid, m_processing.mergeSize);
}

std::vector<float> VisionTower::positionRows(const TowerRun& run) const {
    const size_t width = m_config.width;
    std::vector<float> byPatch, rows;
    for (const PatchGrid& grid : run.grids()) append(byPatch, positionsOf(grid));
    if (byPatch.empty()) return rows;
    rows.reserve(run.rows() * width);
    const size_t firstPatch = *std::min_element(run.patches().begin(), run.patches().end());
    for (const size_t patch : run.patches()) {
        if (patch == TowerRun::classRow) {
            // Its patch is black; of what becomes of that only the bias is left, which is taken off again.
            for (size_t i = 0; i < width; ++i)
                rows.push_back(m_weights.classRow[i] + m_weights.positions[i] -
                               (m_weights.patchBias.empty() ? 0.0F : m_weights.patchBias[i]));
            continue;
        }
        const auto from = byPatch.begin() + static_cast<ptrdiff_t>((patch - firstPatch) * width);
        rows.insert(rows.end(), from, from + static_cast<ptrdiff_t>(width));
    }
    return rows;
}

void VisionTower::embedPatches(const TowerRun& run, const PicturePatches& picture) {
    const size_t patchValues = m_processing.patchValues();
    std::vector<float> values;
    values.reserve(run.rows() * patchValues);
    for (const size_t patch : run.patches()) {
        if (patch == TowerRun::classRow) {
            values.insert(values.end(), patchValues, 0.0F);
            continue;
        }
        const auto from = picture.values.begin() + static_cast<ptrdiff_t>(patch * patchValues);
        values.insert(values.end(), from, from + static_cast<ptrdiff_t>(patchValues));
    }
    const float scale = m_config.family->inputScale, shift = m_config.family->inputShift;
    if (scale != 1 || shift != 0)
        for (float& value : values) value = value * scale + shift;
    const auto in = m_backend.allocate(run.rows(), patchValues);
    m_backend.beginBatch(run.tileBatch());
    m_backend.upload(all(in), run.rows(), values);
    LinearArgs embed;
    embed.in = all(in);
    embed.parts = {m_weights.patches.part()};
    embed.out = all(run.hidden);
    m_backend.linear(embed);
    const auto normalize = [&] {
        if (m_weights.inputNorm.weight == nullptr) return;
        m_backend.norm({.in = all(run.hidden), .norm = norm(m_weights.inputNorm), .out = all(run.hidden)});
    };
    if (m_config.family->normsInput) normalize();
    if (const std::vector<float> positions = positionRows(run); !positions.empty()) {
        m_backend.upload(all(run.branch), run.rows(), positions);
        m_backend.norm({.in = all(run.branch), .norm = {}, .accumulate = true, .out = all(run.hidden)});
    }
    if (!m_config.family->normsInput) normalize();
    m_backend.synchronize();  // the buffer goes
}

/// Rotates queries and keys, and writes keys and values where attention reads them.
void VisionTower::writeKeys(const TowerRun& run) {
    const uint64_t width = m_config.width;
    KvWriteArgs write;
    write.q = part(run.projected, 0, width);
    write.heads = m_config.heads;
    write.store = run.keys.get();
    const std::span<const Rope> rotations = m_weights.rotations;
    if (rotations.size() > 1) {
        // Queries and keys follow each other: together they are queries of as many heads more.
        KvWriteArgs turn = write;
        turn.q = part(run.projected, 0, 2 * width);
        turn.heads = 2 * m_config.heads;
        for (const Rope& rotation : rotations.first(rotations.size() - 1)) {
            turn.rope = rotation;
            m_backend.writeKv(turn);
        }
    }
    if (!rotations.empty()) write.rope = rotations.back();
    write.k = part(run.projected, width, width);
    write.v = part(run.projected, 2 * width, width);
    m_backend.writeKv(write);
}

Norm VisionTower::afterBranch(const Weight* scale, const NormWeights& postNorm) const {
    return scale != nullptr ? Norm{.kind = NormKind::None, .weight = scale} : norm(postNorm);
}

void VisionTower::limitedLinear(const Projection& projection, const TowerWeights::Limits& limits,
                                const Slice& in, const Slice& out, const TowerRun& run) {
    LinearArgs linear;
    linear.in = in;
    if (limits.in.any()) {
        linear.in = part(run.limited, 0, in.columns);
        m_backend.multiply({.a = in, .b = {}, .out = linear.in, .limits = limits.in});
    }
    linear.parts = {projection.part()};
    linear.out = out;
    m_backend.linear(linear);
    if (limits.out.any()) m_backend.multiply({.a = out, .b = {}, .out = out, .limits = limits.out});
}

void VisionTower::addBranch(const Projection& projection, const TowerWeights::Limits& limits, const Slice& in,
                            const Norm& after, const Slice& free, const TowerRun& run) {
    if (m_config.limitsValues) {
        limitedLinear(projection, limits, in, free, run);
        m_backend.norm({.in = free, .norm = after, .accumulate = true, .out = all(run.hidden)});
        return;
    }
    LinearArgs out;
    out.in = in;
    out.parts = {projection.part()};
    out.accumulate = after.weight == nullptr;
    out.out = after.weight == nullptr ? all(run.hidden) : free;
    m_backend.linear(out);
    if (after.weight != nullptr)
        m_backend.norm({.in = free, .norm = after, .accumulate = true, .out = all(run.hidden)});
}

void VisionTower::normalizeHeads(const TowerWeights::Layer& weights, const TowerRun& run) {
    const Weight* const heads[] = {weights.queryNorm, weights.keyNorm, nullptr};
    for (uint64_t i = 0; i < 3; ++i) {
        const Slice slice = part(run.projected, i * m_config.width, m_config.width);
        m_backend.norm({.in = slice,
                        .norm = {.kind = NormKind::Rms, .weight = heads[i], .epsilon = m_config.epsilon},
                        .groupColumns = m_config.headDim(),
                        .out = slice});
    }
}

void VisionTower::projectQueries(const TowerWeights::Layer& weights, const TowerRun& run) {
    const uint64_t width = m_config.width;
    if (m_config.limitsValues) {
        m_backend.norm({.in = all(run.hidden), .norm = norm(weights.attentionNorm), .out = all(run.branch)});
        limitedLinear(weights.query, weights.queryLimits, all(run.branch), part(run.projected, 0, width),
                      run);
        limitedLinear(weights.key, weights.keyLimits, all(run.branch), part(run.projected, width, width),
                      run);
        limitedLinear(weights.value, weights.valueLimits, all(run.branch),
                      part(run.projected, 2 * width, width), run);
        return;
    }
    LinearArgs project;
    project.in = all(run.hidden);
    project.norm = norm(weights.attentionNorm);
    project.parts = {weights.query.part()};
    if (weights.key.weight != nullptr)
        project.parts = {weights.query.part(), weights.key.part(), weights.value.part()};
    project.out = all(run.projected);
    m_backend.linear(project);
}

void VisionTower::projectInner(const TowerWeights::Layer& weights, const TowerRun& run) {
    if (m_config.limitsValues) {
        m_backend.norm(
            {.in = all(run.hidden), .norm = norm(weights.feedForwardNorm), .out = all(run.branch)});
        limitedLinear(weights.gate, weights.gateLimits, all(run.branch), all(run.gate), run);
        limitedLinear(weights.up, weights.upLimits, all(run.branch), all(run.inner), run);
        m_backend.multiply({.a = all(run.gate),
                            .b = all(run.inner),
                            .activation = m_config.activation->function,
                            .out = all(run.inner)});
        return;
    }
    LinearArgs up;
    up.in = all(run.hidden);
    up.norm = norm(weights.feedForwardNorm);
    up.gated = m_config.family->isGated;
    if (up.gated) up.parts.push_back(weights.gate.part());
    up.parts.push_back(weights.up.part());
    up.activation = m_config.activation->function;
    up.scale = 1 / m_config.activation->scale;
    up.out = all(run.inner);
    m_backend.linear(up);
}

void VisionTower::layer(uint32_t index, const TowerRun& run) {
    const TowerWeights::Layer& weights = m_weights.layers[index];
    const uint64_t width = m_config.width;
    m_backend.beginBatch(m_config.seesAll[index] ? run.tileBatch() : run.windowBatch());
    projectQueries(weights, run);
    if (m_config.family->normalizesHeads) normalizeHeads(weights, run);
    writeKeys(run);

    AttentionArgs attend;
    attend.q = part(run.projected, 0, width);
    attend.heads = m_config.heads;
    attend.store = run.keys.get();
    const float scale = m_config.family->attentionScale;
    attend.scale = scale != 0 ? scale : 1.0F / std::sqrt(static_cast<float>(m_config.headDim()));
    attend.bidirectional = true;
    attend.out = all(run.branch);
    m_backend.attention(attend);
    // The queries are not needed any more.
    addBranch(weights.output, weights.outputLimits, attend.out,
              afterBranch(weights.attentionScale, weights.attentionPostNorm), attend.q, run);

    projectInner(weights, run);
    addBranch(weights.down, weights.downLimits, all(run.inner),
              afterBranch(weights.feedForwardScale, weights.feedForwardPostNorm), all(run.branch), run);
}

std::vector<float> VisionTower::merged(const TowerRun& run) {
    const size_t width = m_config.width, together = size_t{m_processing.mergeSize} * m_processing.mergeSize;
    std::vector<float> hidden(run.rows() * width);
    m_backend.download(all(run.hidden), run.rows(), hidden);
    const size_t firstPatch = *std::min_element(run.patches().begin(), run.patches().end());
    const size_t classes = m_config.hasClass ? run.tiles() : 0;
    std::vector<float> patches((run.rows() - classes) * width);
    for (size_t row = 0; row < run.rows(); ++row)
        if (run.patches()[row] != TowerRun::classRow)
            std::copy_n(hidden.begin() + static_cast<ptrdiff_t>(row * width), width,
                        patches.begin() + static_cast<ptrdiff_t>((run.patches()[row] - firstPatch) * width));
    if (m_config.family->merge == TowerFamily::Merge::Join) return patches;
    std::vector<float> means(patches.size() / together);
    for (size_t row = 0; row < means.size() / width; ++row) {
        for (size_t i = 0; i < width; ++i) {
            float sum = 0;
            for (size_t patch = 0; patch < together; ++patch)
                sum += patches[(row * together + patch) * width + i];
            means[row * width + i] = sum / static_cast<float>(together);
        }
    }
    if (!m_config.family->standardizes) return means;
    // To the size of embeddings (Gemma 4 2026).
    const float root = std::sqrt(static_cast<float>(width));
    for (size_t i = 0; i < means.size(); ++i) {
        means[i] *= root;
        if (!m_weights.standardBias.empty())
            means[i] = (means[i] - m_weights.standardBias[i % width]) * m_weights.standardScale[i % width];
    }
    return means;
}

std::vector<float> VisionTower::project(const std::vector<float>& rows,
                                        const TowerWeights::Projector& projector, NormKind norm,
                                        float epsilon) {
    const uint64_t columns =
        projector.merge.weight != nullptr ? projector.merge.weight->columns : projector.in.weight->columns;
    const uint64_t count = rows.size() / columns;
    std::unique_ptr<Buffer> at = m_backend.allocate(count, columns);
    std::vector<std::unique_ptr<Buffer>> done;  // operations may still read them
    m_backend.beginBatch(plainRows(count));
    m_backend.upload(all(at), count, rows);
    const auto step = [&](std::vector<LinearPart> parts, const Norm& before = {},
                          Activation activation = Activation::None, bool gated = false) {
        LinearArgs args;
        auto out = m_backend.allocate(count, parts.front().weight->rows);
        args.in = all(at);
        args.norm = before;
        args.parts = std::move(parts);
        args.activation = activation;
        args.gated = gated;
        args.out = all(out);
        m_backend.linear(args);
        done.push_back(std::move(at));
        at = std::move(out);
    };
    const auto normOf = [&](const NormWeights& weights, NormKind kind) {
        if (weights.weight == nullptr && !m_config.family->standardizes) return Norm{};
        return Norm{.kind = kind,
                    .weight = weights.weight,
                    .bias = weights.bias,
                    .epsilon = epsilon != 0 ? epsilon : m_config.epsilon};
    };
    if (projector.merge.weight != nullptr) step({projector.merge.part()});
    step({projector.in.part()}, normOf(projector.norm, norm), m_config.family->projectorActivation);
    if (projector.postNorm.weight != nullptr) {
        m_backend.norm({.in = all(at), .norm = normOf(projector.postNorm, NormKind::Layer), .out = all(at)});
        m_backend.multiply({.a = all(at), .b = {}, .activation = Activation::GeluErf, .out = all(at)});
    }
    if (projector.gate.weight != nullptr)
        step({projector.gate.part(), projector.up.part()}, {}, Activation::Silu, true);
    if (projector.out.weight != nullptr) step({projector.out.part()});
    std::vector<float> projected(count * m_config.outWidth);
    m_backend.download(all(at), count, projected);
    return projected;
}

VisionTower::Encoding::Encoding(VisionTower& tower, PicturePatches picture)
    : m_tower(tower),
      m_picture(std::move(picture)),
      m_total(tower.m_config.layers * static_cast<uint32_t>(m_picture.layout.grids.size())) {
    m_rows.added.resize(tower.m_config.deepLayers.size());
    m_features.resize(tower.m_config.featureLayers.size());
}

VisionTower::Encoding::~Encoding() {
    if (!m_run) return;
    try {
        m_tower.m_backend.synchronize();  // what it works on goes
    } catch (const Error&) {
        // A lost device is told by whoever uses it next.
    }
}

void VisionTower::Encoding::beginRun() {
    const TowerConfig& config = m_tower.m_config;
    const std::vector<PatchGrid>& grids = m_picture.layout.grids;
    const uint32_t windowBlocks =
        config.window != 0 ? std::max(config.window / m_tower.m_processing.rowSize(), 1U) : 0;
    m_run.emplace(config, m_tower.m_processing.mergeSize, windowBlocks, m_patch);
    do {
        m_run->add(grids[m_tile]);
        m_patch += grids[m_tile++].patches();
    } while (m_tile < grids.size() && m_run->rows() + grids[m_tile].patches() <= rowsTogether);
    m_run->allocate(m_tower.m_backend, m_tower.m_keyType);
    m_tower.embedPatches(*m_run, m_picture);
    m_layer = 0;
}

bool VisionTower::Encoding::step() {
    const TowerConfig& config = m_tower.m_config;
    if (!m_run) beginRun();
    m_tower.layer(m_layer, *m_run);
    for (size_t deep = 0; deep < config.deepLayers.size(); ++deep)
        if (config.deepLayers[deep] == m_layer)
            append(m_rows.added[deep], m_tower.project(m_tower.merged(*m_run), m_tower.m_weights.deep[deep],
                                                       NormKind::Layer, config.family->projectorEpsilon));
    m_done += static_cast<uint32_t>(m_run->tiles());
    ++m_layer;
    for (size_t i = 0; i < config.featureLayers.size(); ++i)
        if (config.featureLayers[i] == m_layer) m_features[i] = m_tower.merged(*m_run);
    if (m_layer == config.layers) endRun();
    if (m_run || m_tile < m_picture.layout.grids.size()) return true;
    if (m_picture.layout.lines)
        m_rows.rows = joinedLines(m_picture.layout, m_rows.rows, m_tower.m_weights.lineEnd);
    return false;
}

/// Input of the projector: the rows after the last layer, or those after several layers, side by side.
std::vector<float> VisionTower::Encoding::features() {
    if (m_features.empty()) return m_tower.merged(*m_run);
    const auto width = static_cast<ptrdiff_t>(m_tower.m_config.width);
    std::vector<float> rows;
    rows.reserve(m_features.size() * m_features.front().size());
    for (ptrdiff_t from = 0; from < std::ssize(m_features.front()); from += width)
        for (const std::vector<float>& feature : m_features)
            rows.insert(rows.end(), feature.begin() + from, feature.begin() + from + width);
    return rows;
}

void VisionTower::Encoding::endRun() {
    Backend& backend = m_tower.m_backend;
    const TowerFamily& family = *m_tower.m_config.family;
    backend.beginBatch(m_run->tileBatch());
    for (const NormWeights* weights : {&m_tower.m_weights.outputNorm, &m_tower.m_weights.patchNorm})
        if (weights->weight != nullptr)
            backend.norm(
                {.in = all(m_run->hidden), .norm = m_tower.norm(*weights), .out = all(m_run->hidden)});
    append(m_rows.rows, m_tower.project(features(), m_tower.m_weights.projector, family.projectorNorm,
                                        family.projectorEpsilon));
    m_run.reset();
}

EncodedPicture VisionTower::encode(PicturePatches picture, const std::stop_token& stop,
                                   const std::function<void(uint32_t, uint32_t)>& progress) {
    Encoding encoding(*this, std::move(picture));
    bool continues = true;
    while (continues) {
        if (stop.stop_requested()) throw Error(ErrorCode::Cancelled, "Stopped.");
        continues = encoding.step();
        if (progress) progress(encoding.done(), encoding.total());
    }
    return std::move(encoding).take();
}

}  // namespace hearth
