#pragma once

#include "backend/backend.h"
#include "backend/cuda/cuda_batch.h"
#include "backend/cuda/cuda_context.h"
#include "backend/cuda/kernel_arguments.h"

namespace hearth::cuda {

/// Keys and values on their way into the cache, and keys that are in it: Backend::writeKv, rotateKeys and
/// readKeys. For one thread; what it gets outlives it.
class CudaKvWriter {
public:
    CudaKvWriter(CudaContext& context, CudaBatch& batch) : m_context(context), m_batch(batch) {}

    void write(const KvWriteArgs& args);
    void rotateKeys(const RotateKeysArgs& args);
    void readKeys(const ReadKeysArgs& args);

private:
    void add(const KvWriteView& view);

    CudaContext& m_context;
    CudaBatch& m_batch;
};

}  // namespace hearth::cuda
