#pragma once

#include <memory>
#include <string>

#include "hearth/device_monitor.h"

namespace hearth {

/// Reads NVIDIA GPUs through NVML, the driver's own library, loaded at run time. Without a driver there are
/// simply no readings.
class NvmlMonitor final : public DeviceMonitor {
public:
    /// `library`: another file than libnvidia-ml.so.1 (tests).
    explicit NvmlMonitor(const std::string& library = {});
    ~NvmlMonitor() override;
    NvmlMonitor(const NvmlMonitor&) = delete;
    NvmlMonitor& operator=(const NvmlMonitor&) = delete;

    bool available() const noexcept override;
    std::vector<DeviceReading> read() override;

private:
    struct Functions;
    std::unique_ptr<Functions> m_functions;
};

}  // namespace hearth
