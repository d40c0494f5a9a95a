#pragma once

#include <filesystem>

#include "backend/backend_kind.h"
#include "backend/cuda_loader/cuda_loader.h"

namespace hearth {

/// GPUs of NVIDIA, through the plug-in that CudaLoader finds.
class CudaKind final : public BackendKind {
public:
    /// `folder`: as for CudaLoader.
    explicit CudaKind(std::filesystem::path folder = {});
    bool isInstalled() const noexcept override { return m_loader.isBuilt(); }
    DeviceSearch findDevices() const override;
    std::unique_ptr<Backend> make(const BackendSettings& settings) const override;
    DeviceBandwidth measureBandwidth(const BackendSettings& settings) const override;
    std::unique_ptr<PeerTransport> makePeerTransport(std::span<Backend* const> backends) const override;
    std::unique_ptr<DeviceMonitor> makeMonitor() const override;

private:
    CudaLoader m_loader;
};

}  // namespace hearth
