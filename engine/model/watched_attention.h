#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "backend/backend.h"
#include "hearth/attention.h"
#include "model/pass_context.h"

namespace hearth {

/// A row whose attention is to be reported.
struct WatchedRow {
    size_t row = 0;  ///< of the batch; the only one of its sequence there, and it wants logits
    std::vector<LayerAttention>* layers = nullptr;  ///< becomes as many as the model has
};

/// Attention whose weights are reported for some rows.
class WatchedAttention {
public:
    explicit WatchedAttention(PassContext& pass) : m_pass(pass) {}

    /// For the next batch alone.
    void watch(const WatchedRow& row) { m_next.push_back(row); }
    /// Begins a batch, which outlives its pass.
    void begin(const Batch& batch);
    bool any() const noexcept { return !m_rows.empty(); }
    /// Backend::attention() of a layer, and records the attention of watched rows: their keys are read back
    /// and the softmax is computed here, so that there is one implementation for all devices of what the
    /// kernels never write down.
    void attend(uint32_t index, const AttentionArgs& args);

private:
    PassContext& m_pass;
    const Batch* m_batch = nullptr;
    std::vector<WatchedRow> m_next, m_rows;
    std::vector<float> m_keys;  ///< of one layer
};

}  // namespace hearth
