#pragma once

#include <cstdint>
#include <span>

#include "backend/backend.h"
#include "backend/cuda/cuda_batch.h"
#include "backend/cuda/cuda_context.h"

namespace hearth::cuda {

/// Operations on rows without a matrix, and rows on their way to and from the host: those of Backend of the
/// same names. For one thread; what it gets outlives it.
class CudaRowOperations {
public:
    CudaRowOperations(CudaContext& context, const CudaBatch& batch) : m_context(context), m_batch(batch) {}

    void embed(const Weight& table, float scale, const Slice& out);
    void norm(const NormArgs& args);
    void multiply(const MultiplyArgs& args);
    void placeRows(const PlaceRowsArgs& args);
    void upload(const Slice& to, uint64_t rows, std::span<const float> values);
    void download(const Slice& from, uint64_t rows, std::span<float> out);

private:
    CudaContext& m_context;
    const CudaBatch& m_batch;
    DeviceMemory m_givenRows;  ///< of placeRows(): numbers of rows, then their values
};

}  // namespace hearth::cuda
