#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace hearth {

/// What a graphics card does right now. A value that the card or its driver does not tell is absent.
struct GpuReading {
    std::string name;
    std::string busId;  ///< "00000000:01:00.0"
    std::optional<uint64_t> usedBytes, totalBytes;
    std::optional<int> busyPercent;  ///< of the last sample period
    std::optional<int> temperatureC;
    std::optional<double> powerW, powerLimitW;
};

/// Reads NVIDIA cards through NVML, the driver's own library, loaded at run time. Without a driver there are
/// simply no readings. One thread; a call may take seconds when a card falls off the bus, so keep it off the
/// window's thread and poll at most twice a second.
class GpuMonitor {
public:
    /// `library`: another file than libnvidia-ml.so.1 (tests).
    explicit GpuMonitor(const std::string& library = {});
    ~GpuMonitor();
    GpuMonitor(const GpuMonitor&) = delete;
    GpuMonitor& operator=(const GpuMonitor&) = delete;

    /// Whether there is a driver to ask.
    bool available() const noexcept;
    /// One entry a card, in the order of the bus; empty when there is none or the driver fails.
    std::vector<GpuReading> read();

private:
    struct Library;
    std::unique_ptr<Library> m_library;
};

}  // namespace hearth
