#include "model/pass_context.h"

#include <vector>

#include "model/family_table.h"
#include "model/slices.h"

namespace hearth {

namespace {

/// The last layer that writes into the cache or the states.
uint32_t lastWriterOf(const ModelConfig& config) {
    uint32_t last = 0;
    for (uint32_t i = 0; i < config.layerCount; ++i)
        if (config.layers[i].mixer != MixerKind::None && config.layers[i].cacheOf < 0) last = i;
    return last;
}

}  // namespace

PassContext::PassContext(Backend& onBackend, const ModelConfig& ofConfig, const ModelWeights& ofWeights,
                         uint32_t maxRows, uint32_t maxLogitRows)
    : backend(onBackend),
      config(ofConfig),
      weights(ofWeights),
      lastWriter(lastWriterOf(ofConfig)),
      buffers(onBackend, ofConfig, maxRows, maxLogitRows) {
}

Norm PassContext::norm(const NormWeights& own) const {
    if (own.weight == nullptr && !config.family->weightlessNorms) return {};
    return {.kind = config.norm, .weight = own.weight, .bias = own.bias, .epsilon = config.normEpsilon};
}

Norm PassContext::headNorm(const Weight* weight) const {
    if (weight == nullptr) return {};
    return {.kind = config.norm, .weight = weight, .bias = nullptr, .epsilon = config.normEpsilon};
}

Rope PassContext::rope(const LayerConfig& layer) const {
    if (!layer.rotates) return {};
    const RopeConfig& own = layer.localRope ? config.localRope : config.rope;
    return {.pairing = own.pairing,
            .dims = own.dims,
            .firstDim = own.firstDim,
            .inverseFrequency = layer.localRope ? weights.localRope : weights.rope,
            .magnitude = layer.localRope ? weights.localRopeMagnitude : weights.ropeMagnitude,
            .sections = own.sections};
}

KvWriteArgs PassContext::kvWrite(uint32_t index, PagedKvCache& kv) const {
    const LayerConfig& layer = config.layers[index];
    KvWriteArgs args;
    args.heads = layer.heads;
    args.rope = rope(layer);
    if (!config.temperatureWithoutRotation || !layer.rotates) args.temperatureBeta = config.temperatureBeta;
    args.temperatureLength = config.temperatureLength;
    args.temperatureOffset = config.temperatureOffset;
    args.store = &kv;
    args.layer = together ? 0 : layer.cacheOf < 0 ? index : static_cast<uint32_t>(layer.cacheOf);
    return args;
}

void PassContext::project(const Projection& projection, const Slice& in, const Slice& branch, bool accumulate,
                          float scale) {
    LinearArgs output;
    output.in = in;
    output.parts = {projection.part()};
    output.scale = accumulate ? scale * config.residualScale : scale;
    output.accumulate = accumulate;
    output.out = branch;
    backend.linear(output);
}

bool PassContext::narrowToLogitRows(uint32_t index, std::initializer_list<Slice> kept) {
    if (index != lastWriter || !narrows) return true;
    if (logitRows == 0) return false;
    std::vector<Slice> slices{all(buffers.hidden)};
    if (buffers.layerInputs != nullptr) slices.push_back(all(buffers.layerInputs));
    if (buffers.predictions != nullptr) {
        slices.push_back(all(buffers.predictions));
        slices.push_back(all(buffers.lowRank));
    }
    if (config.experts.routesLayerInput) slices.push_back(all(buffers.routerIn));
    for (const Slice& slice : kept)
        if (slice.buffer != nullptr) slices.push_back(slice);
    backend.keepLogitRows(slices);
    return true;
}

void PassContext::normalizeSum(const NormWeights& own) {
    backend.norm({.in = all(buffers.hidden), .norm = norm(own), .out = all(buffers.hidden)});
}

void PassContext::linearHead(const NormWeights& last) {
    LinearArgs head;
    head.in = all(buffers.hidden);
    head.norm = norm(last);
    head.parts = {weights.head.part()};
    head.scale = config.logitScale;
    head.softCap = config.logitSoftCap;
    head.rows = RowSet::LogitRows;
    head.out = all(buffers.logits);
    backend.linear(head);
}

}  // namespace hearth
