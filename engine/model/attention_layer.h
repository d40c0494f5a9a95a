#pragma once

#include <cstdint>

#include "backend/backend.h"
#include "model/pass_context.h"
#include "model/watched_attention.h"

namespace hearth {

/// The mixer of layers with keys and values of every head.
class AttentionLayer {
public:
    AttentionLayer(PassContext& pass, WatchedAttention& watched) : m_pass(pass), m_watched(watched) {}

    /// Writes the results to `branch`, or adds them. False: as PassContext::narrowToLogitRows() returned.
    bool run(uint32_t index, PagedKvCache& kv, const Slice& branch, bool accumulate);

private:
    PassContext& m_pass;
    WatchedAttention& m_watched;
};

}  // namespace hearth
