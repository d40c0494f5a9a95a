#pragma once

#include <cstddef>

#include "backend/cuda/device.h"
#include "backend/cuda/step_recorder.h"

namespace hearth::cuda {

/// The device, its stream and its scratch memory, as all parts of the CUDA backend use them. For one thread;
/// outlives the parts.
class CudaContext {
public:
    /// Throws Error(Device) when there is no usable device (the sentence says why).
    explicit CudaContext(int device);

    const DeviceProperties& device() const noexcept { return m_device; }
    StepRecorder& recorder() noexcept { return m_recorder; }
    const StepRecorder& recorder() const noexcept { return m_recorder; }
    /// The stream with everything noted put on it.
    StreamHandle stream() { return m_recorder.flushedStream(); }
    /// The stream without what is only noted so far.
    StreamHandle stepStream() const noexcept { return m_stream.handle; }
    /// Waits for everything before it, noted operations included.
    void synchronize() { cuda::synchronize(stream()); }

    /// Device memory for `count` of T, aligned to 256 bytes. It only grows; what it held is lost when it
    /// does. Throws Error(OutOfMemory).
    template <class T>
    T* scratch(DeviceMemory& memory, size_t count) {
        return reinterpret_cast<T*>(grow(memory, count * sizeof(T)));
    }
    /// Counters of arriving blocks: zero at first, and every launch leaves them so.
    unsigned* counters(size_t count);

private:
    std::byte* grow(DeviceMemory& memory, size_t bytes);

    DeviceProperties m_device;
    StreamOwner m_stream;
    StepRecorder m_recorder;
    DeviceMemory m_counters;
};

}  // namespace hearth::cuda
