#pragma once

#include <cstdint>

#include "backend/backend.h"
#include "model/pass_context.h"
#include "model/watched_attention.h"

namespace hearth {

/// Multi-head latent attention with absorbed projections (DeepSeek-V2 2024, section 2.1.2): all heads share
/// one key, the compressed latent followed by the rotated columns, and the values are the latent itself.
class LatentAttention {
public:
    LatentAttention(PassContext& pass, WatchedAttention& watched) : m_pass(pass), m_watched(watched) {}

    /// Writes the results to `branch`, or adds them.
    void run(uint32_t index, PagedKvCache& kv, const Slice& branch, bool accumulate);

private:
    PassContext& m_pass;
    WatchedAttention& m_watched;
};

}  // namespace hearth
