#include "backend/cuda/cuda_context.h"

#include <algorithm>
#include <string>

#include "hearth/error.h"

namespace hearth::cuda {
namespace {

DeviceProperties open(int index) {
    const auto all = devices();
    if (index < 0 || static_cast<size_t>(index) >= all.size()) {
        throw Error(ErrorCode::Device, "There is no graphics card number " + std::to_string(index) +
                                           "; there are " + std::to_string(all.size()) + ".");
    }
    selectDevice(index);
    return all[static_cast<size_t>(index)];
}

}  // namespace

CudaContext::CudaContext(int device) : m_device(open(device)), m_recorder(m_stream.handle) {
}

std::byte* CudaContext::grow(DeviceMemory& memory, size_t bytes) {
    if (memory.size() < bytes) {
        synchronize();
        m_recorder.forget();  // graphs hold the old address
        memory = DeviceMemory();
        memory = DeviceMemory(growingSize(bytes));
    }
    return memory.data();
}

unsigned* CudaContext::counters(size_t count) {
    const size_t bytes = count * sizeof(unsigned);
    const bool fresh = m_counters.size() < bytes;
    auto* memory = scratch<unsigned>(m_counters, std::max<size_t>(count, 1024));
    if (fresh) {
        m_recorder.flush();
        fillDevice(m_counters.data(), 0, m_counters.size(), m_stream.handle);
    }
    return memory;
}

}  // namespace hearth::cuda
