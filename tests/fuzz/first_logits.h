#pragma once

#include "backend/reference/reference_backend.h"
#include "hearth/gguf.h"
#include "model/model.h"

namespace hearth::fuzz {

/// Loads a model and runs three tokens through it, unless its file describes one that is too large for a
/// fuzz run, which is not its fault. Throws what loading and running throw.
inline void computeFirstLogits(const GgufFile& file) {
    ReferenceBackend backend;
    constexpr BatchLimits limits{.rows = 4, .logitRows = 4};
    if (Model::sizes(file, backend, 64, limits).scratchBytes > (64U << 20)) return;
    const auto model = Model::load(file, backend, 64, limits);
    const auto kv = model->makePagedKvCache(KvType::F32, 1);
    Batch batch;
    BatchSequence sequence;
    for (size_t group = 0; group < model->kvWindows().size(); ++group) sequence.blockTables.push_back({0});
    batch.sequences.push_back(sequence);
    for (int32_t i = 0; i < 3; ++i)
        batch.rows.push_back({.sequence = 0, .slot = i, .token = 0, .wantLogits = true});
    const auto states = model->makeStateStore(1);
    batch.sequences[0].stateSlot = 0;
    (void)model->forward(batch, *kv, states.get());
}

}  // namespace hearth::fuzz
