#pragma once

#include <map>
#include <span>
#include <vector>

#include "backend/cuda/device.h"
#include "backend/peer_transport.h"

namespace hearth::cuda {

/// Brings activations from one GPU to another: each GPU's stream waits for the other's where it has to, and
/// the host waits for neither.
class CudaPeerTransport final : public PeerTransport {
public:
    /// Of CudaBackends, which outlive it.
    explicit CudaPeerTransport(std::span<Backend* const> cards);
    ~CudaPeerTransport() override;
    CudaPeerTransport(const CudaPeerTransport&) = delete;
    CudaPeerTransport& operator=(const CudaPeerTransport&) = delete;

    bool isDirect() const override { return m_direct; }
    bool addUp(std::span<Backend* const> backends, std::span<const Slice> parts, std::span<const Slice> out,
               uint64_t rows, bool accumulate) override;
    bool copy(Backend& from, const Slice& source, Backend& to, const Slice& target, uint64_t rows) override;

private:
    /// The parts as a GPU reads them: where they are, or copied to it.
    std::vector<const float*> partsFor(size_t card, std::span<const Slice> parts, uint64_t rows);

    /// An event of each GPU: what its stream has done when others go on.
    std::map<const Backend*, EventHandle> m_reached;
    bool m_direct = true;
    std::vector<DeviceMemory> m_copies;  ///< of the parts of others, on each GPU; without direct ways
};

}  // namespace hearth::cuda
