#pragma once

#include <vector>

#include "backend/backend.h"
#include "backend/cpu/batch_context.h"
#include "backend/cpu/thread_pool.h"

namespace hearth::cpu {

/// Cosines and sines of every row of a batch.
struct RopeTable {
    const Weight* frequencies = nullptr;
    float magnitude = 1.0F;
    RopePairing pairing = RopePairing::None;
    RopeSections sections = {};
    std::vector<float> cosines, sines;  ///< (rows, dims)
};

/// The tables of the running batch, each made once and used by every layer that rotates alike. For one
/// thread; all that it is made of outlives it.
class RopeTables {
public:
    RopeTables(ThreadPool& pool, const BatchContext& batch) : m_pool(pool), m_batch(batch) {}

    /// The batch has other rows now.
    void clear() noexcept { m_tables.clear(); }
    /// Lasts until the next call of either function. Throws Error(Unsupported).
    const RopeTable& table(const Rope& rope);

private:
    void fill(const Rope& rope, RopeTable& table);

    ThreadPool& m_pool;
    const BatchContext& m_batch;
    std::vector<RopeTable> m_tables;
};

}  // namespace hearth::cpu
