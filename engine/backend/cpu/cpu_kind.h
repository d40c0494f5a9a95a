#pragma once

#include "backend/backend_kind.h"

namespace hearth {

/// The processor that this process runs on, as one device.
class CpuKind final : public BackendKind {
public:
    CpuKind();
    DeviceSearch findDevices() const override;
    std::unique_ptr<Backend> make(const BackendSettings& settings) const override;
    std::unique_ptr<DeviceMonitor> makeMonitor() const override;
    DeviceBandwidth measureBandwidth(const BackendSettings& settings) const override;
};

}  // namespace hearth
